#include "core/base/error.h"
#include "core/blocks/shared/heads.h"
#include "core/blocks/shared/reference.h"
#include "core/blocks/shared/sequence.h"
#include "core/blocks/shared/windows.h"
#include "core/ops/ops.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace heed::core {

namespace {

constexpr const char* kContext = "SwinAttention";

/// The windows, and how their channels are shared by heads.
struct Layout : WindowLayout {
  std::int64_t heads = 0;
  std::int64_t headWidth = 0;
};

/// What differs between queries, keys and values.
struct Projection {
  std::string id;
  AxisMeaning meaning;
  Role role;
  Text caption;
  Text explanation;
  std::string expression;
};

std::int64_t gridRows(const BlockBuild& build, const Signal& patches, std::int64_t count) {
  std::int64_t rows = build.integer("rows");
  if (rows == 0) {
    const auto& labels = patches.items != nullptr ? patches.items : patches.axes[patches.axes.size() - 2].labels;
    if (labels == nullptr || labels->gridRows <= 0) {
      throw Error(ErrorKind::Model,
                  text(kContext, "the %1 items have no grid; connect the patches of an image or set the rows", count));
    }
    rows = labels->gridRows;
  }
  if (count % rows != 0) {
    throw Error(ErrorKind::Shape, text(kContext, "%1 items do not fill a grid of %2 rows", count, rows));
  }
  return rows;
}

Layout layoutOf(BlockBuild& build, const Signal& patches) {
  const Shape shape = build.builder().shape(patches.value);
  Layout layout;
  layout.rows = gridRows(build, patches, shape[-2]);
  layout.columns = shape[-2] / layout.rows;
  const std::int64_t shorter = std::min(layout.rows, layout.columns);
  layout.window = std::min(build.integer("window"), shorter);
  layout.shift = build.integer("window") >= shorter ? 0 : build.integer("shift");
  if (layout.shift >= layout.window) {
    throw Error(ErrorKind::Parameter,
                text(kContext, "the shift is %1; it must be less than the window, %2", layout.shift, layout.window));
  }
  const auto whole = [&](std::int64_t side) { return (side + layout.window - 1) / layout.window * layout.window; };
  layout.paddedRows = whole(layout.rows);
  layout.paddedColumns = whole(layout.columns);
  layout.heads = build.integer("heads");
  if (shape[-1] % layout.heads != 0) {
    throw Error(ErrorKind::Parameter, text(kContext, "the patches have %1 channels, which %2 heads cannot share evenly",
                                           shape[-1], layout.heads));
  }
  layout.headWidth = shape[-1] / layout.heads;
  return layout;
}

std::vector<Axis> windowAxes(const Signal& patches, std::vector<Axis> trailing) {
  std::vector<Axis> axes = leadingAxes(patches);
  axes.push_back({AxisMeaning::Window, nullptr});
  axes.insert(axes.end(), trailing.begin(), trailing.end());
  return axes;
}

/// The cells of a window, which are a grid of their own.
std::shared_ptr<const AxisLabels> cellLabels(const Layout& layout) {
  auto labels = std::make_shared<AxisLabels>();
  labels->gridRows = static_cast<int>(layout.window);
  labels->gridColumns = static_cast<int>(layout.window);
  return labels;
}

/// The patches as the windows see them, [.., windows, cells, channels].
Value windowsOf(BlockBuild& build, const Signal& patches, const Layout& layout) {
  Builder& builder = build.builder();
  const Value grid = shiftedGrid(builder, patches.value, layout);
  std::vector<Axis> gridAxes = leadingAxes(patches);
  gridAxes.push_back({AxisMeaning::PatchRow, nullptr});
  gridAxes.push_back({AxisMeaning::PatchColumn, nullptr});
  gridAxes.push_back(patches.axes.back());
  builder.step(grid, {.id = "shifted",
                      .phase = Phase::Transform,
                      .role = Role::None,
                      .caption = text(kContext, "Rolled grid"),
                      .explanation = text(kContext,
                                          "The grid moves up and left by the shift; what leaves comes in on "
                                          "the other side."),
                      .term = "shifted",
                      .expression = "\\mathrm{roll}(X)",
                      .axes = gridAxes});
  return builder.step(partitioned(builder, grid, layout),
                      {.id = "windows",
                       .phase = Phase::Transform,
                       .role = Role::None,
                       .caption = text(kContext, "Windows"),
                       .explanation = text(kContext, "The grid is cut into square windows; each attends by itself."),
                       .term = "windows",
                       .expression = "X_w",
                       .axes = windowAxes(patches, {{AxisMeaning::Token, cellLabels(layout)}, patches.axes.back()})});
}

/// A Bool column [.., windows, 1, 1, cells] from the valid mask of the patches.
Value validKeys(Builder& builder, Value valid, const Layout& layout) {
  const Shape shape = builder.shape(valid);
  const Value column = ops::reshape(builder, valid, shape.withInserted(shape.rank(), 1));
  const Value windows = partitioned(builder, shiftedGrid(builder, column, layout), layout);
  const Shape cut = builder.shape(windows);
  return ops::reshape(builder, windows, cut.withSize(-1, cut[-2]).withSize(-2, 1).withInserted(cut.rank() - 2, 1));
}

/// Which cells of a window may attend to each other: Bool [windows, 1, cells, cells], with the batch where it has a
/// mask.
Value windowMask(BlockBuild& build, const Signal& patches, const Layout& layout) {
  Builder& builder = build.builder();
  const Value regions = builder.step(builder.constant(regionNumbers(layout)),
                                     {.id = "regions",
                                      .phase = Phase::Mask,
                                      .role = Role::None,
                                      .caption = text(kContext, "Regions"),
                                      .explanation = text(kContext,
                                                          "Cells that the roll brought together from "
                                                          "opposite sides have different numbers."),
                                      .term = "regions",
                                      .expression = "R",
                                      .axes = {{AxisMeaning::PatchRow, nullptr}, {AxisMeaning::PatchColumn, nullptr}}});
  const Value column = ops::reshape(builder, regions, builder.shape(regions).withInserted(2, 1));
  const Value windows = partitioned(builder, column, layout);
  const std::int64_t count = layout.windowCount();
  const std::int64_t cells = layout.windowSize();
  const auto labels = cellLabels(layout);
  const Value numbers =
      builder.step(ops::reshape(builder, windows, {count, cells}),
                   {.id = "window_regions",
                    .phase = Phase::Mask,
                    .role = Role::None,
                    .caption = text(kContext, "Regions in each window"),
                    .explanation = text(kContext, "Only cells with the same number may attend to each other."),
                    .term = "window_regions",
                    .expression = "R_w",
                    .axes = {{AxisMeaning::Window, nullptr}, {AxisMeaning::Token, labels}}});
  Value mask = ops::equal(builder, ops::reshape(builder, numbers, {count, 1, cells, 1}),
                          ops::reshape(builder, numbers, {count, 1, 1, cells}));
  std::vector<Axis> axes = {{AxisMeaning::Window, nullptr},
                            {AxisMeaning::Head, nullptr},
                            {AxisMeaning::Query, labels},
                            {AxisMeaning::Key, labels}};
  if (patches.valid.isValid()) {
    mask = ops::logicalAnd(builder, mask, validKeys(builder, patches.valid, layout));
    const std::vector<Axis> leading = leadingAxes(patches);
    axes.insert(axes.begin(), leading.begin(), leading.end());
  }
  return builder.step(mask, {.id = "mask",
                             .phase = Phase::Mask,
                             .role = Role::None,
                             .caption = text(kContext, "Who may attend to whom"),
                             .explanation = text(kContext, "Cells of the same region; padding is in none."),
                             .term = "mask",
                             .expression = "M",
                             .axes = axes,
                             .mask = mask});
}

/// Queries, keys or values of every window and head, [.., windows, heads, cells, head width].
Value projected(BlockBuild& build, const Signal& patches, Value windows, const Layout& layout,
                const Projection& projection) {
  Builder& builder = build.builder();
  const Shape shape = builder.shape(windows);
  const std::vector<Axis> axes = windowAxes(
      patches,
      {{AxisMeaning::Head, nullptr}, {projection.meaning, cellLabels(layout)}, {AxisMeaning::Channel, nullptr}});
  const Value joined =
      linearMap(build, windows, "W_" + projection.id, "b_" + projection.id, shape[-1], build.flag("bias"), axes);
  return builder.step(splitHeads(builder, joined, layout.heads), {.id = projection.id,
                                                                  .phase = Phase::Project,
                                                                  .role = projection.role,
                                                                  .caption = projection.caption,
                                                                  .explanation = projection.explanation,
                                                                  .term = projection.id,
                                                                  .expression = projection.expression,
                                                                  .axes = axes});
}

/// The rows of the table: how far the query lies below and to the right of the key.
std::shared_ptr<const AxisLabels> offsetLabels(std::int64_t window) {
  std::vector<std::string> names;
  for (std::int64_t down = 1 - window; down < window; ++down) {
    for (std::int64_t right = 1 - window; right < window; ++right)
      names.push_back(fmt::format("{:+d}, {:+d}", down, right));
  }
  return axisLabels(std::move(names));
}

/// The bias for each pair of cells, [heads, cells, cells], looked up in the table by their relative position.
Value positionBias(BlockBuild& build, const Layout& layout) {
  Builder& builder = build.builder();
  const std::int64_t cells = layout.windowSize();
  const std::int64_t reach = 2 * layout.window - 1;
  const auto labels = cellLabels(layout);
  const Value table =
      build.weight({.name = "table",
                    .label = text(kContext, "Bias by relative position"),
                    .role = Role::None,
                    .shape = {reach * reach, layout.heads},
                    .initialisation = Initialisation::Normal,
                    .scale = 0.02,
                    .axes = {{AxisMeaning::Feature, offsetLabels(layout.window)}, {AxisMeaning::Head, nullptr}},
                    .trainable = true,
                    .perHead = true});
  const Value index = builder.step(builder.constant(relativeIndex(layout)),
                                   {.id = "relative_index",
                                    .phase = Phase::Score,
                                    .role = Role::None,
                                    .caption = text(kContext, "Relative positions"),
                                    .explanation = text(kContext, "Which row of the table belongs to a pair of cells."),
                                    .term = "relative_index",
                                    .expression = "\\Delta",
                                    .axes = {{AxisMeaning::Query, labels}, {AxisMeaning::Key, labels}},
                                    .mask = {},
                                    .depth = StepDepth::SubStep});
  const Value rows = ops::gather(builder, table, ops::reshape(builder, index, {cells * cells}), 0);
  const Value bias = ops::reshape(builder, ops::transpose(builder, rows, 0, 1), {layout.heads, cells, cells});
  return builder.step(
      bias, {.id = "position_bias",
             .phase = Phase::Score,
             .role = Role::None,
             .caption = text(kContext, "Position bias"),
             .explanation = text(kContext, "What is added to a score for where the two cells lie."),
             .term = "position_bias",
             .expression = "B",
             .axes = {{AxisMeaning::Head, nullptr}, {AxisMeaning::Query, labels}, {AxisMeaning::Key, labels}}});
}

Value windowScores(BlockBuild& build, Value query, Value key, const Layout& layout, const std::vector<Axis>& axes) {
  Builder& builder = build.builder();
  const Value scores =
      builder.step(ops::matmul(builder, query, key, ops::Transpose::No, ops::Transpose::Yes),
                   {.id = "scores",
                    .phase = Phase::Score,
                    .role = Role::None,
                    .caption = text(kContext, "Dot products"),
                    .explanation = text(kContext, "How well does each query match each key of its window?"),
                    .term = "scores",
                    .expression = "Q K^\\top",
                    .axes = axes});
  const Value scaled =
      builder.step(ops::scale(builder, scores, 1.0 / std::sqrt(static_cast<double>(layout.headWidth))),
                   {.id = "scaled",
                    .phase = Phase::Scale,
                    .role = Role::None,
                    .caption = text(kContext, "Divide by √%1", layout.headWidth),
                    .explanation = text(kContext, "Dividing keeps softmax from choosing only one key."),
                    .term = "scaled",
                    .expression = "S / \\sqrt{d}",
                    .axes = axes});
  if (!build.flag("position_bias")) return scaled;
  return builder.step(ops::add(builder, scaled, positionBias(build, layout)),
                      {.id = "biased",
                       .phase = Phase::Score,
                       .role = Role::None,
                       .caption = text(kContext, "With the position bias"),
                       .explanation = text(kContext, "Each score gets the bias of the pair's relative position."),
                       .term = "biased",
                       .expression = "S / \\sqrt{d} + B",
                       .axes = axes});
}

/// The windows' outputs, [.., windows, cells, channels], and the port "weights".
Value attended(BlockBuild& build, const Signal& patches, Value windows, Value mask, const Layout& layout) {
  Builder& builder = build.builder();
  const auto labels = cellLabels(layout);
  const std::vector<Axis> axes =
      windowAxes(patches, {{AxisMeaning::Head, nullptr}, {AxisMeaning::Query, labels}, {AxisMeaning::Key, labels}});
  const Value query = projected(build, patches, windows, layout,
                                {"query", AxisMeaning::Query, Role::Query, text(kContext, "Queries"),
                                 text(kContext, "What does each cell look for?"), "X_w W_Q"});
  const Value key = projected(build, patches, windows, layout,
                              {"key", AxisMeaning::Key, Role::Key, text(kContext, "Keys"),
                               text(kContext, "What does each cell offer to be found by?"), "X_w W_K"});
  const Value value = projected(build, patches, windows, layout,
                                {"value", AxisMeaning::Key, Role::Value, text(kContext, "Values"),
                                 text(kContext, "What does each cell hand on?"), "X_w W_V"});
  const Value scores = windowScores(build, query, key, layout, axes);
  const Value weights = builder.step(
      ops::softmax(builder, scores, mask),
      {.id = "weights",
       .phase = Phase::Normalise,
       .role = Role::Weights,
       .caption = text(kContext, "Attention weights"),
       .explanation = text(kContext, "Softmax over the cells of the window that belong to the same region."),
       .term = "weights",
       .expression = "A",
       .axes = axes,
       .mask = mask});
  build.setOutput("weights", {PortKind::Weights, weights, {}, axes, labels, 0, false});
  const Value mixed = builder.step(
      ops::matmul(builder, weights, value),
      {.id = "mixed",
       .phase = Phase::Mix,
       .role = Role::None,
       .caption = text(kContext, "Weighted values"),
       .explanation = text(kContext, "Each cell takes the mean of its window's values, by its row of weights."),
       .term = "mixed",
       .expression = "A V",
       .axes = windowAxes(
           patches, {{AxisMeaning::Head, nullptr}, {AxisMeaning::Query, labels}, {AxisMeaning::Channel, nullptr}})});
  const Shape shape = builder.shape(windows);
  const Value joined = joinHeads(builder, mixed);
  const std::vector<Axis> outputAxes =
      windowAxes(patches, {{AxisMeaning::Query, labels}, {AxisMeaning::Channel, nullptr}});
  return builder.step(linearMap(build, joined, "W_output", "b_output", shape[-1], build.flag("bias"), outputAxes),
                      {.id = "window_outputs",
                       .phase = Phase::Mix,
                       .role = Role::None,
                       .caption = text(kContext, "Outputs of the windows"),
                       .explanation = text(kContext, "The heads side by side, mapped to the width of the patches."),
                       .term = "window_outputs",
                       .expression = "[A_0 V_0, \\ldots] W_O",
                       .axes = outputAxes});
}

void build(BlockBuild& build) {
  requireSequence(build, "patches");
  Builder& builder = build.builder();
  const Signal& patches = build.input("patches");
  const Layout layout = layoutOf(build, patches);
  const Value windows = windowsOf(build, patches, layout);
  const Value mask = windowMask(build, patches, layout);
  const Value outputs = attended(build, patches, windows, mask, layout);
  const std::vector<Axis> axes = withPlainChannels(patches);
  const Value output = builder.step(
      restored(builder, outputs, layout),
      {.id = "output",
       .phase = Phase::Output,
       .role = Role::Output,
       .caption = text(kContext, "Rolled back"),
       .explanation = text(kContext, "The windows are put together and the roll is undone; padding is cut off."),
       .term = "output",
       .expression = "\\mathrm{roll}^{-1}(O)",
       .axes = axes});
  build.setOutput("output", derived(patches, output, axes));
}

/// A patch of the reference: where it lies, and the window that it falls into.
struct Place {
  std::int64_t row;
  std::int64_t column;
  std::int64_t windowRow;
  std::int64_t windowColumn;
};

/// The same without rolling: windows that start `shift` patches before the grid's first row and column. A window that
/// hangs over an edge holds only what is inside, which is what the roll and its mask come to.
struct DirectWindows {
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t side;
  std::int64_t shift;

