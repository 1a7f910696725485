#include "ui/document/edits.h"

#include "core/base/error.h"
#include "ui/document/mask_wiring.h"
#include "ui/import/templates.h"
#include "ui/session/computation.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>

namespace heed::ui {

namespace {

QString words(const char* text) {
  return QCoreApplication::translate("Edits", text);
}

core::BlockId blockOfType(const core::Model& model, std::string_view type) {
  const auto found = std::ranges::find(model.blocks(), type, &core::Block::type);
  return found == model.blocks().end() ? core::BlockId() : found->id;
}

/// The block that a step belongs to: the first part of its id is the block's name.
core::BlockId blockOfStep(const core::DocumentData& data, const std::string& stepId) {
  const core::Block* block = data.model.blockNamed(stepId.substr(0, stepId.find('/')));
  if (block == nullptr) {
    throw core::Error(core::ErrorKind::Model,
                      core::text("Edits", "the step \"%1\" belongs to no block of the model", stepId));
  }
  return block->id;
}

struct PairPlaces {
  std::int64_t queries = 0;
  std::int64_t keys = 0;
  core::Axis rows;
  core::Axis columns;
};

PairPlaces pairsOf(const Computation& computation, int weightsStep) {
  const core::Step& step = computation.step(weightsStep);
  const core::Shape& shape = computation.program().type(step.value).shape;
  if (shape.rank() < 2) {
    throw core::Error(core::ErrorKind::Model,
                      core::text("Edits", "step \"%1\" has no rows of queries and columns of keys", step.id));
  }
  const std::size_t rank = step.axes.size();
  return {shape[-2], shape[-1], rank >= 2 ? step.axes[rank - 2] : core::Axis{},
          rank >= 1 ? step.axes[rank - 1] : core::Axis{}};
}

std::vector<std::string> namesOf(const core::Axis& axis, std::int64_t count) {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < count; ++i) names.push_back(core::axisPlace(axis, i));
  return names;
}

/// The pairs that are hidden by hand, fitted to the items of the run, else all allowed.
core::MatrixInput hiddenPairs(const MaskWiring& wiring, const Computation& computation, const PairPlaces& places) {
  const core::Shape shape{places.queries, places.keys};
  core::MatrixInput pairs{"hidden", {}, namesOf(places.rows, places.queries), namesOf(places.columns, places.keys)};
  const int step = wiring.hidden() == nullptr ? -1 : computation.program().stepIndex(wiring.hiddenName() + "/mask");
  const core::Tensor fitted = step < 0 ? core::Tensor() : computation.trace().kept(step);
  const bool isKnown = !fitted.isNull() && fitted.shape() == shape;
  pairs.values = isKnown ? fitted.converted(core::ElementKind::Float64)
                         : core::Tensor::fromDoubles(
                               shape, std::vector<double>(static_cast<std::size_t>(shape.elementCount()), 1.0));
  return pairs;
}

void changePairs(Document& document, const Computation& computation, int weightsStep, const QString& title,
                 const std::function<void(std::vector<double>&, const PairPlaces&)>& change,
                 const QString& mergeKey = {}) {
  const PairPlaces places = pairsOf(computation, weightsStep);
  const std::string id = computation.step(weightsStep).id;
  document.edit(
      title,
      [&](core::DocumentData& data) {
        MaskWiring wiring(data, blockOfStep(data, id));
        core::MatrixInput pairs = hiddenPairs(wiring, computation, places);
        std::vector<double> allowed = pairs.values.toDoubles();
        change(allowed, places);
        pairs.values = core::Tensor::fromDoubles({places.queries, places.keys}, allowed);
        wiring.setHidden(std::move(pairs));
      },
      mergeKey);
}

void setWeight(Document& document, const core::LoweredWeight& weight, const core::Tensor& current, std::int64_t offset,
               double number, const QString& mergeKey) {
  std::vector<double> values = current.toDoubles();
  values[static_cast<std::size_t>(offset)] = number;
  document.edit(
      words(QT_TRANSLATE_NOOP("Edits", "change a weight")),
      [&](core::DocumentData& data) {
        core::StoredWeight& stored = data.weights[weight.path];
        stored.value = core::Tensor::fromDoubles(current.shape(), values);
        stored.origin = core::WeightOrigin::HandSet;
      },
      mergeKey);
}

void replaceNumber(Document& document, const core::Step& step, const core::Shape& shape, std::int64_t offset,
                   double number, const QString& mergeKey) {
  core::ReplacedNumber replaced{step.id, {}, number};
  const auto index = shape.index(offset);
  for (int axis = 0; axis < shape.rank(); ++axis) replaced.cell.push_back(index[static_cast<std::size_t>(axis)]);
  document.edit(
      words(QT_TRANSLATE_NOOP("Edits", "replace a number")),
      [&](core::DocumentData& data) {
        std::erase_if(data.replaced, [&](const core::ReplacedNumber& older) {
          return older.step == replaced.step && older.cell == replaced.cell;
        });
        data.replaced.push_back(replaced);
      },
      mergeKey);
}

/// The mask as the run used it, with one cell changed, takes the place of the rule that made it.
void paintMask(Document& document, const Computation& computation, int step, std::int64_t offset, bool allowed,
               const QString& mergeKey) {
  const core::Step& mask = computation.step(step);
  const core::Shape& shape = computation.program().type(mask.value).shape;
  const core::Tensor& values = computation.trace().kept(step);
  if (shape.rank() != 2 || values.isNull()) {
    throw core::Error(
        core::ErrorKind::Model,
        core::text("Edits", "the mask \"%1\" is %2; one of two dimensions can be painted", mask.id, shape.toString()));
  }
  core::MatrixInput pairs{"hidden", {}, namesOf(mask.axes[0], shape[0]), namesOf(mask.axes[1], shape[1])};
  std::vector<double> cells = values.toDoubles();
  cells[static_cast<std::size_t>(offset)] = allowed ? 1.0 : 0.0;
  pairs.values = core::Tensor::fromDoubles(shape, cells);
  document.edit(
      words(QT_TRANSLATE_NOOP("Edits", "paint the mask")),
      [&](core::DocumentData& data) {
        const core::BlockId owner = blockOfStep(data, mask.id);
        core::BlockId target = owner;
        // A mask block feeds the attention block through at most one AND.
        while (core::findBlockType(data.model.block(target)->type) != nullptr &&
               core::findBlockType(data.model.block(target)->type)->category == "masks") {
          const auto edges = data.model.edgesFrom(target);
          if (edges.empty()) break;
          target = edges.front()->to;
        }
        MaskWiring(data, target).setBase({});
        MaskWiring(data, target).setHidden(std::move(pairs));
      },
      mergeKey);
}

}  // namespace

