#include "ui/step/flow_runs.h"

#include "ui/tensorview/axis_labels.h"

#include <algorithm>
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

FlowRun chipRun(const QString& word, Role role, const QString& letter, const QImage& crop) {
  return {FlowRun::Kind::Chip, word, role, letter, crop};
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

QList<PlacedRun> placeRuns(const FlowRuns& runs, double width, const FlowMeasure& measure, double& height) {
  QList<PlacedRun> placed;
  double x = 0;
  double y = 0;
  for (const Word& word : wordsOf(runs)) {
    double wide = 0;
    for (const FlowRun& run : word.runs) wide += measure.widthOf(run);
    const double before = word.space && x > 0 ? measure.space : 0;
    if (x > 0 && x + before + wide > width) {
      x = 0;
      y += measure.lineHeight;
    } else {
      x += before;
    }
    for (const FlowRun& run : word.runs) {
      placed.append({run, {x, y + measure.rise}, measure.widthOf(run)});
      x += placed.back().width;
    }
  }
  height = runs.isEmpty() ? 0 : y + measure.lineHeight;
  return placed;
}

double widestPart(const FlowRuns& runs, const FlowMeasure& measure) {
  double widest = 0;
  for (const Word& word : wordsOf(runs)) {
    double wide = 0;
    for (const FlowRun& run : word.runs) wide += measure.widthOf(run);
    widest = std::max(widest, wide);
  }
  return widest;
}

}  // namespace heed::ui