  [[nodiscard]] Place place(std::int64_t item) const {
    const std::int64_t row = item / columns;
    const std::int64_t column = item % columns;
    const std::int64_t back = shift == 0 ? 0 : side - shift;
    return {row, column, (row + back) / side, (column + back) / side};
  }
};

/// Numbers by name and place of the reference's projections.
struct ReferenceHeads {
  Tensor query;
  Tensor key;
  Tensor value;
  const Tensor* table = nullptr;
  std::int64_t heads = 1;
  std::int64_t width = 1;
};

/// The weights of one query over all items, and the mixed values of one head.
std::vector<double> referenceRow(const ReferenceHeads& numbers, const DirectWindows& grid, std::int64_t first,
                                 std::int64_t item, std::int64_t head) {
  const std::int64_t channels = numbers.heads * numbers.width;
  const std::int64_t items = grid.rows * grid.columns;
  const Place own = grid.place(item);
  std::vector<double> weights(static_cast<std::size_t>(items), 0.0);
  double total = 0.0;
  double largest = -INFINITY;
  for (int pass = 0; pass < 2; ++pass) {
    for (std::int64_t other = 0; other < items; ++other) {
      const Place place = grid.place(other);
      if (place.windowRow != own.windowRow || place.windowColumn != own.windowColumn) continue;
      double score = 0.0;
      for (std::int64_t c = 0; c < numbers.width; ++c) {
        score += numbers.query.at((first + item) * channels + head * numbers.width + c) *
                 numbers.key.at((first + other) * channels + head * numbers.width + c);
      }
      score /= std::sqrt(static_cast<double>(numbers.width));
      if (numbers.table != nullptr) {
        const std::int64_t down = own.row - place.row + grid.side - 1;
        const std::int64_t right = own.column - place.column + grid.side - 1;
        score += numbers.table->at((down * (2 * grid.side - 1) + right) * numbers.heads + head);
      }
      if (pass == 0) {
        largest = std::max(largest, score);
      } else {
        total += weights[static_cast<std::size_t>(other)] = std::exp(score - largest);
      }
    }
  }
  for (double& weight : weights) weight /= total;
  return weights;
}

std::map<std::string, Tensor> referenceOutputs(const ReferenceCall& call) {
  const Tensor& patches = call.inputs.at("patches");
  const Shape shape = patches.shape();
  const auto integer = [&](const char* id) { return std::get<std::int64_t>(*findParameter(call.parameters, id)); };
  DirectWindows grid{integer("rows"), shape[-2] / integer("rows"), 0, 0};
  const std::int64_t shorter = std::min(grid.rows, grid.columns);
  grid.side = std::min(integer("window"), shorter);
  grid.shift = integer("window") >= shorter ? 0 : integer("shift");
  const auto map = [&](const Tensor& input, const std::string& name) {
    return reference::product(input, call.weights.at("W_" + name), reference::find(call.weights, "b_" + name));
  };
  const std::int64_t heads = integer("heads");
  const ReferenceHeads numbers{
      map(patches, "query"), map(patches, "key"), map(patches, "value"), reference::find(call.weights, "table"), heads,
      shape[-1] / heads};
  std::vector<double> mixed(static_cast<std::size_t>(patches.elementCount()), 0.0);
  for (std::int64_t batch = 0; batch < shape.part(0, shape.rank() - 2).elementCount(); ++batch) {
    const std::int64_t first = batch * shape[-2];
    for (std::int64_t item = 0; item < shape[-2]; ++item) {
      for (std::int64_t channel = 0; channel < shape[-1]; ++channel) {
        const auto weights = referenceRow(numbers, grid, first, item, channel / numbers.width);
        double& sum = mixed[static_cast<std::size_t>((first + item) * shape[-1] + channel)];
        for (std::int64_t other = 0; other < shape[-2]; ++other)
          sum += weights[static_cast<std::size_t>(other)] * numbers.value.at((first + other) * shape[-1] + channel);
      }
    }
  }
  return {{"output", map(Tensor::fromDoubles(shape, mixed), "output")}};
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -1.0, 1.0}; };
  const auto integer = [](const char* id, std::int64_t value) { return NamedParameter{id, value}; };
  return {
      {"a shifted grid",
       {integer("rows", 4), integer("window", 2), integer("shift", 1), integer("heads", 2)},
       {{"patches", real({16, 4})}},
       {}},
      {"windows without a shift",
       {integer("rows", 4), integer("window", 2), integer("heads", 1), {"bias", false}},
       {{"patches", real({24, 3})}},
       {}},
      {"a grid that windows do not fill",
       {integer("rows", 5), integer("window", 3), integer("shift", 1), integer("heads", 2)},
       {{"patches", real({35, 2})}},
       {}},
      {"a window as large as the grid",
       {integer("rows", 3), integer("window", 7), integer("shift", 3), integer("heads", 2), {"position_bias", false}},
       {{"patches", real({9, 4})}},
       {}},
      {"a batch",
       {integer("rows", 4), integer("window", 2), integer("shift", 1), integer("heads", 2)},
       {{"patches", real({2, 16, 2})}},
       {}},
      {"one patch", {integer("rows", 1), integer("heads", 1)}, {{"patches", real({1, 3})}}, {}}};
}

