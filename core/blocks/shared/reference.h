#pragma once

#include "core/model/block_type.h"

#include <functional>
#include <map>
#include <string>

/// Plain double loops for the references of blocks. Nothing of core/ops is used here: a reference shares no code with
/// build.
namespace heed::core::reference {

/// score(query row, key row): pointers to d numbers each, in the leading item (batch, head) given.
using Score = std::function<double(const double* query, const double* key, std::int64_t leading)>;

/// query . key / divisor; the parameter "divisor", where 0 stands for the square root of the width.
[[nodiscard]] Score scaledDotProduct(const ReferenceCall& call);

/// Outputs "output" and "weights" of softmax attention with any score: query, key, value and optional mask as a
/// mechanism's ports. A fully masked row gives zeros.
[[nodiscard]] std::map<std::string, Tensor> softmaxAttention(const ReferenceCall& call, const Score& score);

/// The scores of every pair, [.., nq, nk], and the sum of the values under given weights [.., nq, nk].
[[nodiscard]] Tensor scores(const ReferenceCall& call, const Score& score);
[[nodiscard]] Tensor mixed(const Tensor& weights, const Tensor& value);

/// Whether the mask (null: yes) allows the pair; the mask is broadcast to [.., nq, nk].
[[nodiscard]] bool allowed(const Tensor* mask, std::int64_t leading, std::int64_t query, std::int64_t key);

/// A product [.., m, k] by [k, n] plus an optional bias [n], in plain loops.
[[nodiscard]] Tensor product(const Tensor& a, const Tensor& b, const Tensor* bias);

[[nodiscard]] const Tensor* find(const std::map<std::string, Tensor>& tensors, const std::string& name);

/// [.., n, heads * width] to [.., heads, n, width] and back, there times a gate [heads] if one is given.
[[nodiscard]] Tensor splitHeads(const Tensor& tensor, std::int64_t heads);
[[nodiscard]] Tensor joinHeads(const Tensor& tensor, const Tensor* gate);

/// The weights whose paths start with the prefix, without it: those of a block inside.
[[nodiscard]] std::map<std::string, Tensor> below(const std::string& prefix,
                                                  const std::map<std::string, Tensor>& weights);

}  // namespace heed::core::reference
