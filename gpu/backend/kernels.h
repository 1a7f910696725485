#pragma once

#include "gpu/backend/kernel.h"

/// The makers of dispatches, one for each way to spread an op over threads; kernel_table.cpp says which op takes which.
namespace heed::gpu {

// Element by element. The shader is named as the op.
[[nodiscard]] std::vector<Dispatch> mapKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> pairKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> realPairKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> notKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> comparisonKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> selectKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> castKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> geluKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> randomUniformKernel(const KernelNode& node);

// Row by row.
[[nodiscard]] std::vector<Dispatch> reductionKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> softmaxKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> logSoftmaxKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> layerNormKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> argMaxKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> orderKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> sampleIndexKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> cumulativeSumKernel(const KernelNode& node);

[[nodiscard]] std::vector<Dispatch> matmulKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> attentionKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> attentionGradientKernel(const KernelNode& node);

// Moving elements.
[[nodiscard]] std::vector<Dispatch> copyKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> permuteKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> broadcastKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> concatenateKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> sliceKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> unsliceKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> gatherKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> scatterAddKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> takeAlongLastKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> scatterAlongLastKernel(const KernelNode& node);
[[nodiscard]] std::vector<Dispatch> oneHotKernel(const KernelNode& node);

}  // namespace heed::gpu
