#include "core/blocks/shared/heads.h"

#include "core/ops/ops.h"

namespace heed::core {

Value splitHeads(Builder& builder, Value joined, std::int64_t heads) {
  const Shape shape = builder.shape(joined);
  const Shape split = shape.withSize(-1, heads).withInserted(shape.rank(), shape[-1] / heads);
  return ops::transpose(builder, ops::reshape(builder, joined, split), -3, -2);
}

Value joinHeads(Builder& builder, Value split) {
  const Shape shape = builder.shape(split);
  const Shape joined = shape.without(-3).withSize(-1, shape[-3] * shape[-1]);
  return ops::reshape(builder, ops::transpose(builder, split, -3, -2), joined);
}

}  // namespace heed::core
