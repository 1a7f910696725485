#include "ui/step/stage_draft.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

void sayHowTheRowAddsUp(StageDraft& draft, double left, const std::vector<std::int64_t>& wide, double together,
                        double all, double y) {
  const StageMatrix& whole = draft.picture.result();
  const std::int64_t row = draft.picture.focus.value_or(Focus::Cell{}).row;
  QStringList parts;
  double shown = 0;
  const auto rounded = [](double value) { return std::round(value * 100) / 100; };
  for (const std::int64_t column : wide) {
    const double value = whole.value(row, column);
    parts << weightCellText(value);
    shown += rounded(value);
  }
  parts << weightCellText(together);
  shown += rounded(together);
  const QString sum = parts.join(QStringLiteral(" + "));
  const QString sentence = phrase(QT_TRANSLATE_NOOP("Stage", "row: %1: shown %2, exact %3"))
                               .arg(sum, weightCellText(rounded(shown)), fixedText(all, 4));
  draft.text({left, y}, sentence, draft.digits(draft.metrics.smallSize, draft.theme().text2));
}

}  // namespace

void layoutOthers(StageDraft& draft, const BandPlan& columns, double y) {
  const StageMatrix& whole = draft.picture.result();
  const auto& focus = draft.picture.focus;
  if (!focus || whole.role != core::Role::Weights || focus->row >= whole.rowCount()) return;
  const std::vector<std::int64_t> wide = draft.picture.wideColumns();
  if (wide.empty()) return;
  double together = 0;
  double all = 0;
  for (std::int64_t column = 0; column < whole.columnCount(); ++column) {
    if (!whole.isAllowed(focus->row, column)) continue;
    all += whole.value(focus->row, column);
    if (!std::ranges::binary_search(wide, column)) together += whole.value(focus->row, column);
  }
  const auto others = static_cast<int>(whole.columnCount()) - static_cast<int>(wide.size());
  const Theme& theme = draft.theme();
  const double left = columns.bands.from();
  draft.text(
      {left, y + 6},
      QCoreApplication::translate("Stage", "other %n keys: %1 together", nullptr, others).arg(weightCellText(together)),
      draft.digits(draft.metrics.smallSize, theme.text));
  const TextStyle hint = draft.words(draft.metrics.smallSize, theme.text3);
  const QString narrow = phrase(QT_TRANSLATE_NOOP("Stage", "narrow columns %1 px, order unchanged"))
                             .arg(QString::number(columns.narrow, 'f', 1));
  if (columns.bands.extent() > 420) {
    draft.text({columns.bands.to(), y + 6}, narrow, hint, Qt::AlignRight);
  }
  sayHowTheRowAddsUp(draft, columns.bands.from(), wide, together, all, y + 24);
}

double layoutRowCheck(StageDraft& draft, const BandPlan& columns, double y) {
  const StageMatrix& whole = draft.picture.result();
  const double edge = draft.width() - 16;
  const auto& focus = draft.picture.focus;
  if (!focus || whole.role != core::Role::Weights || focus->row >= whole.rowCount()) return edge;
  double shown = 0;
  double exact = 0;
  for (std::int64_t column = 0; column < whole.columnCount(); ++column) {
    if (!whole.isAllowed(focus->row, column)) continue;
    const double value = whole.value(focus->row, column);
    exact += value;
    shown += std::round(value * 100) / 100;
  }
  const bool isTrue = std::abs(shown - exact) < 0.001;
  const Theme& theme = draft.theme();
  const TextStyle label = draft.words(draft.metrics.smallSize, theme.text2);
  const QString first = isTrue ? phrase(QT_TRANSLATE_NOOP("Stage", "row adds up to %1")).arg(fixedText(shown, 2))
                               : phrase(QT_TRANSLATE_NOOP("Stage", "row: shown %1")).arg(fixedText(shown, 2));
  const QString second = phrase(QT_TRANSLATE_NOOP("Stage", "exact %1")).arg(fixedText(exact, 4));
  const double left = edge - std::max(draft.measure(first, label), draft.measure(second, label));
  draft.text({left, y + 22}, first, label);
  draft.text({left, y + 39}, second, label);
  const QString hint = phrase(QT_TRANSLATE_NOOP("Stage", "<.01 is positive and rounds to zero; 0 is exactly zero"));
  const TextStyle small = draft.words(draft.metrics.smallSize, theme.text3);
  if (draft.measure(hint, small) < columns.bands.extent()) {
    draft.text({columns.bands.from(), y + 74}, hint, small);
  }
  return left;
}

bool layoutLectureSentence(StageDraft& draft, const QRectF& area) {
  const double size = 26 * draft.metrics.lecture;
  const double line = 34 * draft.metrics.lecture;
  const Theme& theme = draft.theme();
  const auto styleOf = [&](const FlowRun& run) {
    switch (run.kind) {
      case FlowRun::Kind::Number:
        return draft.digits(size - 1, theme.text, 600);
      case FlowRun::Kind::Chip:
        return draft.words(size, theme.role(run.role).line, 700);
      case FlowRun::Kind::Strong:
        return draft.words(size, theme.text, 700);
      case FlowRun::Kind::Text:
        break;
    }
    return draft.words(size, theme.text);
  };
  const FlowMeasure measure{.lineHeight = line,
                            .rise = line * 0.76,
                            .space = draft.measure(QStringLiteral("a b"), draft.words(size, theme.text)) -
                                     draft.measure(QStringLiteral("ab"), draft.words(size, theme.text)),
                            .widthOf = [&](const FlowRun& run) { return draft.measure(run.text, styleOf(run)); }};
  double height = 0;
  const QList<PlacedRun> runs = placeRuns(draft.picture.sentence, area.width(), measure, height);
  const bool fits =
      std::ranges::all_of(runs, [&](const PlacedRun& run) { return run.at.x() + run.width <= area.width() + 0.5; });
  if (runs.isEmpty() || height > area.height() || !fits) return false;
  for (const PlacedRun& run : runs) draft.text(area.topLeft() + run.at, run.run.text, styleOf(run.run));
  return true;
}

void layoutLectureNumber(StageDraft& draft, const QRectF& area) {
  if (layoutLectureSentence(draft, area)) return;
  const double upper = area.top();
  const double right = area.right();
  const StageContent& content = draft.picture.content();
  const auto& focus = draft.picture.focus;
  if (!focus || !content.top) return;
  const Theme& theme = draft.theme();
  const double size = 26 * draft.metrics.lecture;
  const double room = right - draft.metrics.left;
  const QString row = placeLabel(content.result.rows, focus->row).text;
  const QString column = placeLabel(content.result.columns, focus->column).text;
  const QString arrow = QStringLiteral(" \u2192 ");
  const TextStyle first = draft.words(size, theme.role(core::Role::Query).line, 700);
  const TextStyle middle = draft.words(size, theme.text3);
  const TextStyle last = draft.words(size, theme.role(axisRole(content.result.columns, content.top->role)).line, 700);
  if (draft.measure(row, first) + draft.measure(arrow, middle) + draft.measure(column, last) > room) return;
  const double y = upper + 24 * draft.metrics.lecture;
  const double after = draft.text({draft.metrics.left, y}, row, first);
  const double next = draft.text({after, y}, arrow, middle);
  draft.text({next, y}, column, last);
  draft.text({draft.metrics.left, y + 44 * draft.metrics.lecture},
             readoutText(draft.layout.running.value_or(content.result.value(focus->row, focus->column)), 2),
             draft.digits(34 * draft.metrics.lecture, theme.text, 600));
}

}  // namespace heed::ui
