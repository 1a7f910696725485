#include "ui/tensorview/image_overlay.h"

#include "core/base/error.h"
#include "ui/tensorview/color_map.h"
#include "ui/tensorview/number_text.h"
#include "ui/tensorview/panel.h"
#include "ui/tensorview/value_scale.h"

#include <QCoreApplication>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace heed::ui {

namespace {

using core::Error;
using core::ErrorKind;

constexpr std::size_t kRanked = 5;

struct ImageOverlayText {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::ImageOverlay)
};

/// Places of everything, from the upper left corner of the figure.
class OverlayLayout {
 public:
  OverlayLayout(const ImageOverlay& figure, QSizeF room, const FigureStyle& style)
      : m_figure(figure),
        m_options(figure.options()),
        m_style(style),
        m_width(room.width()),
        m_map(ColorMap::fromStops(style.theme.viridis)),
        m_largest(figure.weights().largest()),
        m_panel(Panel::Flow::Rows, room.width(), style) {
    m_area = m_options.patchArea.isEmpty() ? figure.picture().rect() : m_options.patchArea;
    const double title = m_options.title.isEmpty()
                             ? 0
                             : setLines(nullptr, {}, m_options.title, titleStyle(), room.width(), style) + style.px(8);
    const double left = style.letters.width(QString::number(figure.rows() - 1), indexStyle()) + style.px(8);
    const double top = title + style.leastSize * 1.5;
    m_panel = makePanel(room.width() - left);
    if (!m_options.caption.isEmpty()) m_captionHeight = caption(nullptr, {}) + style.px(8);
    const double below = m_panel.height() + style.px(12) + m_captionHeight;
    const double most = (room.height() > 0 ? room.height() : style.maximumHeight) - top - below;
    const QSizeF whole = figure.picture().size();
    const double scale = std::min({(room.width() - left) / whole.width(), std::max(most, style.px(40)) / whole.height(),
                                   style.px(640) / whole.width()});
    m_pictureRect = QRectF(QPointF(left, top), whole * scale);
    m_grid =
        QRectF(left + m_area.x() * scale, top + m_area.y() * scale, m_area.width() * scale, m_area.height() * scale);
    m_panelAt = {left, m_pictureRect.bottom() + style.px(12)};
    m_size = {std::max(m_pictureRect.right(), m_panelAt.x() + m_panel.usedWidth()), m_pictureRect.bottom() + below};
  }

  [[nodiscard]] QSizeF size() const { return m_size; }
  [[nodiscard]] QRectF pictureRect() const { return m_pictureRect; }

  [[nodiscard]] std::optional<std::int64_t> patchAt(QPointF point) const { return painterOf().patchAt(point); }

  void paint(QPainter& painter) const {
    setLines(&painter, {0, 0}, m_options.title, titleStyle(), m_width, m_style);
    const PatchPainter patchPainter = painterOf();
    const double resolution = m_style.imageResolution > 0 ? m_style.imageResolution : 2;
    if (m_options.mode != OverlayMode::MapOnly) {
      patchPainter.paintPicture(painter,
                                pictureForMode(m_figure.picture(), m_options.mode, m_pictureRect.width() * resolution),
                                m_pictureRect);
    }
    patchPainter.paintPatches(painter);
    patchPainter.paintGrid(painter);
    paintMarks(painter, patchPainter);
    paintIndices(painter);
    m_panel.paint(painter, m_panelAt);
    if (m_captionHeight > 0) caption(&painter, {0, m_size.height() - m_captionHeight + m_style.px(8)});
  }

 private:
  [[nodiscard]] std::int64_t patches() const { return m_figure.rows() * m_figure.columns(); }
  [[nodiscard]] TextStyle titleStyle() const {
    return {m_style.titleSize, m_style.theme.text, FontUse::Interface, 600};
  }
  [[nodiscard]] TextStyle indexStyle() const { return m_style.number(m_style.leastSize, m_style.theme.text3, 400); }
  double caption(QPainter* painter, QPointF at) const {
    return setLines(painter, at, m_options.caption, m_style.label(m_style.theme.text2), m_width, m_style);
  }
  [[nodiscard]] PatchPainter painterOf() const {
    return PatchPainter(m_figure.weights(), m_options.mode, m_grid, m_style);
  }
  [[nodiscard]] QRectF patchRect(std::int64_t patch) const { return painterOf().patchRect(patch); }

