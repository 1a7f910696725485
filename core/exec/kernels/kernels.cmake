# The float32 inner loops are one source built once per instruction set; kernels.cpp chooses among them at run time.
# Contraction into fused multiply-adds is part of the design, and the kernels neither read errno nor trap.
set(kernel_source ${CMAKE_CURRENT_SOURCE_DIR}/exec/kernels/micro/build.cpp)
list(REMOVE_ITEM core_sources ${kernel_source})

function(heed_kernel_build table name)
  add_library(heed_${table} OBJECT ${kernel_source})
  target_compile_definitions(heed_${table} PRIVATE ${kernel_definitions} HEED_KERNEL_BUILD=${table} HEED_KERNEL_NAME="${name}")
  target_compile_options(heed_${table} PRIVATE ${ARGN} -ffp-contract=fast -fno-math-errno -fno-trapping-math)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_options(heed_${table} PRIVATE -O3)
  endif()
  target_link_libraries(heed_${table} PRIVATE heed_options)
  set(kernel_objects ${kernel_objects} $<TARGET_OBJECTS:heed_${table}> PARENT_SCOPE)
endfunction()

set(kernel_objects)
set(kernel_definitions)
heed_kernel_build(kMicroKernelsBaseline "baseline")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(kernel_definitions HEED_KERNELS_X86)
  heed_kernel_build(kMicroKernelsAvx2 "AVX2" -march=x86-64-v3)
  heed_kernel_build(kMicroKernelsAvx512 "AVX-512" -march=x86-64-v4 -mprefer-vector-width=512)
endif()
