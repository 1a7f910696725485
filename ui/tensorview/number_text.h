#pragma once

#include <QString>

namespace heed::ui {

/// A number with a fixed count of decimals and a true minus sign; what rounds to zero has no sign.
[[nodiscard]] QString fixedText(double value, int decimals);

/// The same without a leading zero: ".805", "−.043"; with a plus where the number is positive.
[[nodiscard]] QString shortText(double value, int decimals);
[[nodiscard]] QString changeText(double value, int decimals);

/// A signed number in a cell, five characters at most: ".58", "−2.26", "−12.3", "−123", "1e5". No leading zero; "0"
/// only when the value is exactly 0. NaN and infinities have glyphs and no text.
[[nodiscard]] QString signedCellText(double value, int decimals = 2);

/// A weight in a cell: ".81", "<.01" for what would round to zero, ">.99" for what would round to one; "0" and "1" only
/// when exact.
[[nodiscard]] QString weightCellText(double value, int decimals = 2);

/// A number that stands alone, with its leading zero: "0.805", "−2.258"; one that would round to zero with two digits
/// that count: "0.00058", "5.8e−7".
[[nodiscard]] QString readoutText(double value, int decimals = 3);

/// The decimals, from 2 to 7, with which two digits of the value count.
[[nodiscard]] int placesFor(double value);

/// An end of a scale in few characters: "1", ".23", "9", "8.8", "1e−4".
[[nodiscard]] QString scaleEndText(double value);

}  // namespace heed::ui
