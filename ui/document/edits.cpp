#include "ui/document/edits.h"

#include "core/base/error.h"
#include "ui/document/mask_wiring.h"
#include "ui/document/step_places.h"
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
    PaintedMask mask = maskToPaint(document.data(), computation, position);
    mask.set(std::array{offset}, number != 0.0);
    setMask(document, mask, mergeKey);
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

}  // namespace heed::ui