std::vector<ParamSpec> params() {
  return {
      {.id = "window",
       .label = text(kContext, "Window"),
       .type = ParamType::Integer,
       .defaultValue = std::int64_t{4},
       .minimum = 1.0,
       .maximum = 64.0,
       .choices = {},
       .help = text(kContext, "Patches on each side of a window; a grid that is smaller is one window.")},
      {.id = "shift",
       .label = text(kContext, "Shift"),
       .type = ParamType::Integer,
       .defaultValue = std::int64_t{0},
       .minimum = 0.0,
       .maximum = 63.0,
       .choices = {},
       .help = text(kContext, "By how many patches the windows are moved; every second layer takes half a window.")},
      {.id = "heads",
       .label = text(kContext, "Heads"),
       .type = ParamType::Integer,
       .defaultValue = std::int64_t{2},
       .minimum = 1.0,
       .maximum = 64.0,
       .choices = {},
       .help = text(kContext, "How many heads attend side by side; they share the channels evenly.")},
      {.id = "bias",
       .label = text(kContext, "Biases"),
       .type = ParamType::Bool,
       .defaultValue = true,
       .choices = {},
       .help = text(kContext, "Whether a bias is added after each map.")},
      {.id = "position_bias",
       .label = text(kContext, "Position bias"),
       .type = ParamType::Bool,
       .defaultValue = true,
       .choices = {},
       .help = text(kContext, "Whether scores get a bias by the relative position of the two patches.")},
      {.id = "rows",
       .label = text(kContext, "Rows of the grid"),
       .type = ParamType::Integer,
       .defaultValue = std::int64_t{0},
       .minimum = 0.0,
       .maximum = 4096.0,
       .choices = {},
       .help = text(kContext, "How many rows the items form; 0 takes the grid of the picture.")}};
}

}  // namespace

