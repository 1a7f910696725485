#pragma once

#include "ui/tensorview/figure.h"

#include <QCommandLineParser>
#include <QString>

#include <cstdint>
#include <memory>
#include <string>

namespace heed::app {

class Work;

/// Which view of a computation is wanted, from the command line.
struct FigureRequest {
  std::string view = "weights";
  std::string step;  ///< empty: the first attention weights
  std::int64_t head = 0;
  std::string query;  ///< number or word; empty: none
  std::string key;
  std::string mode = "spotlight";
};

[[nodiscard]] FigureRequest figureRequest(const QCommandLineParser& parser);

/// The figure, with labels, masks, notes and captions taken from the computation. Throws UsageError where the model has
/// no such view.
[[nodiscard]] std::shared_ptr<const ui::Figure> figureOf(Work& work, const FigureRequest& request);

}  // namespace heed::app
