#include "ui/widgets/icon.h"

#include "core/base/error.h"
#include "ui/theme/resources.h"

#include <QDir>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QPointer>
#include <QSvgRenderer>

namespace heed::ui {

namespace {

QString pathOf(const QString& name) {
  return QStringLiteral(":/heed/icons/") + name + QStringLiteral(".svg");
}

void require(const QString& name) {
  initResources();
  if (!QFile::exists(pathOf(name))) {
    throw core::Error(core::ErrorKind::Parameter, core::text("Icon", "There is no icon \"%1\".", name.toStdString()));
  }
}

/// The drawing with its outer colour put in: Qt's SVG renderer knows none.
QByteArray drawing(const QString& name, const QColor& color) {
  QFile file(pathOf(name));
  if (!file.open(QIODevice::ReadOnly)) return {};
  return file.readAll().replace("currentColor", color.name(QColor::HexRgb).toLatin1());
}

/// Draws one icon; the pixels are cached for each colour, size and pixel ratio.
class SvgIconEngine : public QIconEngine {
 public:
  SvgIconEngine(QString name, const IconColors& colors) : m_name(std::move(name)), m_colors(colors) {}
  SvgIconEngine(QString name, const Appearance& appearance, IconTone tone)
      : m_name(std::move(name)),
        m_colors(iconColors(appearance.theme(), tone)),
        m_appearance(&appearance),
        m_tone(tone) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const double ratio = painter->device() == nullptr ? 1 : painter->device()->devicePixelRatioF();
    const QPixmap pixels = scaledPixmap((QSizeF(rect.size()) * ratio).toSize(), mode, state, ratio);
    painter->drawPixmap(rect, pixels);
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return scaledPixmap(size, mode, state, 1);
  }

  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override {
    const QColor color = colorFor(mode, state);
    const QString key = QStringLiteral("heed/%1/%2/%3x%4@%5")
                            .arg(m_name, color.name(QColor::HexArgb))
                            .arg(size.width())
                            .arg(size.height())
                            .arg(scale);
    QPixmap pixels;
    if (QPixmapCache::find(key, &pixels)) return pixels;
    pixels = QPixmap(size);
    pixels.fill(Qt::transparent);
    QPainter painter(&pixels);
    paintIcon(painter, QRectF(QPointF(0, 0), QSizeF(size)), m_name, color);
    painter.end();
    pixels.setDevicePixelRatio(scale);
    QPixmapCache::insert(key, pixels);
    return pixels;
  }

  QSize actualSize(const QSize& size, QIcon::Mode, QIcon::State) override { return size; }
  QString iconName() override { return m_name; }
  bool isNull() override { return false; }
  QString key() const override { return QStringLiteral("heed-svg"); }
  QIconEngine* clone() const override { return new SvgIconEngine(*this); }

 private:
  QColor colorFor(QIcon::Mode mode, QIcon::State state) const {
    const IconColors colors = m_appearance.isNull() ? m_colors : iconColors(m_appearance->theme(), m_tone);
    switch (mode) {
      case QIcon::Disabled:
        return colors.disabled;
      case QIcon::Selected:
        return colors.selected;
      case QIcon::Active:
        return state == QIcon::On ? colors.on : colors.active;
      case QIcon::Normal:
        break;
    }
    return state == QIcon::On ? colors.on : colors.normal;
  }

  QString m_name;
  IconColors m_colors;
  QPointer<const Appearance> m_appearance;
  IconTone m_tone = IconTone::Soft;
};

}  // namespace

IconColors iconColors(const Theme& theme, IconTone tone) {
  switch (tone) {
    case IconTone::Text:
      return {theme.text, theme.control, theme.ink, theme.text, theme.onInk};
    case IconTone::Soft:
      return {theme.text2, theme.control, theme.text, theme.text, theme.onInk};
    case IconTone::Hint:
      return {theme.text3, theme.control, theme.text, theme.text2, theme.onInk};
    case IconTone::OnInk:
      return {theme.onInk, theme.control, theme.onInk, theme.onInk, theme.onInk};
    case IconTone::Error:
      return {theme.error, theme.control, theme.error, theme.error, theme.onInk};
    case IconTone::Warning:
      return {theme.warning, theme.control, theme.warning, theme.warning, theme.onInk};
    case IconTone::Good:
      break;
  }
  return {theme.good, theme.control, theme.good, theme.good, theme.onInk};
}

QIcon icon(const QString& name, const Appearance& appearance, IconTone tone) {
  require(name);
  return QIcon(new SvgIconEngine(name, appearance, tone));
}

QIcon icon(const QString& name, const IconColors& colors) {
  require(name);
  return QIcon(new SvgIconEngine(name, colors));
}

QIcon icon(const QString& name, const QColor& color) {
  return icon(name, IconColors{color, color, color, color, color});
}

void paintIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& color) {
  require(name);
  QSvgRenderer renderer(drawing(name, color));
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  renderer.render(&painter, rect);
  painter.restore();
}

QStringList iconNames() {
  initResources();
  QStringList names;
  const QStringList files =
      QDir(QStringLiteral(":/heed/icons")).entryList({QStringLiteral("*.svg")}, QDir::Files, QDir::Name);
  for (const QString& file : files) names << file.chopped(4);
  return names;
}

}  // namespace heed::ui
