#pragma once

#include "ui/theme/appearance.h"

#include <QImage>
#include <QLabel>

namespace heed::ui {

/// Whether a chip may be filled: next to a map only its outline is drawn, since role tints equal map colours.
enum class ChipStyle { Tinted, Outlined };

/// A word as a token of a role, with the role's small letter (q, k, v) or none; or a patch of a picture, which `word`
/// names for a screen reader.
struct ChipText {
  QString word;
  Role role = Role::None;
  QString letter = {};
  QImage crop = {};
};

/// The size of a chip whose word is set at `size` pixels of the design.
[[nodiscard]] QSizeF chipSize(const ChipText& chip, const Appearance& appearance, double size = 13);
/// Paints a chip with its upper left corner at `at`, for lines of text that a view sets itself.
void paintChip(QPainter& painter, const QPointF& at, const ChipText& chip, const Appearance& appearance,
               ChipStyle style = ChipStyle::Tinted, double size = 13);

/// A token chip as a widget.
class Chip : public QLabel {
  Q_OBJECT

 public:
  Chip(const ChipText& chip, const Appearance& appearance, QWidget* parent = nullptr,
       ChipStyle style = ChipStyle::Tinted);

  void setChip(const ChipText& chip);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Appearance& m_appearance;
  ChipText m_chip;
  ChipStyle m_style;
};

enum class TagTone { Plain, Warning, Error, Good };

/// A few words on a ground of their own: "head 0", "Old result: model changed". A tone other than plain has its glyph;
/// a plain tag may have one by name.
class Tag : public QLabel {
  Q_OBJECT

 public:
  Tag(const QString& text, const Appearance& appearance, QWidget* parent = nullptr, TagTone tone = TagTone::Plain,
      QString iconName = {});

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] QString glyph() const;

  const Appearance& m_appearance;
  TagTone m_tone;
  QString m_iconName;
};

/// One line that ends in dots where the space ends; the tool tip then has it in full, and a screen reader always.
class ElidedLabel : public QLabel {
  Q_OBJECT

 public:
  explicit ElidedLabel(const QString& text, QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideRight);

  [[nodiscard]] QSize minimumSizeHint() const override;
  [[nodiscard]] bool isElided() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  Qt::TextElideMode m_mode;
};

}  // namespace heed::ui
