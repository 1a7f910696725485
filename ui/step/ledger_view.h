#pragma once

#include "ui/step/flow_text.h"
#include "ui/step/ledger.h"
#include "ui/step/walk.h"
#include "ui/tensorview/figure.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QLabel;
class QPushButton;

namespace heed::ui {

/// The ledger as a small matrix: features of the query down, of the key across, sums at its edges, the score framed.
class LedgerFigure : public Figure {
 public:
  LedgerFigure(Ledger ledger, QString title) : m_ledger(std::move(ledger)), m_title(std::move(title)) {}

  [[nodiscard]] QString title() const override { return m_title; }
  [[nodiscard]] QSizeF sizeFor(double width, const FigureStyle& style) const override;
  void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
  [[nodiscard]] std::vector<FigureNumbers> numbers() const override;

  [[nodiscard]] const Ledger& ledger() const { return m_ledger; }
  /// The cells that matter most, largest first, at most two.
  [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> largest() const;
  /// A number in at most five characters with up to three decimals: as many as are no wider than the room.
  [[nodiscard]] static QString cellText(double value, const FigureStyle& style, const TextStyle& letters, double room);

 private:
  struct Layout;
  [[nodiscard]] Layout layout(double width, const FigureStyle& style) const;
  void paintHeads(QPainter& painter, const Layout& layout, const FigureStyle& style) const;
  void paintCells(QPainter& painter, const Layout& layout, const FigureStyle& style) const;
  void paintSums(QPainter& painter, const Layout& layout, const FigureStyle& style) const;

  Ledger m_ledger;
  QString m_title;
};

/// Why a score is what it is: its ledger, computed away from the interface, with a sentence about its largest cells. It
/// stands in a window of its own, because a dock has no room for its numbers.
class LedgerView : public QWidget {
  Q_OBJECT

 public:
  LedgerView(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  void show(int step, std::int64_t offset);
  [[nodiscard]] const std::optional<LedgerFigure>& figure() const { return m_figure; }

 Q_SIGNALS:
  void closed();
  /// Another ledger is shown, which may have another size.
  void arrived();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void take(Ledger ledger);
  void retranslate();
  void applyAppearance();

  Walk& m_walk;
  Appearance& m_appearance;
  std::optional<LedgerFigure> m_figure;
  std::weak_ptr<const Computation> m_shownOf;  ///< with the step and the cell that were asked for last
  int m_step = -1;
  std::int64_t m_offset = -1;
  QLabel* m_title;
  FlowText* m_sentence;
  QWidget* m_picture;
  FlowText* m_why;
  FlowText* m_note;
  QPushButton* m_close;
};

}  // namespace heed::ui
