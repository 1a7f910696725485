#pragma once

#include "ui/session/session.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QUrl>

#include <optional>

class QMimeData;
class QImage;

namespace heed::ui {

/// What is about to be taken in from a drop, the clipboard or the Open dialog, and what will happen then. Known from
/// the kinds that are offered and from a file's name alone, so that it can be said before the button is let go.
struct IntakePlan {
  enum class Kind { Nothing, Text, Picture, File };
  Kind kind = Kind::Nothing;
  QString words;        ///< `Replace the text`; why not, where it is Nothing
  QString text;         ///< Text
  QByteArray picture;   ///< Picture: the bytes of a file
  QString pictureType;  ///< Picture: "image/png"; empty where the pixels themselves are offered
  QString path;         ///< File

  [[nodiscard]] bool isPossible() const { return kind != Kind::Nothing; }
};

/// The contents of large pictures are only fetched by intakeOf().
[[nodiscard]] IntakePlan planIntake(const QMimeData& offered, const core::DocumentData& open);
[[nodiscard]] IntakePlan planFile(const QString& path, const core::DocumentData& open);

/// Takes data in: reads and decodes away from the interface and puts it into the document as an edit. What cannot be
/// read is refused in a sentence, and what was open stays.
class Intake : public QObject {
  Q_OBJECT

 public:
  explicit Intake(Session& session, QObject* parent = nullptr);

  void take(const QMimeData& offered);
  void takeFile(const QString& path);
  void takeText(const QString& text);

  /// Whether something is being read.
  [[nodiscard]] bool isReading() const;
  [[nodiscard]] const QString& readingName() const { return m_readingName; }

 Q_SIGNALS:
  /// Something was taken in; `path` is the document's file where it is one.
  void taken(const QString& path);
  void refused(const core::Error& error);
  void readingChanged();

 private:
  struct Read;
  void takePicture(QByteArray bytes, const QString& name);
  void takePixels(const QImage& image);
  void read(const QString& name, std::function<Read()> reader);
  void put(Read result);

  Session& m_session;
  QString m_readingName;
};

}  // namespace heed::ui