const BlockType& swinAttentionBlock() {
  static const BlockType type{
      .id = "swin_attention",
      .category = "vision",
      .title = text(kContext, "Swin window attention"),
      .words = {.summary =
                    text(kContext, "Patches of a picture attend to each other inside windows, which may be shifted."),
                .what = text(kContext,
                             "The grid of patches is cut into square windows, and every window attends by itself, with "
                             "a bias for the relative position of the two patches. With a shift the grid is rolled "
                             "first and rolled back afterwards; a mask keeps apart what was not together before."),
                .why = text(kContext,
                            "The cost grows with the number of patches and not with its square, and shifted windows in "
                            "every second layer let neighbours across a border meet."),
                .caution = text(kContext,
                                "One layer sees only its window: that a patch takes nothing from another says nothing "
                                "about the two if a border lies between them."),
                .synonyms = {"Swin Transformer", "W-MSA", "SW-MSA", "shifted windows", "local attention in images"}},
      .formula =
          "\\term{output}{\\mathrm{roll}^{-1}}(\\term{window_outputs}{\\term{weights}{\\mathrm{softmax}("
          "\\term{scaled}{\\frac{\\term{scores}{Q K^\\top}}{\\sqrt{d}}} + \\term{position_bias}{B})} V W_O})",
      .paper = "Liu et al., Swin Transformer: Hierarchical Vision Transformer using Shifted Windows, ICCV 2021",
      .inputs = {{"patches", text(kContext, "Patches"), PortKind::Tensor, 2, false, Role::None}},
      .outputs = {{"output", text(kContext, "Output"), PortKind::Tensor, 2, false, Role::Output},
                  {"weights", text(kContext, "Weights of each window and head"), PortKind::Weights, 4, false,
                   Role::Weights}},
      .params = params(),
      .build = build,
      .isMechanism = false,
      .isBilinear = false,
      .claims = {Claim::RowsSumToOne},
      .equalities = {},
      .examples = examples,
      .reference = referenceOutputs,
  };
  return type;
}

}  // namespace heed::core
