#pragma once

#include "ui/theme/theme.h"

#include <QImage>
#include <QList>
#include <QPointF>
#include <QString>

#include <functional>

namespace heed::ui {

/// A part of a sentence: plain or semi-bold words, a number in the face of numbers, or a word or a patch as a token of
/// its role.
struct FlowRun {
  enum class Kind { Text, Strong, Number, Chip };
  Kind kind = Kind::Text;
  QString text;
  Role role = Role::None;
  QString letter = {};
  QImage crop = {};  ///< of a chip: shown in the place of its text
};
using FlowRuns = QList<FlowRun>;

[[nodiscard]] FlowRun strongRun(const QString& text);
[[nodiscard]] FlowRun numberRun(const QString& text);
[[nodiscard]] FlowRun chipRun(const QString& word, Role role, const QString& letter, const QImage& crop = {});

/// A translated sentence with runs in the places of %1 to %9.
[[nodiscard]] FlowRuns flowOf(const QString& sentence, const FlowRuns& places = {});
/// The sentence in words alone, for a screen reader.
[[nodiscard]] QString plainText(const FlowRuns& runs);

/// A run where it stands: `at` is the left end of its baseline, measured from the upper left corner of the text.
struct PlacedRun {
  FlowRun run;
  QPointF at;
  double width = 0;
};

/// How runs are measured.
struct FlowMeasure {
  double lineHeight = 0;
  double rise = 0;   ///< from the upper edge of a line to its baseline
  double space = 0;  ///< between words
  std::function<double(const FlowRun&)> widthOf;
};

/// Wraps the runs to `width`: between words, and between Chinese letters. `height` is what they take.
[[nodiscard]] QList<PlacedRun> placeRuns(const FlowRuns& runs, double width, const FlowMeasure& measure,
                                         double& height);
/// The width of the widest part that is not broken.
[[nodiscard]] double widestPart(const FlowRuns& runs, const FlowMeasure& measure);

}  // namespace heed::ui
