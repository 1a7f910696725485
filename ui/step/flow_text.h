#pragma once

#include "ui/theme/appearance.h"

#include <QList>
#include <QMarginsF>
#include <QString>
#include <QWidget>

namespace heed::ui {

/// A part of a sentence: plain or semi-bold words, a number in the face of numbers, or a word as a token of its role.
struct FlowRun {
  enum class Kind { Text, Strong, Number, Chip };
  Kind kind = Kind::Text;
  QString text;
  Role role = Role::None;
  QString letter = {};
};
using FlowRuns = QList<FlowRun>;

[[nodiscard]] FlowRun strongRun(const QString& text);
[[nodiscard]] FlowRun numberRun(const QString& text);
[[nodiscard]] FlowRun chipRun(const QString& word, Role role, const QString& letter);

/// A translated sentence with runs in the places of %1 to %9.
[[nodiscard]] FlowRuns flowOf(const QString& sentence, const FlowRuns& places = {});
/// The sentence in words alone, for a screen reader.
[[nodiscard]] QString plainText(const FlowRuns& runs);

/// A sentence of runs, wrapped to the width that there is.
class FlowText : public QWidget {
  Q_OBJECT

 public:
  FlowText(const Appearance& appearance, QWidget* parent = nullptr, double size = 14, double lineHeight = 21);

  void setRuns(FlowRuns runs);
  [[nodiscard]] const FlowRuns& runs() const { return m_runs; }
  /// The width of the text in one line.
  [[nodiscard]] int naturalWidth() const;
  enum class Tone { Text, Soft };
  void setTone(Tone tone);

  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  /// The room around the text inside the widget.
  [[nodiscard]] virtual QMarginsF textMargins() const { return {}; }

 private:
  struct Piece {
    FlowRun run;
    QPointF at;  ///< left end of the baseline
    double width = 0;
  };
  [[nodiscard]] QList<Piece> laidOut(double width, double& height) const;
  [[nodiscard]] QFont fontOf(FlowRun::Kind kind) const;
  [[nodiscard]] double widthOf(const FlowRun& run) const;

  const Appearance& m_appearance;
  double m_size;
  double m_lineHeight;
  Tone m_tone = Tone::Text;
  FlowRuns m_runs;
};

}  // namespace heed::ui
