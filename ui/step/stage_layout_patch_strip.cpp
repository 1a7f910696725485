#include "ui/step/stage_draft.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kCell = 62;
constexpr double kHead = 30;  ///< crops with their place
constexpr double kSumGap = 6;
constexpr double kCrop = 22;
constexpr std::size_t kUsualGroups = 4;
constexpr qsizetype kMostDigits = 6;

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

/// Which rows stand under the groups, besides the sum.
struct StripRows {
  bool hasOwn = false;      ///< the step on the stage is neither the score nor the weights
  bool hasWeights = false;  ///< may be seen
};

StripRows rowsOf(const StagePicture& picture, const PatchStripForm& form) {
  StripRows rows;
  const int step = picture.result().step;
  const bool isScore = picture.scores && picture.scores->step == step;
  const bool isWeights = picture.weights && picture.weights->step == step;
  rows.hasOwn = picture.scores && !isScore && !isWeights;
  // Weights on the stage stand in the strip whatever its height.
  rows.hasWeights = picture.weights.has_value() && (form.hasWeights || isWeights);
  return rows;
}

double largestPart(const PatchScores& scores) {
  double largest = 0;
  for (const PatchScores::Key& key : scores.strongest) {
    for (const double part : key.parts) largest = std::max(largest, std::abs(part));
  }
  return largest;
}

/// The scores of the strongest keys as a small table that adds up downwards.
class PatchStrip {
 public:
  PatchStrip(StageDraft& draft, double left, double upper, const PatchStripForm& form)
      : m_draft(draft),
        m_picture(draft.picture),
        m_scores(*draft.picture.scores),
        m_form(form),
        m_left(left),
        m_upper(upper),
        m_y(upper + kHead),
        m_limit(scaleLimit(largestPart(m_scores))),
        m_signed(ColorMap::fromStops(draft.theme().signedMap)),
        m_shares(ColorMap::fromStops(draft.theme().viridis)) {
    const auto fit = static_cast<std::size_t>(std::max(1.0, (draft.width() - left - 8) / kCell));
    m_count = std::min(fit, m_scores.strongest.size());
  }

  void run() {
    placeTitle();
    for (std::size_t i = 0; i < m_count; ++i) placeHead(i);
    const double groupsTop = m_y;
    for (std::size_t group = 0; group < m_scores.groups.size(); ++group) placeGroup(group);
    if (!m_scores.groups.empty()) {
      m_draft.line({m_left, m_y + 2}, {right(), m_y + 2}, m_draft.theme().text, 1.5);
      frameFocus(groupsTop, m_y);
      m_y += kSumGap;
    }
    placeSum();
    placeFurther();
    placeLegends(groupsTop);
  }