bool hasInputFor(const core::DocumentData& data, const core::InputData& input) {
  const char* type = inputBlockFor(input);
  return type != nullptr && blockOfType(data.model, type).isValid();
}

void setText(Document& document, const QString& text) {
  setInput(document, core::TextInput{text.toStdString()}, words(QT_TRANSLATE_NOOP("Edits", "change the text")));
}

void setInput(Document& document, core::InputData input, const QString& title) {
  const char* type = inputBlockFor(input);
  if (type == nullptr) return;
  if (!hasInputFor(document.data(), input)) {
    core::DocumentData data = openTemplate(templateFor(input));
    data.inputs[blockOfType(data.model, type)] = std::move(input);
    document.replace(title, std::move(data));
    return;
  }
  document.edit(title, [&](core::DocumentData& data) {
    data.inputs[blockOfType(data.model, type)] = std::move(input);
    data.replaced.clear();
  });
}

void setCell(Document& document, const Computation& computation, int position, std::int64_t offset, double number,
             const QString& mergeKey) {
  const core::Step& step = computation.step(position);
  const core::Program& program = computation.program();
  if (program.type(step.value).kind == core::ValueKind::Bool) {
    paintMask(document, computation, position, offset, number != 0.0, mergeKey);
    return;
  }
  const int input = program.info(step.value).input;
  if (input >= 0) {
    const core::ProgramInput& entry = program.inputs()[static_cast<std::size_t>(input)];
    const auto weight = std::ranges::find(computation.lowered().weights, entry.name, &core::LoweredWeight::path);
    if (entry.role == core::InputRole::Weight && weight != computation.lowered().weights.end()) {
      setWeight(document, *weight, computation.lowered().inputs[static_cast<std::size_t>(input)], offset, number,
                mergeKey);
      return;
    }
  }
  replaceNumber(document, step, program.type(step.value).shape, offset, number, mergeKey);
}

void releaseCell(Document& document, const Computation& computation, int position, std::int64_t offset) {
  const core::Step& step = computation.step(position);
  const auto index = computation.program().type(step.value).shape.index(offset);
  document.edit(words(QT_TRANSLATE_NOOP("Edits", "release a number")), [&](core::DocumentData& data) {
    std::erase_if(data.replaced, [&](const core::ReplacedNumber& entry) {
      return entry.step == step.id && std::equal(entry.cell.begin(), entry.cell.end(), index.begin());
    });
  });
}

