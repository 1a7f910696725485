#include "core/io/build_resources.h"

#include "core/io/resources.h"
#include "core/text/feature_table.h"

namespace heed::core {

BuildResources readBuildResources() {
  const auto table = [](const char* name) {
    return std::make_shared<const FeatureTable>(
        FeatureTable::parse(readResource(std::string("features/") + name), name));
  };
  return {table("english.csv"), table("chinese.csv")};
}

}  // namespace heed::core
