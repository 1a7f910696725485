#pragma once

#include "gpu/backend/device_list.h"

#include <cstddef>

namespace heed::app {

class JsonWriter;

/// One device of the list as an object: what it is, its limits, what Heed uses of it.
void writeDevice(JsonWriter& json, std::size_t number, const gpu::DeviceDescription& device);

}  // namespace heed::app