void releaseAll(Document& document) {
  document.edit(words(QT_TRANSLATE_NOOP("Edits", "release all replaced numbers")),
                [](core::DocumentData& data) { data.replaced.clear(); });
}

void setKeyHidden(Document& document, const Computation& computation, int weightsStep, std::int64_t key, bool hidden) {
  changePairs(
      document, computation, weightsStep,
      hidden ? words(QT_TRANSLATE_NOOP("Edits", "hide a key")) : words(QT_TRANSLATE_NOOP("Edits", "show a key")),
      [&](std::vector<double>& allowed, const PairPlaces& places) {
        for (std::int64_t query = 0; query < places.queries; ++query) {
          allowed[static_cast<std::size_t>(query * places.keys + key)] = hidden ? 0.0 : 1.0;
        }
      });
}

void setPairHidden(Document& document, const Computation& computation, int weightsStep, std::int64_t query,
                   std::int64_t key, bool hidden) {
  changePairs(document, computation, weightsStep,
              hidden ? words(QT_TRANSLATE_NOOP("Edits", "hide a key from one query"))
                     : words(QT_TRANSLATE_NOOP("Edits", "show a key to one query")),
              [&](std::vector<double>& allowed, const PairPlaces& places) {
                allowed[static_cast<std::size_t>(query * places.keys + key)] = hidden ? 0.0 : 1.0;
              });
}

void removeToken(Document& document, const Computation& computation, std::int64_t token) {
  const core::DocumentData& data = computation.document();
  const core::BlockId block = blockOfType(data.model, "text_input");
  const auto input = data.inputs.find(block);
  const core::LoweredPort* port = block.isValid() ? computation.lowered().port(block, "tokens") : nullptr;
  if (port == nullptr || port->signal.items == nullptr || input == data.inputs.end()) {
    throw core::Error(core::ErrorKind::Model, core::text("Edits", "the model has no text to take a word out of"));
  }
  const std::string text = std::get<core::TextInput>(input->second).text;
  std::size_t begin = 0;
  std::size_t end = 0;
  for (std::int64_t i = 0; i <= token; ++i) {
    const std::string& name = port->signal.items->names[static_cast<std::size_t>(i)];
    begin = text.find(name, end);
    if (begin == std::string::npos) {
      throw core::Error(core::ErrorKind::Model,
                        core::text("Edits", "the token \"%1\" is not a piece of the text that can be cut out", name));
    }
    end = begin + name.size();
  }
  if (end < text.size() && text[end] == ' ') ++end;
  std::string rest = text.substr(0, begin) + text.substr(end);
  while (!rest.empty() && rest.back() == ' ') rest.pop_back();
  setInput(document, core::TextInput{std::move(rest)}, words(QT_TRANSLATE_NOOP("Edits", "remove a word")));
}

namespace {

struct MaskType {
  MaskKind kind;
  const char* block;
};
constexpr std::array<MaskType, 4> kMaskTypes{{{MaskKind::None, ""},
                                              {MaskKind::Causal, "causal_mask"},
                                              {MaskKind::Window, "window_mask"},
                                              {MaskKind::NotSelf, "not_self_mask"}}};

}  // namespace

MaskKind maskKind(const core::DocumentData& data, const std::string& stepId) {
  core::DocumentData copy = data;
  const core::BlockId base = MaskWiring(copy, blockOfStep(copy, stepId)).base();
  if (!base.isValid()) return MaskKind::None;
  const std::string& type = data.model.block(base)->type;
  const auto found = std::ranges::find_if(kMaskTypes, [&](const MaskType& entry) { return type == entry.block; });
  return found == kMaskTypes.end() ? MaskKind::Other : found->kind;
}

void setMaskKind(Document& document, const Computation& computation, int weightsStep, MaskKind kind) {
  const auto type = std::ranges::find(kMaskTypes, kind, &MaskType::kind);
  if (type == kMaskTypes.end()) return;
  const std::string id = computation.step(weightsStep).id;
  document.edit(words(QT_TRANSLATE_NOOP("Edits", "change the mask")),
                [&](core::DocumentData& data) { MaskWiring(data, blockOfStep(data, id)).setBase(type->block); });
}

void setSeed(Document& document, std::uint64_t seed) {
  document.edit(words(QT_TRANSLATE_NOOP("Edits", "change the seed")),
                [seed](core::DocumentData& data) { data.seed = seed; });
}

}  // namespace heed::ui
