#include "ui/step/stage_draft.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kRowGap = 8;
constexpr double kTitle = 32;  ///< from the rule to the first row
constexpr int kDecimals = 3;

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

class OneStepLayout {
 public:
  OneStepLayout(StageDraft& draft, const Pushes& pushes, const BandPlan& columns, std::int64_t row, double upper,
                double rowHeight)
      : m_draft(draft),
        m_metrics(draft.metrics),
        m_theme(draft.theme()),
        m_pushes(pushes),
        m_columns(columns),
        m_row(row),
        m_upper(upper),
        m_rowHeight(rowHeight) {}

  void run() {
    const double left = m_metrics.left;
    m_draft.line({left, m_upper + 4.5}, {m_draft.width() - 24, m_upper + 4.5}, m_theme.border, 1);
    m_draft.text({left, m_upper + 23}, phrase(QT_TRANSLATE_NOOP("Stage", "one step of size 1 along the pushes")),
                 m_draft.words(m_metrics.smallSize, m_theme.text, 600));
    placeRow(StagePart::StepBefore, rowTop(0), phrase(QT_TRANSLATE_NOOP("Stage", "before")));
    placeRow(StagePart::StepAfter, rowTop(1), phrase(QT_TRANSLATE_NOOP("Stage", "after")));
    placeRowName();
    const std::optional<OneStep>& taken = m_draft.picture.oneStep;
    if (!taken) return;
    placeNumber(rowTop(0), taken->outputBefore);
    placeNumber(rowTop(1), taken->outputAfter);
    placeSentence(*taken, rowTop(1) + m_rowHeight + 19);
    const auto& focus = m_draft.picture.focus;
    if (const auto band = focus ? m_columns.bands.band(focus->column) : std::nullopt) {
      m_draft.box(QRectF(band->from - 1, rowTop(0) - 1, std::max(band->size(), 4.0) + 1, 2 * m_rowHeight + kRowGap + 1),
                  m_theme.ink, 1.5, 2);
    }
  }

 private:
  [[nodiscard]] double rowTop(int row) const { return m_upper + kTitle + row * (m_rowHeight + kRowGap); }
  [[nodiscard]] double labelRight() const { return m_columns.bands.from() - 10; }

  void placeRow(StagePart part, double y, const QString& name) {
    const StageMatrix* matrix = m_draft.picture.matrix(part);
    PlacedMatrix& placed = m_draft.place(part, Bands::one(0, y, m_rowHeight), m_columns.bands);
    placed.isEmptyFrame = matrix == nullptr;
    placed.isMap = m_columns.isMap && matrix != nullptr;
    placed.columnBlock = m_columns.block;
    if (matrix != nullptr) placed.scale = rowScale(*matrix, 0);
    m_draft.text({labelRight(), y + m_rowHeight / 2 + 4}, name, m_draft.words(m_metrics.smallSize, m_theme.text2),
                 Qt::AlignRight);
  }

  void placeRowName() {
    const TextStyle words = m_draft.words(m_metrics.smallSize, m_theme.text2);
    const QString word = placeLabel(m_draft.picture.result().rows, m_row).text;
    const QString name = phrase(QT_TRANSLATE_NOOP("Stage", "weights of %1")).arg(word);
    if (m_draft.measure(name, words) > labelRight() - m_metrics.left - 70) return;
    m_draft.text({m_metrics.left, rowTop(0) + m_rowHeight / 2 + 4}, name, words);
  }

  void placeNumber(double y, double number) {
    const double baseline = y + m_rowHeight / 2 + 4;
    const double left = m_columns.bands.to() + 10;
    const double after = m_draft.letter({left, baseline + 1}, m_pushes.startLetter, m_theme.text, 16);
    const TextStyle style = m_draft.digits(m_metrics.smallSize, m_theme.text, 500);
    const QString text = shortText(number, kDecimals);
    if (after + 6 + m_draft.measure(text, style) < m_draft.width()) m_draft.text({after + 6, baseline}, text, style);
  }

  void placeSentence(const OneStep& taken, double baseline) {
    const QString sentence =
        phrase(QT_TRANSLATE_NOOP("Stage", "%1: %2 \u2192 %3; the pushes foretell %4, the step gives %5"))
            .arg(m_pushes.startName, shortText(taken.outputBefore, kDecimals), shortText(taken.outputAfter, kDecimals),
                 changeText(taken.foretold, kDecimals), changeText(taken.change(), kDecimals));
    const TextStyle style = m_draft.words(m_metrics.smallSize, m_theme.text2);
    const double wide = m_draft.measure(sentence, style);
    const double x = std::max(m_metrics.left, std::min(m_columns.bands.from(), m_draft.width() - 16 - wide));
    m_draft.text({x, baseline}, sentence, style);
  }

  StageDraft& m_draft;
  const StageMetrics& m_metrics;
  const Theme& m_theme;
  const Pushes& m_pushes;
  const BandPlan& m_columns;
  std::int64_t m_row;
  double m_upper, m_rowHeight;
};

}  // namespace

void layoutOneStep(StageDraft& draft, const Pushes& pushes, const BandPlan& columns, std::int64_t row, double upper,
                   double rowHeight) {
  OneStepLayout(draft, pushes, columns, row, upper, rowHeight).run();
}

}  // namespace heed::ui
