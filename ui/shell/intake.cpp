#include "ui/shell/intake.h"

#include "ui/document/edits.h"
#include "ui/import/import_file.h"
#include "ui/import/templates.h"
#include "ui/step/step_list.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QImageReader>
#include <QMimeData>
#include <QTemporaryFile>

#include <algorithm>
#include <variant>

namespace heed::ui {

namespace {

const QString kKey = QStringLiteral("import");
constexpr const char* kContext = "Intake";

QString words(const char* text) {
  return QCoreApplication::translate(kContext, text);
}

bool isOneOf(const QString& extension, std::initializer_list<const char*> list) {
  return std::ranges::any_of(list, [&](const char* other) { return extension == QLatin1String(other); });
}

/// The title of the template that an input opens in.
QString titleFor(const core::InputData& input) {
  return QCoreApplication::translate("Templates", ui::templateTitle(templateFor(input)).c_str());
}

IntakePlan nothing(const QString& reason) {
  IntakePlan plan;
  plan.words = reason;
  return plan;
}

QString wordsForText(const core::DocumentData& open) {
  if (hasInputFor(open, core::TextInput{})) return words(QT_TRANSLATE_NOOP("Intake", "Replace the text"));
  return words(QT_TRANSLATE_NOOP("Intake", "Open the text in \"%1\"")).arg(titleFor(core::TextInput{}));
}

QString wordsForPicture(const core::DocumentData& open) {
  if (hasInputFor(open, core::ImageInput{})) return words(QT_TRANSLATE_NOOP("Intake", "Replace the picture"));
  return words(QT_TRANSLATE_NOOP("Intake", "Open the picture in \"%1\"")).arg(titleFor(core::ImageInput{}));
}

QString wordsForMatrix(const core::DocumentData& open) {
  if (hasInputFor(open, core::MatrixInput{})) return words(QT_TRANSLATE_NOOP("Intake", "Replace the matrix"));
  return words(QT_TRANSLATE_NOOP("Intake", "Open the matrix in \"%1\"")).arg(titleFor(core::MatrixInput{}));
}

QString wordsForGraph(const core::DocumentData& open) {
  if (hasInputFor(open, core::GraphInput{})) return words(QT_TRANSLATE_NOOP("Intake", "Replace the graph"));
  return words(QT_TRANSLATE_NOOP("Intake", "Open the graph in \"%1\"")).arg(titleFor(core::GraphInput{}));
}

/// The name of a format of encoded pictures that is offered and that can be read.
QString pictureFormat(const QMimeData& offered) {
  const QList<QByteArray> readable = QImageReader::supportedMimeTypes();
  const QStringList formats = offered.formats();
  for (const QString& format : formats) {
    if (format.startsWith(QLatin1String("image/")) && readable.contains(format.toLatin1())) return format;
  }
  return {};
}

QString shownAddress(const QUrl& url) {
  return url.toDisplayString(QUrl::RemoveQuery | QUrl::RemoveFragment | QUrl::RemoveUserInfo);
}

}  // namespace

/// A whole document or data for an input block.
struct Intake::Read {
  Imported imported;
  QString path;
};

IntakePlan planFile(const QString& path, const core::DocumentData& open) {
  const QFileInfo file(path);
  const QString extension = file.suffix().toLower();
  const QString name = file.fileName();
  if (file.isDir())
    return nothing(words(QT_TRANSLATE_NOOP("Intake", "\"%1\" is a folder; a file can be opened")).arg(name));
  if (isOneOf(extension, {"bin", "pt", "pth", "pkl"})) {
    return nothing(
        words(QT_TRANSLATE_NOOP("Intake", "\"%1\" is a pickle, which can run code; it will be refused")).arg(name));
  }
  IntakePlan plan;
  plan.kind = IntakePlan::Kind::File;
  plan.path = path;
  if (isOneOf(extension, {"heed", "safetensors"})) {
    plan.words = words(QT_TRANSLATE_NOOP("Intake", "Open the document \"%1\"")).arg(name);
  } else if (extension == QLatin1String("json")) {
    plan.words = words(QT_TRANSLATE_NOOP("Intake", "Open the template \"%1\"")).arg(name);
  } else if (isOneOf(extension, {"png", "jpg", "jpeg", "webp", "bmp", "svg"})) {
    plan.words = wordsForPicture(open);
  } else if (isOneOf(extension, {"npy", "npz"})) {
    plan.words = wordsForMatrix(open);
  } else if (extension == QLatin1String("graphml")) {
    plan.words = wordsForGraph(open);
  } else if (isOneOf(extension, {"csv", "tsv"})) {
    // A matrix or the edges of a graph: only its content says which.
    plan.words = words(QT_TRANSLATE_NOOP("Intake", "Open the table \"%1\"")).arg(name);
  } else if (extension.isEmpty() || isOneOf(extension, {"txt", "md"})) {
    plan.words = wordsForText(open);
  } else {
    return nothing(words(QT_TRANSLATE_NOOP("Intake", "\"%1\" is of no kind that Heed opens")).arg(name));
  }
  return plan;
}

IntakePlan planIntake(const QMimeData& offered, const core::DocumentData& open) {
  const QList<QUrl> urls = offered.urls();
  for (const QUrl& url : urls) {
    if (!url.isLocalFile()) continue;
    IntakePlan plan = planFile(url.toLocalFile(), open);
    if (plan.isPossible() && urls.size() > 1) {
      plan.words = words(QT_TRANSLATE_NOOP("Intake", "%1, from \"%2\", the first of %3 files"))
                       .arg(plan.words, QFileInfo(plan.path).fileName(), QString::number(urls.size()));
    }
    return plan;
  }
  IntakePlan plan;
  if (const QString format = pictureFormat(offered); !format.isEmpty() || offered.hasImage()) {
    plan.kind = IntakePlan::Kind::Picture;
    plan.pictureType = format;
    plan.words = wordsForPicture(open);
    return plan;
  }
  if (!urls.isEmpty()) {
    return nothing(words(QT_TRANSLATE_NOOP("Intake", "%1 lies on the network, which Heed does not use"))
                       .arg(shownAddress(urls.front())));
  }
  plan.text = offered.text().trimmed();
  if (plan.text.isEmpty()) {
    return nothing(words(QT_TRANSLATE_NOOP("Intake", "Neither text nor a picture nor a file is in what was given")));
  }
  plan.kind = IntakePlan::Kind::Text;
  plan.words = wordsForText(open);
  return plan;
}

Intake::Intake(Session& session, QObject* parent) : QObject(parent), m_session(session) {
  connect(&m_session.jobs(), &JobRunner::busyChanged, this, &Intake::readingChanged);
}

bool Intake::isReading() const {
  return m_session.jobs().isBusy(kKey);
}

void Intake::take(const QMimeData& offered) {
  const IntakePlan plan = planIntake(offered, m_session.document().data());
  switch (plan.kind) {
    case IntakePlan::Kind::Nothing:
      // A file that the name already rules out is read all the same: the reader's sentence says what helps.
      if (!offered.urls().isEmpty() && offered.urls().front().isLocalFile()) {
        takeFile(offered.urls().front().toLocalFile());
      } else {
        Q_EMIT refused(core::Error(core::ErrorKind::Format, core::text(kContext, "%1.", plan.words.toStdString())));
      }
      return;
    case IntakePlan::Kind::Text:
      takeText(plan.text);
      return;
    case IntakePlan::Kind::Picture:
      if (plan.pictureType.isEmpty()) {
        takePixels(qvariant_cast<QImage>(offered.imageData()));
      } else {
        takePicture(offered.data(plan.pictureType), plan.pictureType.section(QLatin1Char('/'), 1));
      }
      return;
    case IntakePlan::Kind::File:
      takeFile(plan.path);
      return;
  }
}

void Intake::takeText(const QString& text) {
  try {
    setText(m_session.document(), text);
  } catch (const core::Error& error) {
    Q_EMIT refused(error);
    return;
  }
  Q_EMIT taken({});
}

void Intake::takeFile(const QString& path) {
  read(QFileInfo(path).fileName(), [path] { return Read{importFile(path.toStdString()), path}; });
}

void Intake::takePicture(QByteArray bytes, const QString& name) {
  read(tr("the picture"), [bytes = std::move(bytes), extension = name.section(QLatin1Char('+'), 0, 0)] {
    QTemporaryFile file(QDir::tempPath() + QStringLiteral("/heed-XXXXXX.") + extension);
    if (!file.open() || file.write(bytes) != bytes.size() || !file.flush()) {
      throw core::Error(core::ErrorKind::File,
                        core::text(kContext, "The picture could not be put into the folder for temporary files."));
    }
    core::ImageInput image = readImage(file.fileName().toStdString());
    image.name.clear();
    return Read{core::InputData(std::move(image)), {}};
  });
}

void Intake::takePixels(const QImage& image) {
  read(tr("the picture"), [image] {
    if (image.isNull()) {
      throw core::Error(core::ErrorKind::Format, core::text(kContext, "The picture that was given is empty."));
    }
    const QImage shown =
        std::max(image.width(), image.height()) <= kLongestImageSide
            ? image
            : image.scaled(kLongestImageSide, kLongestImageSide, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    return Read{core::InputData(withFileSize(fromImage(shown, {}), image.size())), {}};
  });
}

void Intake::read(const QString& name, std::function<Read()> reader) {
  m_readingName = name;
  m_session.jobs().start(
      kKey, 0, [reader = std::move(reader)](core::RunContext&) { return reader(); },
      [this](Read result) { put(std::move(result)); }, [this](const core::Error& error) { Q_EMIT refused(error); });
  Q_EMIT readingChanged();
}

void Intake::put(Read result) {
  QString path;
  try {
    if (auto* document = std::get_if<core::DocumentData>(&result.imported)) {
      const bool isOwn = result.path.endsWith(QLatin1String(".heed"), Qt::CaseInsensitive);
      path = isOwn ? result.path : QString();
      m_session.document().replace(tr("Open \"%1\"").arg(QFileInfo(result.path).fileName()), std::move(*document),
                                   path);
    } else {
      setInput(
          m_session.document(), std::move(std::get<core::InputData>(result.imported)),
          result.path.isEmpty() ? tr("Take in a picture") : tr("Open \"%1\"").arg(QFileInfo(result.path).fileName()));
    }
  } catch (const core::Error& error) {
    Q_EMIT refused(error);
    return;
  }
  Q_EMIT taken(path);
}

}  // namespace heed::ui
