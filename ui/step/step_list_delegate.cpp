#include "ui/step/step_list_delegate.h"

#include "core/model/formula_text.h"
#include "ui/widgets/icon.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kMargin = 12;
constexpr double kNumberWidth = 16;
constexpr double kGap = 10;
constexpr double kPictureSide = 28;
constexpr double kTextLeft = kMargin + kNumberWidth + kGap + kPictureSide + kGap;
constexpr double kStepHeight = 38;
constexpr double kLineHeight = 16;
constexpr double kPhaseHeight = 24;
constexpr double kBlockHeight = 30;
constexpr double kWeightsHeight = 28;
constexpr double kNumbersPitch = 30;
constexpr double kSeparatorHeight = 7;
constexpr double kChevron = 14;

const StepListModel& modelOf(const QModelIndex& index) {
  return *static_cast<const StepListModel*>(index.model());
}

QStringList wrapped(const QString& text, const QFont& font, double width) {
  QTextLayout layout(text, font);
  QStringList lines;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    lines << text.mid(line.textStart(), line.textLength()).trimmed();
  }
  layout.endLayout();
  return lines;
}

/// The width that lines are laid out in: that of the whole list. A scroll bar covers their right margin, so that it
/// changes no line.
int lineWidth(const QStyleOptionViewItem& option) {
  return option.widget == nullptr ? option.rect.width() : option.widget->width();
}

/// The rectangle of a line in that width.
QRect lineRect(const QStyleOptionViewItem& option) {
  QRect rect = option.rect;
  rect.setWidth(lineWidth(option));
  return rect;
}

}  // namespace

StepListDelegate::StepListDelegate(Walk& walk, Appearance& appearance, Thumbnails& thumbnails, QObject* parent)
    : QStyledItemDelegate(parent), m_walk(walk), m_appearance(appearance), m_thumbnails(thumbnails) {}

bool StepListDelegate::isCurrent(const QModelIndex& index) const {
  return index == modelOf(index).currentIndex();
}

StepListDelegate::StepTexts StepListDelegate::textsOf(const QModelIndex& index, int lineWidth) const {
  const StepRow& row = m_walk.list().row(modelOf(index).line(index).row);
  StepTexts texts;
  const double chevron = row.inputs.empty() ? 0 : m_appearance.px(kChevron);
  const double room = lineWidth - m_appearance.px(kTextLeft + kMargin);
  texts.title = wrapped(row.title, m_appearance.font(13, 600), room - chevron);
  texts.shape = row.isMaskNote ? QString() : QString(row.shape).remove(QLatin1Char(' '));
  if (row.joinsHeads) texts.shape = tr("all heads, %1").arg(texts.shape);
  texts.formula = row.expression;
  if (row.isMaskNote && m_walk.session().result() != nullptr) {
    const Computation& result = *m_walk.session().result();
    const core::Shape& shape = result.program().type(result.step(row.step).value).shape;
    texts.below << tr("all %1 pairs allowed").arg(shape.rank() < 2 ? 0 : shape[-1] * shape[-2]);
    return texts;
  }
  const double shapeWidth = QFontMetricsF(m_appearance.font(11, 400, FontUse::Numbers)).horizontalAdvance(texts.shape);
  const double width = formula(texts.formula, m_appearance.figureStyle()).size().width();
  texts.isFormulaAlone = width + m_appearance.px(6) + shapeWidth > room;
  if (width > room) {
    texts.isFormulaAlone = false;
    texts.below = wrapped(QString::fromStdString(core::formulaAsText(row.expression)), m_appearance.font(12), room);
    texts.formula.clear();
  }
  return texts;
}

FormulaLayout StepListDelegate::formula(const std::string& tex, const FigureStyle& style) const {
  return FormulaLayout(tex, style, m_appearance.px(14), {.mode = FormulaMode::Inline, .roles = RoleLetters::Plain});
}

QSize StepListDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const StepListModel::Line& line = modelOf(index).line(index);
  using Kind = StepListModel::Kind;
  const int width = lineWidth(option);
  const auto height = [&]() -> double {
    if (m_form == ListForm::Numbers) {
      if (line.kind == Kind::Step || line.kind == Kind::Block) return kNumbersPitch;
      return line.kind == Kind::Phase ? kSeparatorHeight : 0;
    }
    if (line.kind == Kind::Block) {
      return kBlockHeight + kLineHeight * static_cast<double>(headingLines(line, width).size() - 1);
    }
    if (line.kind == Kind::Phase) return kPhaseHeight;
    if (line.kind == Kind::Weights) return kWeightsHeight;
    const StepTexts texts = textsOf(index, width);
    const bool isMaskNote = m_walk.list().row(line.row).isMaskNote;
    const auto extra =
        texts.title.size() - 1 + texts.below.size() + (texts.isFormulaAlone ? 1 : 0) - (isMaskNote ? 1 : 0);
    return kStepHeight + kLineHeight * static_cast<double>(extra);
  };
  return {0, m_appearance.px(height())};
}

