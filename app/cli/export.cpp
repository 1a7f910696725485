#include "app/cli/backend_options.h"
#include "app/cli/figure_of.h"
#include "app/cli/progress_line.h"
#include "app/cli/subcommand.h"
#include "app/cli/work.h"
#include "ui/export/export_figure.h"

#include <fmt/format.h>

#include <cstdio>
#include <optional>

namespace heed::app {

namespace {

void addOptions(QCommandLineParser& parser) {
  addWorkOptions(parser);
  addBackendOptions(parser);
  addPrecisionOption(parser);
  parser.addOptions(
      {{{"o", "output"}, "The figure's file: .png, .svg, .pdf, or .csv and .npy for its numbers.", "FILE"},
       {"view",
        "weights, tokens (lines), row (bars of one query), overlay (on the picture) or steps. Default: weights.",
        "VIEW", "weights"},
       {"step", "The step that weights, tokens and overlay show; else the first attention weights.", "STEP"},
       {"head", "The head, where there are several. Default: 0.", "NUMBER", "0"},
       {"query", "The query that is pointed out: its number or its word.", "PLACE"},
       {"key", "The key that is pointed out, in weights.", "PLACE"},
       {"mode", "Of an overlay: spotlight, overlay or map. Default: spotlight.", "MODE", "spotlight"},
       {"theme", "light or dark. Default: light.", "THEME", "light"},
       {"width", "Width in millimetres, as 84 (a column) or 174 (a page, the default).", "MM"},
       {"height", "Height in millimetres; else as much as the content needs.", "MM"},
       {"slide", "254 x 143 mm with the letters of a slide."},
       {"dpi", "Dots per inch of a PNG. Default: 300.", "NUMBER", "300"},
       {"transparent", "Without a ground."},
       {"crop", "Cut to what is drawn."},
       {"text-as", "outlines or text; else as suits the format.", "KIND"},
       {"caption", "A sentence below the figure.", "TEXT"}});
}

double millimetres(const QCommandLineParser& parser, const char* name, double fallback) {
  if (!parser.isSet(name)) return fallback;
  bool isNumber = false;
  const double value = parser.value(name).toDouble(&isNumber);
  if (!isNumber || value < 10 || value > 2000) {
    throw UsageError{
        fmt::format("--{} is \"{}\"; it must be from 10 to 2000 millimetres", name, parser.value(name).toStdString())};
  }
  return value;
}

ui::ExportOptions exportOptions(const QCommandLineParser& parser) {
  ui::ExportOptions options = parser.isSet("slide") ? ui::ExportOptions::slide() : ui::ExportOptions::page();
  options.widthMillimetres = millimetres(parser, "width", options.widthMillimetres);
  options.heightMillimetres = millimetres(parser, "height", options.heightMillimetres);
  options.dotsPerInch = static_cast<int>(integerOption(parser, "dpi", 300, 30, 2400));
  const QString theme = parser.value("theme");
  if (theme != "light" && theme != "dark")
    throw UsageError{fmt::format("--theme is \"{}\"; it must be light or dark", theme.toStdString())};
  options.theme = theme == "light" ? ui::ThemeName::Light : ui::ThemeName::Dark;
  if (parser.isSet("transparent")) options.ground = ui::FigureGround::Transparent;
  if (parser.isSet("crop")) options.fit = ui::PageFit::Content;
  if (parser.isSet("text-as")) {
    const QString kind = parser.value("text-as");
    if (kind != "outlines" && kind != "text")
      throw UsageError{fmt::format("--text-as is \"{}\"; it must be outlines or text", kind.toStdString())};
    options.text = kind == "text" ? ui::FigureText::Text : ui::FigureText::Outlines;
  }
  options.caption = parser.value("caption");
  return options;
}

/// An option that the view has no use for is refused rather than ignored.
void refuseUselessOptions(const QCommandLineParser& parser, const std::string& view) {
  const auto refuse = [&](const char* option, bool isOfUse, const char* where) {
    if (parser.isSet(option) && !isOfUse) throw UsageError{fmt::format("--{} says something only {}", option, where)};
  };
  refuse("key", view == "weights" || view == "row", "of weights or a row (--view weights, --view row)");
  refuse("mode", view == "overlay", "of an overlay (--view overlay)");
  refuse("query", view != "steps", "of weights, tokens, rows and overlays");
  refuse("step", view != "steps", "of weights, tokens, rows and overlays");
}

ExitStatus exportView(const QCommandLineParser& parser, std::stop_token stop) {
  if (!parser.isSet("output")) throw UsageError{"-o FILE is needed: .png, .svg, .pdf, .csv or .npy"};
  const ui::ExportOptions options = exportOptions(parser);
  const std::string view = parser.value("view").toStdString();
  static_cast<void>(ui::figureFormat(parser.value("output"), options.withoutExtension));
  refuseUselessOptions(parser, view);
  Backends backends(backendOptions(parser));
  Work work(parser, openBackend(backends), std::move(stop), view == "steps" ? Inside::Open : Inside::Closed,
            precisionOption(parser));
  work.run();
  const core::Progress notKnown;
  std::optional<ProgressLine> line(std::in_place, "drawing", notKnown);
  const FigureRequest request = figureRequest(parser);
  const std::shared_ptr<const ui::Figure> figure = figureOf(work, request);
  work.context().kernel.throwIfStopped();
  const QString written = ui::exportFigure(*figure, parser.value("output"), options);
  line.reset();
  fmt::print("{}\n", written.toStdString());
  return ExitStatus::Done;
}

}  // namespace

const Subcommand& exportSubcommand() {
  static const Subcommand subcommand{
      .name = "export",
      .arguments = "[FILE]",
      .summary = "Writes a figure of a computation: PNG, SVG, PDF, or its numbers as CSV or NPY.",
      .details = "The path that was written is printed. A missing extension becomes .png.\n",
      .examples =
          "  heed export --text \"The dog saw the ball and it barked\" -o weights.svg\n"
          "  heed export --view tokens --query it -o lines.pdf --width 84\n"
          "  heed export --image photo.jpg --view overlay --query 100 -o overlay.png --dpi 300\n"
          "  heed export --view row --query it --key animal -o row.svg\n"
          "  heed export --view steps -o steps.pdf\n"
          "  heed export --view weights --head 1 -o weights.csv\n",
      .toolkit = Toolkit::Gui,
      .addOptions = addOptions,
      .run = exportView,
  };
  return subcommand;
}

}  // namespace heed::app
