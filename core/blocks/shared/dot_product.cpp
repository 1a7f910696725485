#include "core/blocks/shared/dot_product.h"

#include "core/blocks/shared/mechanism.h"
#include "core/ops/ops.h"

#include <cmath>

namespace heed::core {

namespace {

constexpr const char* kContext = "DotProduct";

}  // namespace

ParamSpec divisorParam() {
  return {.id = "divisor",
          .label = text(kContext, "Divisor"),
          .type = ParamType::Real,
          .defaultValue = 0.0,
          .minimum = 0.0,
          .maximum = 1e6,
          .choices = {},
          .help = text(kContext, "What the scores are divided by; 0 takes the square root of the width.")};
}

Value scaledDotProducts(BlockBuild& build) {
  requireFittingOperands(build);
  Builder& builder = build.builder();
  const Value query = build.input("query").value;
  const Value scores = scoreStep(
      build, ops::matmul(builder, query, build.input("key").value, ops::Transpose::No, ops::Transpose::Yes),
      text(kContext, "Dot products"),
      text(kContext, "How well does each query match each key? Multiply channel by channel and add."), "Q K^\\top");
  const double divisor = build.real("divisor");
  const bool takesRoot = divisor == 0.0;
  const double scale = takesRoot ? 1.0 / std::sqrt(static_cast<double>(builder.shape(query)[-1])) : 1.0 / divisor;
  return builder.step(
      ops::scale(builder, scores, scale),
      {.id = "scaled",
       .phase = Phase::Scale,
       .role = Role::None,
       .caption = takesRoot ? text(kContext, "Divide by √%1", builder.shape(query)[-1])
                            : text(kContext, "Divide by %1", divisor),
       .explanation =
           text(kContext, "Long vectors give large dot products; dividing keeps softmax from choosing only one key."),
       .term = "scaled",
       .expression = takesRoot ? "S / \\sqrt{d}" : fmt::format("S / {}", divisor),
       .axes = scoreAxes(build),
       .mask = {},
       .depth = StepDepth::Step});
}

}  // namespace heed::core
