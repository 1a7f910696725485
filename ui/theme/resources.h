#pragma once

namespace heed::ui {

/// Makes the resources that are compiled into this static library known to Qt. May be called any number of times;
/// Theme::load calls it.
void initResources();

}  // namespace heed::ui
