#include "app/cli/subcommand.h"
#include "core/exec/kernels/memory.h"

#include <string>
#include <vector>

int main(int argc, char** argv) {
  heed::core::tuneAllocator();
  return heed::app::runCommandLine(std::vector<std::string>(argv, argv + argc));
}
