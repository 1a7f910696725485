#include "core/exec/kernels/kernels.h"

#include "core/exec/kernels/micro_kernels.h"

namespace heed::core {

std::string_view FloatKernels::name() const {
  return m_micro.name;
}

const std::vector<const FloatKernels*>& allFloatKernels() {
  static const std::vector<const FloatKernels*> kAll = [] {
    static const FloatKernels kBaseline(kMicroKernelsBaseline);
    std::vector<const FloatKernels*> runnable{&kBaseline};
#ifdef HEED_KERNELS_X86
    static const FloatKernels kAvx2(kMicroKernelsAvx2);
    static const FloatKernels kAvx512(kMicroKernelsAvx512);
    if (__builtin_cpu_supports("x86-64-v3")) runnable.push_back(&kAvx2);
    if (__builtin_cpu_supports("x86-64-v4")) runnable.push_back(&kAvx512);
#endif
    return runnable;
  }();
  return kAll;
}

const FloatKernels& floatKernels() {
  return *allFloatKernels().back();
}

}  // namespace heed::core