  [[nodiscard]] Panel makePanel(double width) const {
    Panel panel(Panel::Flow::Rows, width, m_style);
    RampLegend legend;
    legend.word = m_options.valueWord;
    legend.low = QStringLiteral("0");
    legend.high = scaleEndText(m_largest);
    switch (m_options.mode) {
      case OverlayMode::Spotlight:
        legend.scale = ImageOverlayText::tr("the colour of the edge; weak patches are veiled");
        break;
      case OverlayMode::Overlay:
        legend.scale = ImageOverlayText::tr("over the picture in grey");
        break;
      case OverlayMode::MapOnly:
        legend.scale = ImageOverlayText::tr("to its maximum, linear");
        break;
    }
    panel.add(rampItem(legend, m_map, width, m_style));
    std::vector<RankedKey> keys;
    std::size_t rank = 0;
    for (const std::int64_t patch : m_figure.strongest(kRanked)) {
      const auto row = patch / m_figure.columns();
      const auto column = patch % m_figure.columns();
      const QString where = patch == m_options.query ? ImageOverlayText::tr("%1  row %2, column %3 (itself)")
                                                     : ImageOverlayText::tr("%1  row %2, column %3");
      keys.push_back({where.arg(++rank).arg(row).arg(column),
                      weightCellText(m_figure.weight(patch), std::max(3, placesFor(m_largest)))});
    }
    if (!keys.empty()) panel.add(rankedItem(ImageOverlayText::tr("strongest keys"), keys, width, m_style));
    addMarks(panel);
    for (const QString& note : m_options.notes) panel.add(noteItem(note, width, m_style));
    return panel;
  }

  /// What the patches without a colour mean.
  void addMarks(Panel& panel) const {
    bool isMasked = false;
    std::map<CellGlyph, std::int64_t> counts;
    for (std::int64_t patch = 0; patch < patches(); ++patch) {
      isMasked = isMasked || !m_figure.isAllowed(patch);
      if (m_figure.isAllowed(patch)) ++counts[m_figure.glyph(patch)];
    }
    if (isMasked) panel.add(maskedItem(panel.width(), m_style));
    for (const CellGlyph glyph : kCellGlyphs) {
      if (counts[glyph] > 0) panel.add(glyphItem(glyph, counts[glyph], panel.width(), m_style));
    }
  }

  [[nodiscard]] double discRadius() const {
    const QRectF first = patchRect(0);
    return std::clamp(std::min(first.width(), first.height()) / 3.25, m_style.leastSize * 0.54,
                      m_style.leastSize * 0.68);
  }

  void paintDisc(QPainter& painter, QPointF centre, const QString& letter, Role role) const {
    painter.setPen(QPen(m_style.theme.imageLine, m_style.line));
    painter.setBrush(m_style.theme.role(role).line);
    painter.drawEllipse(centre, discRadius(), discRadius());
    const TextStyle text{m_style.leastSize, textOn(m_style.theme.role(role).line.rgb(), m_style.theme),
                         FontUse::Interface, 600};
    // A lower-case q hangs below its line: it is centred by the height of an x.
    const double height =
        letter == QLatin1String("q") ? m_style.letters.capHeight(text) * 0.56 : m_style.letters.capHeight(text);
    m_style.letters.draw(painter, centre + QPointF(0, height / 2), letter, text, Qt::AlignHCenter);
  }

  /// Outlines first and badges last; a badge stays inside its own patch, so that none hides another.
  void paintMarks(QPainter& painter, const PatchPainter& patchPainter) const {
    const std::vector<std::int64_t> keys = m_figure.strongest(kRanked);
    for (const std::int64_t patch : keys) {
      if (patch != m_options.query) patchPainter.paintOutline(painter, patch, patchPainter.fitted(3), Role::Key);
    }
    if (m_options.query) patchPainter.paintOutline(painter, *m_options.query, patchPainter.fitted(4), Role::Query);
    const double inside = discRadius() * 0.9;
    for (std::size_t rank = 0; rank < keys.size(); ++rank) {
      const QRectF rect = patchPainter.patchRect(keys[rank]);
      const QPointF centre = rect.bottomRight() - QPointF(inside, inside);
      const QPointF queryCentre = rect.topLeft() + QPointF(inside, inside);
      const bool collides = keys[rank] == m_options.query && QLineF(centre, queryCentre).length() < 2 * discRadius();
      if (!collides) paintDisc(painter, centre, QString::number(rank + 1), Role::Key);
    }
    if (m_options.query) {
      paintDisc(painter, patchPainter.patchRect(*m_options.query).topLeft() + QPointF(inside, inside),
                QStringLiteral("q"), Role::Query);
    }
  }