QStringList StepListDelegate::headingLines(const StepListModel::Line& line, int width) const {
  return wrapped(line.text, m_appearance.font(13, 600), width - m_appearance.px(2 * kMargin + 18));
}

QRect StepListDelegate::weightsRect(const QRect& line, const QModelIndex& index) const {
  const StepListModel::Line& entry = modelOf(index).line(index);
  if (m_form == ListForm::Numbers || entry.kind != StepListModel::Kind::Step) return {};
  if (m_walk.list().row(entry.row).inputs.empty()) return {};
  const int side = m_appearance.px(24);
  return {line.right() + 1 - side - m_appearance.px(kMargin / 2), line.top(), side, side};
}

void StepListDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const StepListModel::Line& line = modelOf(index).line(index);
  const Theme& theme = m_appearance.theme();
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const bool isNow = isCurrent(index);
  if (isNow) {
    painter->fillRect(option.rect, theme.selected);
    QRect bar = option.rect;
    bar.setWidth(m_appearance.px(3));
    painter->fillRect(bar, theme.ink);
  } else if (option.state.testFlag(QStyle::State_MouseOver) && line.kind != StepListModel::Kind::Phase) {
    painter->fillRect(option.rect, theme.hover);
  }
  switch (line.kind) {
    case StepListModel::Kind::Block:
    case StepListModel::Kind::Phase:
      paintHeading(*painter, lineRect(option), line);
      break;
    case StepListModel::Kind::Weights:
      if (m_form == ListForm::Full) paintWeights(*painter, lineRect(option), line);
      break;
    case StepListModel::Kind::Step:
      paintStep(*painter, lineRect(option), index);
      break;
  }
  painter->restore();
}

void StepListDelegate::paintHeading(QPainter& painter, const QRect& rect, const StepListModel::Line& line) const {
  const Theme& theme = m_appearance.theme();
  const bool isBlock = line.kind == StepListModel::Kind::Block;
  if (m_form == ListForm::Numbers) {
    if (isBlock) {
      paintIcon(painter,
                QRectF(rect.center().x() - m_appearance.px(7), rect.center().y() - m_appearance.px(7),
                       m_appearance.px(14), m_appearance.px(14)),
                line.isFolded ? QStringLiteral("chev") : QStringLiteral("down"), theme.text3);
    } else if (line.row > 0) {
      painter.fillRect(
          QRect(rect.left() + m_appearance.px(10), rect.center().y(), rect.width() - m_appearance.px(20), 1),
          theme.border);
    }
    return;
  }
  double left = rect.left() + m_appearance.px(kMargin);
  if (isBlock) {
    const double side = m_appearance.px(14);
    paintIcon(painter, QRectF(left - m_appearance.px(2), rect.center().y() - side / 2 + 1, side, side),
              line.isFolded ? QStringLiteral("chev") : QStringLiteral("down"), theme.text2);
    left += m_appearance.px(18);
  }
  const StepRow& current = m_walk.list().row(std::min(m_walk.current(), m_walk.list().count() - 1));
  const StepRow& first = m_walk.list().row(line.row);
  const bool isHere =
      isBlock ? current.block == line.text : current.block == first.block && current.phase == first.phase;
  painter.setFont(isBlock ? m_appearance.font(13, 600) : m_appearance.font(12, 600));
  painter.setPen(isBlock || isHere ? theme.text : theme.text3);
  const QRectF place(left, rect.top() + (isBlock ? 0 : m_appearance.px(5)), rect.right() - left,
                     rect.height() - (isBlock ? 0 : m_appearance.px(5)));
  const QString text = isBlock ? headingLines(line, rect.width()).join(QLatin1Char('\n')) : line.text;
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
}

void StepListDelegate::paintNumber(QPainter& painter, const QRect& rect, const StepRow& row, bool isNow) const {
  const Theme& theme = m_appearance.theme();
  painter.setFont(m_appearance.font(12, isNow ? 700 : 400, FontUse::Numbers));
  painter.setPen(isNow ? theme.text : theme.text3);
  painter.drawText(rect, (m_form == ListForm::Numbers ? Qt::AlignHCenter : Qt::AlignRight) | Qt::AlignVCenter,
                   QString::number(row.shown));
}

