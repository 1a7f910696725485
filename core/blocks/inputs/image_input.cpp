#include "core/base/error.h"
#include "core/blocks/shared/sequence.h"
#include "core/data/image_patches.h"

namespace heed::core {

namespace {

constexpr const char* kContext = "ImageInput";

void build(BlockBuild& build) {
  const auto* image = build.data() == nullptr ? nullptr : std::get_if<ImageInput>(build.data());
  if (image == nullptr || image->pixels.isNull())
    throw Error(ErrorKind::Model, text(kContext, "there is no picture yet; drop or open one"));
  const Shape& shape = image->pixels.shape();
  const PatchGrid grid =
      patchGrid(static_cast<int>(shape[1]), static_cast<int>(shape[0]), static_cast<int>(build.integer("short_side")),
                static_cast<int>(build.integer("long_side")));
  build.note(Severity::Note,
             text(kContext, "%1 x %2 pixels, %3 x %4 patches, %5 tokens", image->fullWidth(), image->fullHeight(),
                  grid.columns, grid.rows, grid.patchCount()),
             "patches");
  if (image->isReadSmaller()) {
    build.note(Severity::Note, text(kContext, "the picture was read at %1 x %2 pixels", grid.width, grid.height),
               "patches");
  }
  if (grid.cutsSomething()) {
    build.note(Severity::Note,
               text(kContext, "%1 columns and %2 rows of pixels at the edges belong to no patch and are left out",
                    grid.width - grid.columns * grid.patchSize, grid.height - grid.rows * grid.patchSize),
               "patches");
  }
  const PatchFeatures features =
      build.string("content") == "pixels" ? patchPixels(*image, grid) : patchFeatures(*image, grid);
  auto labels = std::make_shared<AxisLabels>();
  labels->gridRows = grid.rows;
  labels->gridColumns = grid.columns;
  const std::vector<Axis> axes = {{AxisMeaning::Token, labels}, {AxisMeaning::Feature, axisLabels(features.names)}};
  const Value value = build.dataInput("patches", features.values);
  build.builder().step(value, {.id = "patches",
                               .phase = Phase::Input,
                               .role = Role::None,
                               .caption = text(kContext, "Patches to X"),
                               .explanation = text(kContext, "Each patch of the picture as a row of numbers."),
                               .term = {},
                               .expression = "X",
                               .axes = axes,
                               .mask = {},
                               .depth = StepDepth::Step,
                               .isInput = true});
  build.setOutput("patches", {PortKind::Tensor, value, {}, axes, labels, 0, true});
}

std::vector<BlockExample> examples() {
  TensorBuffer pixels(ElementKind::Float32, {24, 30, 3});
  for (std::int64_t i = 0; i < pixels.shape().elementCount(); ++i)
    pixels.setAt(i, static_cast<double>((i * 37) % 101) / 100.0);
  const ImageInput image{"pattern", pixels.finish()};
  const ImageInput dot{"one pixel", Tensor::fromFloats({1, 1, 3}, {0.2F, 0.5F, 0.9F})};
  return {{"features", {}, {}, image},
          {"pixels", {{"content", std::string("pixels")}}, {}, image},
          {"one pixel", {}, {}, dot}};
}

}  // namespace

const BlockType& imageInputBlock() {
  static const BlockType type{
      .id = "image_input",
      .category = "inputs",
      .title = text(kContext, "Image patches"),
      .words = {.summary = text(kContext, "A picture, cut into patches with numbers for each."),
                .what = text(kContext,
                             "The picture is cut into square patches, 12 on the short side and at most 20 on the long "
                             "one. Each patch becomes a row: either features made by hand (colour, texture, edges, "
                             "position) or its raw pixels."),
                .why = text(kContext, "A picture has no words; patches are its tokens, as in the Vision Transformer."),
                .caution = text(kContext,
                                "Hand-made features decide what can be found: patches are alike if their colours, "
                                "textures and places are."),
                .synonyms = {"picture", "patches", "ViT", "photo"}},
      .formula = "x_p \\in \\mathbb{R}^{f}",
      .paper = "Dosovitskiy et al., An Image is Worth 16x16 Words, ICLR 2021",
      .inputs = {},
      .outputs = {{"patches", text(kContext, "Patches"), PortKind::Tensor, 2, false, Role::None}},
      .params = {{.id = "content",
                  .label = text(kContext, "Numbers of a patch"),
                  .type = ParamType::Choice,
                  .defaultValue = std::string("features"),
                  .choices = {{"features", text(kContext, "Features")}, {"pixels", text(kContext, "Pixels")}},
                  .help = text(kContext, "Features made by hand, or the raw pixels.")},
                 {.id = "short_side",
                  .label = text(kContext, "Patches on the short side"),
                  .type = ParamType::Integer,
                  .defaultValue = std::int64_t{12},
                  .minimum = 1,
                  .maximum = 64,
                  .choices = {},
                  .help = text(kContext, "How many patches the shorter side is cut into.")},
                 {.id = "long_side",
                  .label = text(kContext, "Most patches on the long side"),
                  .type = ParamType::Integer,
                  .defaultValue = std::int64_t{20},
                  .minimum = 1,
                  .maximum = 128,
                  .choices = {},
                  .help = text(kContext, "What is beyond is cut evenly from both ends.")}},
      .build = build,
      .isMechanism = false,
      .isBilinear = false,
      .claims = {},
      .equalities = {},
      .examples = examples,
      .reference = nullptr,
  };
  return type;
}

}  // namespace heed::core