  void paintIndices(QPainter& painter) const {
    const QRectF first = patchRect(0);
    const double widest = m_style.letters.width(QString::number(m_figure.columns() - 1), indexStyle());
    const auto stepFor = [](double pitch, double room) {
      return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(room / pitch)));
    };
    const std::int64_t columnStep = stepFor(first.width(), widest + m_style.px(4));
    for (std::int64_t column = 0; column < m_figure.columns(); column += columnStep) {
      m_style.letters.draw(painter, {patchRect(column).center().x(), m_pictureRect.top() - m_style.px(6)},
                           QString::number(column), indexStyle(), Qt::AlignHCenter);
    }
    const std::int64_t rowStep = stepFor(first.height(), m_style.leastSize * 1.1);
    for (std::int64_t row = 0; row < m_figure.rows(); row += rowStep) {
      const double centre = patchRect(row * m_figure.columns()).center().y();
      m_style.letters.draw(painter,
                           {m_pictureRect.left() - m_style.px(7), centre + m_style.letters.capHeight(indexStyle()) / 2},
                           QString::number(row), indexStyle(), Qt::AlignRight);
    }
  }

  const ImageOverlay& m_figure;
  const ImageOverlayOptions& m_options;
  const FigureStyle& m_style;
  double m_width;
  ColorMap m_map;
  double m_largest = 0;
  QRect m_area;
  Panel m_panel;
  QRectF m_pictureRect;
  QRectF m_grid;
  QPointF m_panelAt;
  double m_captionHeight = 0;
  QSizeF m_size;
};

}  // namespace

ImageOverlay::ImageOverlay(QImage picture, core::Tensor weights, ImageOverlayOptions options)
    : m_picture(std::move(picture)), m_weights(std::move(weights)), m_options(std::move(options)) {
  if (m_weights.isNull() || m_weights.shape().rank() != 2 || m_weights.elementCount() == 0) {
    throw Error(ErrorKind::Shape, core::text("ImageOverlay", "An overlay needs a grid of patches; the weights are %1.",
                                             m_weights.isNull() ? std::string("empty") : m_weights.shape().toString()));
  }
  const core::Tensor& allowed = m_options.allowed;
  if (!allowed.isNull() && (allowed.kind() != core::ElementKind::Bool || allowed.shape() != m_weights.shape())) {
    throw Error(ErrorKind::Shape,
                core::text("ImageOverlay", "The mask is %1 %2; the weights need bool %3.",
                           core::toString(allowed.kind()), allowed.shape().toString(), m_weights.shape().toString()));
  }
  if (m_picture.isNull())
    throw Error(ErrorKind::Parameter, core::text("ImageOverlay", "The overlay's picture is empty."));
  if (!m_options.patchArea.isEmpty() && !m_picture.rect().contains(m_options.patchArea)) {
    throw Error(ErrorKind::Parameter,
                core::text("ImageOverlay", "The patches reach outside the picture of %1 x %2 pixels.",
                           m_picture.width(), m_picture.height()));
  }
  if (m_options.query && (*m_options.query < 0 || *m_options.query >= m_weights.elementCount())) {
    throw Error(ErrorKind::Parameter, core::text("ImageOverlay", "The query is patch %1, and there are %2 of them.",
                                                 *m_options.query, m_weights.elementCount()));
  }
  m_patches = {m_weights, m_options.allowed, m_weights.shape()[0], m_weights.shape()[1]};
}

core::Tensor ImageOverlay::rowAsGrid(const core::Tensor& weights, std::int64_t query, std::int64_t gridRows,
                                     std::int64_t gridColumns) {
  const std::int64_t count = gridRows * gridColumns;
  if (weights.shape().rank() != 2 || weights.shape()[1] != count || query < 0 || query >= weights.shape()[0]) {
    throw Error(ErrorKind::Shape, core::text("ImageOverlay", "Row %1 of weights %2 is no grid of %3 x %4 patches.",
                                             query, weights.shape().toString(), gridRows, gridColumns));
  }
  core::TensorBuffer buffer(weights.kind(), core::Shape{gridRows, gridColumns});
  for (std::int64_t patch = 0; patch < count; ++patch) buffer.setAt(patch, weights.at(query * count + patch));
  return buffer.finish();
}

std::vector<std::int64_t> ImageOverlay::strongest(std::size_t count) const {
  std::vector<std::int64_t> order;
  for (std::int64_t patch = 0; patch < m_weights.elementCount(); ++patch) {
    if (weight(patch) > 0) order.push_back(patch);
  }
  std::ranges::stable_sort(order, [&](std::int64_t a, std::int64_t b) { return weight(a) > weight(b); });
  order.resize(std::min(count, order.size()));
  return order;
}

std::optional<std::int64_t> ImageOverlay::patchAt(QPointF point, const QRectF& rect, const FigureStyle& style) const {
  return OverlayLayout(*this, rect.size(), style).patchAt(point - rect.topLeft());
}

QRectF ImageOverlay::pictureRect(const QRectF& rect, const FigureStyle& style) const {
  return OverlayLayout(*this, rect.size(), style).pictureRect().translated(rect.topLeft());
}

std::vector<FigureNumbers> ImageOverlay::numbers() const {
  return {{m_options.title, m_weights}};
}

QSizeF ImageOverlay::sizeFor(double width, const FigureStyle& style) const {
  return OverlayLayout(*this, {width, 0}, style).size();
}

void ImageOverlay::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.translate(rect.topLeft());
  OverlayLayout(*this, rect.size(), style).paint(painter);
  painter.restore();
}

}  // namespace heed::ui
