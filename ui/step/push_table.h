#pragma once

#include "ui/step/stage_content.h"
#include "ui/tensorview/figure.h"

#include <optional>
#include <vector>

namespace heed::ui {

/// All pushes of a row with what they are made of, the largest first, and their sum: the terms are rounded, the sum is
/// that of the exact numbers.
class PushTable : public Figure {
 public:
  PushTable(const StageMatrix& result, const Pushes& pushes, Focus::Cell focus, QString title);

  struct Entry {
    QString key;
    std::int64_t place = 0;
    double gradient = 0.0;
    double weight = 0.0;
    double push = 0.0;
  };
  [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
  [[nodiscard]] double sum() const { return m_sum; }

  [[nodiscard]] QString title() const override { return m_title; }
  [[nodiscard]] QSizeF sizeFor(double width, const FigureStyle& style) const override;
  void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
  [[nodiscard]] std::vector<FigureNumbers> numbers() const override;

 private:
  [[nodiscard]] std::size_t shownCount() const;
  void paintHeads(QPainter& painter, double width, const FigureStyle& style) const;
  void paintEntry(QPainter& painter, double y, double width, const Entry& entry, const FigureStyle& style) const;
  void paintSum(QPainter& painter, double y, double width, const FigureStyle& style) const;

  std::vector<Entry> m_entries;
  QString m_title;
  std::int64_t m_focus;
  double m_sum = 0.0;
};

}  // namespace heed::ui
