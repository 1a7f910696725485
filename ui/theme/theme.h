#pragma once

#include "core/program/step.h"

#include <QByteArray>
#include <QColor>
#include <QString>

#include <vector>

namespace heed::ui {

enum class ThemeName { Light, Dark };

/// What a hue stands for. A role colours lines and letters; it never fills a matrix cell.
using core::Role;

/// The colour of a role's lines and letters, and the tint of its chips where no map is near.
struct RoleColors {
  QColor line;
  QColor tint;
};

/// The colours of one theme, as resources/themes/<name>.json gives them. No colour is written in C++.
struct Theme {
  QString name;

  QColor window;    ///< frame and canvas ground
  QColor surface;   ///< docks, stage, blocks, figures
  QColor sunken;    ///< cards, groups, ground of the hatch
  QColor hover;     ///< row under the pointer
  QColor selected;  ///< selected row
  QColor border;    ///< dividers
  QColor strong;    ///< block and button edges
  QColor control;   ///< field, switch and segment edges
  QColor wire;      ///< plain wires
  QColor ink;       ///< selection, rings, primary button
  QColor onInk;     ///< text on ink
  QColor text;
  QColor text2;  ///< labels
  QColor text3;  ///< hints, units
  QColor error, errorTint;
  QColor warning, warningTint;
  QColor good, goodTint;
  QColor hatch;                        ///< lines of masked cells
  QColor cellTextDark, cellTextLight;  ///< numbers on a map colour, whichever contrasts more
  QColor glyphInk, glyphGround;        ///< NaN, infinities and values outside a fixed scale
  QColor imageLine;                    ///< grid and badges on a picture

  RoleColors query, key, value, weights, output;

  std::vector<QColor> viridis;    ///< weights and other values that are not negative
  std::vector<QColor> cividis;    ///< the same, for those who prefer it
  std::vector<QColor> signedMap;  ///< values centred on 0

  /// The colours of a role; ink for Role::None.
  [[nodiscard]] RoleColors role(Role role) const;

  /// The theme that is compiled in. Throws core::Error{Format} naming what is wrong with it.
  [[nodiscard]] static Theme load(ThemeName name);

  /// A theme from JSON. Throws core::Error{Format} that names `source` and the token that is missing, unknown or no
  /// colour.
  [[nodiscard]] static Theme fromJson(const QByteArray& json, const QString& source);
};

}  // namespace heed::ui