void StepListDelegate::paintPicture(QPainter& painter, const QRectF& frame, const StepRow& row) const {
  const Theme& theme = m_appearance.theme();
  const QRectF line = frame.adjusted(0.5, 0.5, -0.5, -0.5);
  if (m_walk.isRevealed(row.number)) {
    const QImage image = m_thumbnails.of(row.number);
    if (!image.isNull()) painter.drawImage(frame.adjusted(1, 1, -1, -1), image);
  }
  painter.setPen(QPen(theme.strong, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(line, m_appearance.px(4), m_appearance.px(4));
  if (!row.isInput) return;
  painter.setPen(QPen(theme.surface, m_appearance.px(1)));
  painter.setBrush(theme.ink);
  painter.drawEllipse(frame.topRight(), 3.2 * m_appearance.scale(), 3.2 * m_appearance.scale());
}

void StepListDelegate::paintStep(QPainter& painter, const QRect& rect, const QModelIndex& index) const {
  const Theme& theme = m_appearance.theme();
  const StepRow& row = m_walk.list().row(modelOf(index).line(index).row);
  const bool isNow = isCurrent(index);
  if (m_form == ListForm::Numbers) {
    paintNumber(painter, rect, row, isNow);
    return;
  }
  const StepTexts texts = textsOf(index, rect.width());
  const int top = rect.top();
  const int first = m_appearance.px(kStepHeight);
  paintNumber(painter, QRect(rect.left() + m_appearance.px(kMargin - 4), top, m_appearance.px(kNumberWidth + 4), first),
              row, isNow);
  const double side = m_appearance.px(kPictureSide);
  paintPicture(
      painter,
      QRectF(rect.left() + m_appearance.px(kMargin + kNumberWidth + kGap), top + (first - side) / 2.0, side, side),
      row);
  const double left = rect.left() + m_appearance.px(kTextLeft);
  const double right = rect.right() + 1 - m_appearance.px(kMargin);
  const double line = m_appearance.px(kLineHeight);
  double y = top + m_appearance.px(3);
  const auto write = [&](const QString& text, const QFont& font, const QColor& color, Qt::Alignment alignment) {
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(QRectF(left, y, right - left, line), alignment | Qt::AlignVCenter | Qt::TextDontClip, text);
  };
  const bool isRevealed = m_walk.isRevealed(row.number);
  const QColor name = !isRevealed ? theme.text2 : row.role == core::Role::None ? theme.text : theme.role(row.role).line;
  for (const QString& text : texts.title) {
    write(text, m_appearance.font(13, isNow || row.role != core::Role::None ? 600 : 500), name, Qt::AlignLeft);
    y += line;
  }
  const QColor soft = isNow ? theme.text2 : theme.text3;
  for (const QString& text : texts.below) {
    write(text, m_appearance.font(12), soft, Qt::AlignLeft);
    y += line;
  }
  if (!texts.formula.empty()) {
    FigureStyle style = m_appearance.figureStyle();
    style.theme.text = soft;
    const FormulaLayout layout = formula(texts.formula, style);
    layout.paint(painter, QPointF(left, y + m_appearance.px(12) - layout.baseline()), style);
    if (texts.isFormulaAlone) y += line;
  }
  write(texts.shape, m_appearance.font(11, 400, FontUse::Numbers), soft, Qt::AlignRight);
  if (row.inputs.empty()) return;
  const bool isOpen = std::ranges::find(row.inputs, m_walk.openedInput()) != row.inputs.end();
  const double chevron = m_appearance.px(kChevron);
  paintIcon(painter, QRectF(right - chevron, top + m_appearance.px(4), chevron, chevron),
            isOpen ? QStringLiteral("down") : QStringLiteral("chev"), soft);
}

void StepListDelegate::paintWeights(QPainter& painter, const QRect& rect, const StepListModel::Line& line) const {
  const Theme& theme = m_appearance.theme();
  const double left = rect.left() + m_appearance.px(kTextLeft);
  const QRectF place(left, rect.top(), rect.right() + 1 - m_appearance.px(kMargin) - left, rect.height());
  painter.setPen(theme.text);
  painter.setFont(m_appearance.font(12));
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, line.text);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.ink);
  painter.drawEllipse(QPointF(left - m_appearance.px(10), rect.center().y()), 2.6 * m_appearance.scale(),
                      2.6 * m_appearance.scale());
}

}  // namespace heed::ui
