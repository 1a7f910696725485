#include "ui/step/flow_text.h"

#include "ui/tensorview/axis_labels.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/labels.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace heed::ui {

namespace {

/// A word that a line is broken before: its runs stand together. `space` says whether one stood before it.
struct Word {
  FlowRuns runs;
  bool space = false;
};

/// Cuts plain text at its spaces, and between Chinese letters, where a line may break too.
void appendWords(QList<Word>& words, const FlowRun& run, bool& isGlued, bool& hasSpace) {
  QString part;
  const auto flush = [&] {
    if (part.isEmpty()) return;
    FlowRun piece = run;
    piece.text = std::exchange(part, {});
    if (isGlued && !words.isEmpty() && !hasSpace) {
      words.back().runs << piece;
    } else {
      words.append({{piece}, hasSpace});
    }
    isGlued = true;
    hasSpace = false;
  };
  for (const QChar c : run.text) {
    if (c.isSpace() && c != QChar::Nbsp) {
      flush();
      hasSpace = true;
      isGlued = false;
    } else if (isStackable(QString(c))) {
      flush();
      isGlued = false;
      part = c;
      flush();
      isGlued = false;
    } else {
      part += c;
    }
  }
  flush();
}

QList<Word> wordsOf(const FlowRuns& runs) {
  QList<Word> words;
  bool isGlued = false;
  bool hasSpace = false;
  for (const FlowRun& run : runs) {
    if (run.kind != FlowRun::Kind::Chip) {
      appendWords(words, run, isGlued, hasSpace);
      continue;
    }
    if (isGlued && !words.isEmpty() && !hasSpace) {
      words.back().runs << run;
    } else {
      words.append({{run}, hasSpace});
    }
    isGlued = true;
    hasSpace = false;
  }
  return words;
}

}  // namespace

FlowRun strongRun(const QString& text) {
  return {FlowRun::Kind::Strong, text};
}

FlowRun numberRun(const QString& text) {
  return {FlowRun::Kind::Number, text};
}

FlowRun chipRun(const QString& word, Role role, const QString& letter) {
  return {FlowRun::Kind::Chip, word, role, letter};
}

FlowRuns flowOf(const QString& sentence, const FlowRuns& places) {
  FlowRuns runs;
  QString text;
  for (qsizetype i = 0; i < sentence.size(); ++i) {
    const bool isPlace = sentence[i] == u'%' && i + 1 < sentence.size() && sentence[i + 1].isDigit();
    const int place = isPlace ? sentence[i + 1].digitValue() - 1 : -1;
    if (place < 0 || place >= places.size()) {
      text += sentence[i];
      continue;
    }
    if (!text.isEmpty()) runs.append({FlowRun::Kind::Text, std::exchange(text, {})});
    runs << places[place];
    ++i;
  }
  if (!text.isEmpty()) runs.append({FlowRun::Kind::Text, text});
  return runs;
}

QString plainText(const FlowRuns& runs) {
  QString text;
  for (const FlowRun& run : runs) text += run.text;
  return text;
}

FlowText::FlowText(const Appearance& appearance, QWidget* parent, double size, double lineHeight)
    : QWidget(parent), m_appearance(appearance), m_size(size), m_lineHeight(lineHeight) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  follow(*this, appearance, [] {});
}

void FlowText::setRuns(FlowRuns runs) {
  m_runs = std::move(runs);
  setAccessibleName(plainText(m_runs));
  setVisible(!m_runs.isEmpty());
  updateGeometry();
  update();
}

void FlowText::setTone(Tone tone) {
  m_tone = tone;
  update();
}

QFont FlowText::fontOf(FlowRun::Kind kind) const {
  if (kind == FlowRun::Kind::Number) return m_appearance.font(m_size, 500, FontUse::Numbers);
  return m_appearance.font(m_size, kind == FlowRun::Kind::Text ? 400 : 600);
}

double FlowText::widthOf(const FlowRun& run) const {
  if (run.kind == FlowRun::Kind::Chip) {
    return chipSize({run.text, run.role, run.letter}, m_appearance, m_size).width();
  }
  return QFontMetricsF(fontOf(run.kind)).horizontalAdvance(run.text);
}

QList<FlowText::Piece> FlowText::laidOut(double width, double& height) const {
  QList<Piece> pieces;
  const double line = m_appearance.px(m_lineHeight);
  const QFontMetricsF plain(fontOf(FlowRun::Kind::Text));
  const double space = plain.horizontalAdvance(QLatin1Char(' '));
  const double rise = (line + plain.ascent() - plain.descent()) / 2;
  double x = 0;
  double y = 0;
  for (const Word& word : wordsOf(m_runs)) {
    double wide = 0;
    for (const FlowRun& run : word.runs) wide += widthOf(run);
    const double before = word.space && x > 0 ? space : 0;
    if (x > 0 && x + before + wide > width) {
      x = 0;
      y += line;
    } else {
      x += before;
    }
    for (const FlowRun& run : word.runs) {
      pieces.append({run, {x, y + rise}, widthOf(run)});
      x += pieces.back().width;
    }
  }
  height = m_runs.isEmpty() ? 0 : y + line;
  return pieces;
}

int FlowText::heightForWidth(int width) const {
  double height = 0;
  static_cast<void>(laidOut(width, height));
  return static_cast<int>(std::ceil(height));
}

int FlowText::naturalWidth() const {
  double height = 0;
  const QList<Piece> pieces = laidOut(1e6, height);
  return pieces.isEmpty() ? 0 : static_cast<int>(std::ceil(pieces.back().at.x() + pieces.back().width));
}

QSize FlowText::sizeHint() const {
  const int width = m_appearance.px(260);
  return {width, heightForWidth(width)};
}

QSize FlowText::minimumSizeHint() const {
  double widest = 0;
  for (const Word& word : wordsOf(m_runs)) {
    double wide = 0;
    for (const FlowRun& run : word.runs) wide += widthOf(run);
    widest = std::max(widest, wide);
  }
  return {static_cast<int>(std::ceil(std::min<double>(widest, m_appearance.px(160)))), m_appearance.px(m_lineHeight)};
}

void FlowText::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = m_appearance.theme();
  const QMarginsF margins = textMargins();
  painter.translate(margins.left(), margins.top());
  double height = 0;
  for (const Piece& piece : laidOut(width() - margins.left() - margins.right(), height)) {
    if (piece.run.kind == FlowRun::Kind::Chip) {
      const ChipText chip{piece.run.text, piece.run.role, piece.run.letter};
      const QFontMetricsF metrics(m_appearance.font(m_size, 600));
      const double middle = piece.at.y() - (metrics.ascent() - metrics.descent()) / 2;
      const double tall = chipSize(chip, m_appearance, m_size).height();
      paintChip(painter, {piece.at.x(), middle - tall / 2}, chip, m_appearance, ChipStyle::Tinted, m_size);
      continue;
    }
    painter.setFont(fontOf(piece.run.kind));
    painter.setPen(m_tone == Tone::Soft ? theme.text2 : theme.text);
    painter.drawText(piece.at, piece.run.text);
  }
}

}  // namespace heed::ui