 private:
  /// The limit of the groups' scale, rounded up to two digits.
  static double scaleLimit(double largest) {
    if (!(largest > 0)) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(largest)) - 1);
    return std::ceil(largest / power - 1e-9) * power;
  }

  [[nodiscard]] double right() const { return m_left + static_cast<double>(m_count) * kCell; }
  [[nodiscard]] double x(std::size_t i) const { return m_left + static_cast<double>(i) * kCell; }
  [[nodiscard]] const PatchScores::Key& key(std::size_t i) const { return m_scores.strongest[i]; }
  [[nodiscard]] bool isFocus(std::size_t i) const {
    return m_picture.focus && m_picture.focus->row == m_scores.row && m_picture.focus->column == key(i).place;
  }

  void placeTitle() {
    const TextStyle style = m_draft.words(m_draft.metrics.labelSize, m_draft.theme().text, 600);
    const QString title = phrase(QT_TRANSLATE_NOOP("Stage", "the %1 strongest keys of this row")).arg(m_count);
    double y = m_upper + 12;
    for (const QString& line : m_draft.style.letters.wrapped(title, style, m_left - m_draft.metrics.left - 16)) {
      m_draft.text({m_draft.metrics.left, y}, line, style);
      y += m_draft.metrics.labelSize + 3;
      if (y > m_upper + kHead) break;
    }
  }

  /// The patch, and where it is: "r 6", "c 5".
  void placeHead(std::size_t i) {
    const PatchPicture& patches = *m_picture.patchesOf(m_picture.result().columns);
    const Theme& theme = m_draft.theme();
    const std::int64_t place = key(i).place;
    const bool isQuery = place == m_scores.row;
    const QColor own = isFocus(i) ? theme.role(core::Role::Key).line : theme.role(core::Role::Query).line;
    const bool isMarked = isQuery || isFocus(i);
    const QRectF area(x(i) + 3, m_upper + 3, kCrop, kCrop);
    m_draft.layout.crops.push_back(
        {.patch = place, .area = area, .line = isMarked ? own : theme.strong, .width = isMarked ? 2.5 : 1.0});
    const TextStyle style =
        m_draft.digits(m_draft.metrics.leastSize, isMarked ? own : theme.text2, isMarked ? 600 : 400);
    m_draft.text({area.right() + 5, m_upper + 12},
                 phrase(QT_TRANSLATE_NOOP("Stage", "r %1")).arg(place / patches.columns()), style);
    m_draft.text({area.right() + 5, m_upper + 26},
                 phrase(QT_TRANSLATE_NOOP("Stage", "c %1")).arg(place % patches.columns()), style);
    m_draft.layout.targets.push_back({.kind = TargetKind::ColumnLabel,
                                      .area = QRectF(x(i), m_upper, kCell - 1, kHead - 2),
                                      .place = place,
                                      .name = placeText(m_picture.result().columns, place)});
  }

  [[nodiscard]] static QString numberText(double value, bool isShare) {
    for (int places = isShare ? 3 : 2; places >= 0; --places) {
      const QString text = isShare ? weightCellText(value, places) : signedCellText(value, places);
      if (text.size() <= kMostDigits || places == 0) return text;
    }
    return {};
  }

  void cell(std::size_t i, double value, const QColor& ground, bool isShare, bool isStrong = false) {
    const QRectF area(x(i), m_y, kCell - 1, m_form.row - 1);
    m_draft.box(area.adjusted(0.5, 0.5, -0.5, -0.5), ground, 1, 0, ground);
    const TextStyle style =
        m_draft.digits(m_draft.metrics.numberSize, textOn(ground.rgb(), m_draft.theme()), isStrong ? 600 : 500);
    m_draft.text({area.center().x(), area.center().y() + style.size * 0.35}, numberText(value, isShare), style,
                 Qt::AlignHCenter);
  }

  void caption(const QString& words, bool isStrong, const QString& hint = {}) {
    const Theme& theme = m_draft.theme();
    const TextStyle style =
        m_draft.words(m_draft.metrics.smallSize, isStrong ? theme.text : theme.text2, isStrong ? 600 : 400);
    const double y = m_y + m_form.row / 2 + 4;
    m_draft.text({m_left - 10, y}, words, style, Qt::AlignRight);
    if (hint.isEmpty()) return;
    const TextStyle small = m_draft.words(m_draft.metrics.smallSize, theme.text3);
    const double room = m_left - 10 - m_draft.measure(words, style) - 8 - m_draft.metrics.left;
    if (m_draft.measure(hint, small) < room) m_draft.text({m_draft.metrics.left, y}, hint, small);
  }

  void placeGroup(std::size_t group) {
    const PatchScores::Group& shown = m_scores.groups[group];
    caption(groupTitle(shown.name), false,
            shown.channelCount == 1 ? phrase(QT_TRANSLATE_NOOP("Stage", "1 channel"))
                                    : phrase(QT_TRANSLATE_NOOP("Stage", "%1 channels")).arg(shown.channelCount));
    for (std::size_t i = 0; i < m_count; ++i) {
      const double part = key(i).parts[group];
      cell(i, part, QColor(m_signed.at(centredPosition(part, m_limit))), false);
    }
    m_y += m_form.row;
  }

  void frameFocus(double from, double to) {
    for (std::size_t i = 0; i < m_count; ++i) {
      if (!isFocus(i)) continue;
      m_draft.box(QRectF(x(i) - 1, from - 1, kCell + 1, to - from + 1), m_draft.theme().ink, 1.5, 2);
      m_draft.box(QRectF(x(i) - 1, to + kSumGap - 1, kCell + 1, m_form.row + 1), m_draft.theme().ink, 2, 2);
    }
  }

  /// A row of the step on the stage: its cells can be pointed at.
  void placeOwn() {
    for (std::size_t i = 0; i < m_count; ++i) {
      PlacedMatrix& placed = m_draft.place(StagePart::Result, Bands::one(m_scores.row, m_y, m_form.row),
                                           Bands::one(key(i).place, x(i), kCell));
      placed.numberSize = m_draft.metrics.numberSize;
      placed.decimals = m_picture.weights && m_picture.weights->step == m_picture.result().step ? 3 : 2;
    }
  }

  void placeSum() {
    caption(m_scores.groups.empty() ? phrase(QT_TRANSLATE_NOOP("Stage", "score"))
                                    : phrase(QT_TRANSLATE_NOOP("Stage", "sum = score")),
            true);
    if (m_scores.step == m_picture.result().step) {
      placeOwn();
    } else {
      double largest = 0;
      for (const PatchScores::Key& strongest : m_scores.strongest) {
        largest = std::max(largest, std::abs(strongest.score));
      }
      for (std::size_t i = 0; i < m_count; ++i) {
        cell(i, key(i).score, QColor(m_signed.at(centredPosition(key(i).score, scaleLimit(largest)))), false, true);
      }
    }
    m_y += m_form.row;
  }

  /// What becomes of the scores: the step on the stage, and the weights.
  void placeFurther() {
    const StripRows rows = rowsOf(m_picture, m_form);
    if (rows.hasOwn) {
      caption(m_picture.result().name, false);
      placeOwn();
      m_y += m_form.row;
    }
    if (!rows.hasWeights || !m_picture.weights || m_scores.row >= m_picture.weights->rowCount()) return;
    const StageMatrix& weights = *m_picture.weights;
    caption(phrase(QT_TRANSLATE_NOOP("Stage", "weight, step %1")).arg(m_picture.weightsRow), false);
    if (weights.step == m_picture.result().step) {
      placeOwn();
      return;
    }
    double largest = 0;
    for (std::int64_t place = 0; place < weights.columnCount(); ++place) {
      if (weights.isAllowed(m_scores.row, place)) largest = std::max(largest, weights.value(m_scores.row, place));
    }
    for (std::size_t i = 0; i < m_count; ++i) {
      if (!weights.isAllowed(m_scores.row, key(i).place)) {
        m_draft.layout.hatches.emplace_back(x(i), m_y, kCell - 1, m_form.row - 1);
        continue;
      }
      const double value = weights.value(m_scores.row, key(i).place);
      cell(i, value, QColor(m_shares.at(largest > 0 ? value / largest : 0)), true);
    }
  }

  void placeLegends(double groupsTop) {
    const double from = right() + 12;
    const TextStyle small = m_draft.words(m_draft.metrics.smallSize, m_draft.theme().text2);
    const TextStyle ends = m_draft.digits(m_draft.metrics.leastSize, m_draft.theme().text2);
    if (m_scores.groups.empty() || from + 84 > m_draft.width()) return;
    m_draft.text({from, groupsTop + 14}, phrase(QT_TRANSLATE_NOOP("Stage", "groups")), small);
    m_draft.layout.legends.push_back({QRectF(from, groupsTop + 24, 40, 8), true});
    m_draft.text({from + 45, groupsTop + 32}, QStringLiteral("\u00B1") + scaleEndText(m_limit), ends);
    const double sum = groupsTop + m_form.row * static_cast<double>(m_scores.groups.size()) + kSumGap;
    m_draft.text({from, sum + m_form.row / 2 + 4}, phrase(QT_TRANSLATE_NOOP("Stage", "rounded")),
                 m_draft.words(m_draft.metrics.smallSize, m_draft.theme().text3));
  }

  StageDraft& m_draft;
  const StagePicture& m_picture;
  const PatchScores& m_scores;
  PatchStripForm m_form;
  double m_left, m_upper, m_y;
  double m_limit;
  ColorMap m_signed, m_shares;
  std::size_t m_count = 0;
};

}  // namespace

double patchStripHeight(const StagePicture& picture, const PatchStripForm& form) {
  const StripRows rows = rowsOf(picture, form);
  // Before the first scores are there, room for them is kept.
  const std::size_t groups = picture.scores ? picture.scores->groups.size() : kUsualGroups;
  const double further = (rows.hasOwn ? form.row : 0) + (rows.hasWeights ? form.row : 0);
  return kHead + static_cast<double>(groups) * form.row + (groups > 0 ? kSumGap : 0) + form.row + further;
}

void layoutPatchStrip(StageDraft& draft, double left, double upper, const PatchStripForm& form) {
  const auto& scores = draft.picture.scores;
  if (!scores || scores->strongest.empty() || !draft.picture.focus) return;
  PatchStrip(draft, left, upper, form).run();
}

}  // namespace heed::ui
