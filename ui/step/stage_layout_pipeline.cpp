#include "ui/step/stage_draft.h"

#include <QCoreApplication>

namespace heed::ui {

namespace {

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

/// One line for each step that the row under the focus goes through after this one, on the columns of the result.
class PipelineLayout {
 public:
  PipelineLayout(StageDraft& draft, const Bands& columns, double upper, double rowHeight)
      : m_draft(draft), m_columns(columns), m_upper(upper), m_rowHeight(rowHeight) {}

  void run(const Bands& resultRows) {
    const std::size_t count = m_draft.picture.content().pipeline.size();
    for (std::size_t i = 0; i < count; ++i) placeRow(i, m_upper + static_cast<double>(i) * m_rowHeight);
    placeWay(resultRows);
    // Beside the shortest caption, that of exp. The foot is left to what speaks of the transport below.
    const double beside = static_cast<double>(count) - (count > 2 ? 1.5 : 0.5);
    m_draft.layout.followSwitch = QPointF(m_draft.metrics.left, m_upper + beside * m_rowHeight);
  }

 private:
  void placeRow(std::size_t index, double y) {
    const std::vector<PipelineRow>& pipeline = m_draft.picture.content().pipeline;
    const PipelineRow& row = pipeline[index];
    const bool isShown = m_draft.picture.isRevealed[index] && !m_draft.picture.filling.has_value();
    const auto& focus = m_draft.picture.focus;
    const Bands rows = Bands::one(focus ? focus->row : 0, y, m_rowHeight);
    m_draft.place(StagePart::Pipeline, rows, m_columns, static_cast<int>(index)).isEmptyFrame = !isShown || !focus;
    const Theme& theme = m_draft.theme();
    const double baseline = y + m_rowHeight / 2 + 4;
    m_draft.text({m_columns.from() - 10, baseline}, row.caption,
                 m_draft.digits(m_draft.metrics.smallSize, isShown ? theme.text : theme.text3), Qt::AlignRight);
    if (index == 0 || index + 1 == pipeline.size()) {
      m_draft.text({m_columns.to() + 10, baseline}, phrase(QT_TRANSLATE_NOOP("Stage", "step %1")).arg(row.row),
                   m_draft.words(m_draft.metrics.smallSize, theme.text3));
    }
    if (isShown && focus && row.matrix.role == core::Role::Weights) {
      m_draft.box(QRectF(m_columns.from(), y, m_columns.extent(), m_rowHeight).adjusted(-1.5, -1.5, 0.5, 0.5),
                  theme.role(core::Role::Weights).line, 2, 2);
    }
  }

  /// The line from the row of the result down to the first of these, and whose row it is.
  void placeWay(const Bands& resultRows) {
    const auto& focus = m_draft.picture.focus;
    const auto row = focus ? resultRows.band(focus->row) : std::nullopt;
    if (!focus || !row) return;
    const QColor color = m_draft.theme().wire;
    const double right = m_columns.to();
    const double centre = m_upper + m_rowHeight / 2;
    m_draft.line({right - 1, row->centre()}, {right + 5, row->centre()}, color, 1.5);
    m_draft.line({right + 5, row->centre()}, {right + 5, centre}, color, 1.5);
    m_draft.arrow({right + 5, centre}, {right + 0.5, centre}, color, 1.5);
    const double labelSize = m_draft.metrics.labelSize;
    const double after = m_draft.text({m_draft.metrics.left, centre + 4.5}, phrase(QT_TRANSLATE_NOOP("Stage", "row")),
                                      m_draft.words(labelSize, m_draft.theme().text2));
    m_draft.text({after + 4, centre + 4.5}, placeLabel(m_draft.picture.result().rows, focus->row).text,
                 m_draft.words(labelSize, m_draft.theme().role(core::Role::Query).line, 700));
  }

  StageDraft& m_draft;
  const Bands& m_columns;
  double m_upper;
  double m_rowHeight;
};

}  // namespace

void layoutPipeline(StageDraft& draft, const Bands& columns, const Bands& resultRows, double upper, double rowHeight) {
  PipelineLayout(draft, columns, upper, rowHeight).run(resultRows);
}

}  // namespace heed::ui
