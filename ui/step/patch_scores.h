#pragma once

#include "ui/session/computation.h"
#include "ui/session/focus.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace heed::ui {

/// Why patches of a picture match a query patch: the scores of one row, the strongest first, each split by the groups
/// of the query's features (colour, texture, position, edges), so that the parts add up to the score.
struct PatchScores {
  struct Group {
    std::string name;
    int channelCount = 0;
  };
  struct Key {
    std::int64_t place = 0;
    std::int64_t rank = 0;  ///< from 1
    double score = 0.0;
    std::vector<double> parts;  ///< one a group; empty where the score has no groups
  };

  int step = -1;  ///< of the scores, position in the program
  std::int64_t row = 0;
  std::int64_t count = 0;      ///< of keys
  std::vector<Group> groups;   ///< empty where the score is no sum of grouped features
  std::vector<Key> strongest;  ///< at most kMostPatchKeys
  Key itself;                  ///< the query patch, which may be among them
  Key focus;                   ///< the key under the focus

  /// How many of the strongest lie within kNearEqual of the first; 1 where none does.
  [[nodiscard]] std::size_t nearEqualCount() const;
};

inline constexpr std::size_t kMostPatchKeys = 8;
/// Scores that differ by less than this share of the largest are said to be near-equal.
inline constexpr double kNearEqual = 0.03;

/// The step with the scores that a step of pairs was made of: itself, or the last one before it of the same size; -1
/// where there is none.
[[nodiscard]] int scoreStepOf(const core::Program& program, int step);

/// The scores of a row of that step in a head. `focus` is the key under the focus. Runs what was not kept.
[[nodiscard]] PatchScores patchScores(core::Evaluator& evaluator, const Computation& computation, int scoreStep,
                                      std::int64_t head, Focus::Cell focus);

/// The name of a group in the language of the interface, "Colour", and its letter.
[[nodiscard]] QString groupTitle(const std::string& group);
[[nodiscard]] QString groupLetter(const std::string& group);

}  // namespace heed::ui
