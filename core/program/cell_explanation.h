#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace heed::core {

/// One number in an explanation and the element of the op's input that it is; input -1 is a constant of the op itself.
struct Factor {
  int input = -1;
  std::int64_t offset = 0;  ///< row-major position in that input
  double number = 0.0;
};

/// A product of factors with its value; a term of one factor is that number.
struct Term {
  std::vector<Factor> factors;
  double value = 0.0;
};

/// How the terms of a cell make its number.
enum class Combination {
  Copy,        ///< the one term
  Sum,         ///< all terms added
  Mean,        ///< the sum divided by the number of terms
  Difference,  ///< first minus second
  Product,     ///< first times second (each a term of one factor)
  Quotient,    ///< first divided by second
  Maximum,     ///< largest term; `selected` is its position
  Minimum,
  Function,  ///< named function of all terms; `selected` is the position of the cell's own term where it has one
  Choice,    ///< the term at `selected`, chosen by a condition or an index
  Constant   ///< no terms: the op makes the number (a random draw, a one-hot place); `result` is it
};

/// How one element of an op's output came about: terms with their numbers, which recombine() turns into `result` again.
struct CellExplanation {
  Combination combination = Combination::Copy;
  std::string function;            ///< for Function: "exp", "softmax", "layer_norm" ...; else empty
  std::vector<double> parameters;  ///< constants of the function: slope, epsilon, exponent
  std::vector<Term> terms;
  int selected = -1;
  double result = 0.0;  ///< the element as the run computed it
};

/// The number that the terms give in float64, independent of the kernel that made `result`. NaN terms give NaN.
[[nodiscard]] double recombine(const CellExplanation& explanation);

}  // namespace heed::core
