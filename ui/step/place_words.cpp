#include "ui/step/place_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::Places)
};

/// The columns of resources/features, the channels of the first template and the features of patches.
constexpr std::array kFeatures{
    QT_TRANSLATE_NOOP("Feature", "thing"),         QT_TRANSLATE_NOOP("Feature", "alive"),
    QT_TRANSLATE_NOOP("Feature", "place"),         QT_TRANSLATE_NOOP("Feature", "action"),
    QT_TRANSLATE_NOOP("Feature", "refers"),        QT_TRANSLATE_NOOP("Feature", "state"),
    QT_TRANSLATE_NOOP("Feature", "glue"),          QT_TRANSLATE_NOOP("Feature", "negation"),
    QT_TRANSLATE_NOOP("Feature", "doing"),         QT_TRANSLATE_NOOP("Feature", "how"),
    QT_TRANSLATE_NOOP("Feature", "red - green"),   QT_TRANSLATE_NOOP("Feature", "yellow - blue"),
    QT_TRANSLATE_NOOP("Feature", "brightness"),    QT_TRANSLATE_NOOP("Feature", "contrast"),
    QT_TRANSLATE_NOOP("Feature", "slope across"),  QT_TRANSLATE_NOOP("Feature", "slope down"),
    QT_TRANSLATE_NOOP("Feature", "slope falling"), QT_TRANSLATE_NOOP("Feature", "slope rising"),
    QT_TRANSLATE_NOOP("Feature", "row cosine"),    QT_TRANSLATE_NOOP("Feature", "row sine"),
    QT_TRANSLATE_NOOP("Feature", "column cosine"), QT_TRANSLATE_NOOP("Feature", "column sine")};

}  // namespace

QString featureWord(const QString& name) {
  const QByteArray utf8 = name.toUtf8();
  const auto found = std::ranges::find(kFeatures, std::string_view(utf8.constData()));
  return found == kFeatures.end() ? name : QCoreApplication::translate("Feature", *found);
}

QString placeText(const core::Axis& axis, std::int64_t place) {
  if (axis.labels != nullptr && axis.labels->names.empty() && axis.labels->gridColumns > 0) {
    return Words::tr("row %1, column %2").arg(place / axis.labels->gridColumns).arg(place % axis.labels->gridColumns);
  }
  const QString name = QString::fromStdString(core::axisPlace(axis, place));
  const bool isFeature = axis.meaning == core::AxisMeaning::Feature || axis.meaning == core::AxisMeaning::Channel;
  return isFeature ? featureWord(name) : name;
}

}  // namespace heed::ui
