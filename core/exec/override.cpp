#include "core/exec/override.h"

#include "core/base/error.h"
#include "core/ops/ops.h"
#include "core/program/rewrite.h"

#include <map>

namespace heed::core {

namespace {

class Overrider : public ProgramCopier {
 public:
  Overrider(const Program& from, Builder& to, std::map<Value, std::vector<Override>> overrides)
      : ProgramCopier(from, to), m_overrides(std::move(overrides)) {}

 protected:
  Value replaced(Value original, Value copy) override {
    const auto found = m_overrides.find(original);
    if (found == m_overrides.end()) return copy;
    const ValueType& type = source().type(original);
    TensorBuffer chosen(ElementKind::Bool, type.shape);
    TensorBuffer given(elementKind(type.kind, Precision::Float64), type.shape);
    for (std::int64_t i = 0; i < type.shape.elementCount(); ++i) {
      chosen.setAt(i, 0.0);
      given.setAt(i, 0.0);
    }
    for (const Override& entry : found->second) {
      chosen.setAt(entry.offset, 1.0);
      given.setAt(entry.offset, entry.number);
    }
    return ops::select(target(), target().constant(chosen.finish()), target().constant(given.finish()), copy);
  }

 private:
  std::map<Value, std::vector<Override>> m_overrides;
};

}  // namespace

std::shared_ptr<const Program> withOverrides(const Program& program, std::span<const Override> overrides) {
  std::map<Value, std::vector<Override>> byValue;
  for (const Override& entry : overrides) {
    const int position = program.stepIndex(entry.step);
    if (position < 0)
      throw Error(ErrorKind::Parameter, text("Override", "there is no step \"%1\" in this model", entry.step));
    const Value value = program.steps()[static_cast<std::size_t>(position)].value;
    const Shape& shape = program.type(value).shape;
    if (entry.offset < 0 || entry.offset >= shape.elementCount()) {
      throw Error(ErrorKind::Parameter,
                  text("Override", "the cell lies outside step \"%1\", which is %2", entry.step, shape.toString()));
    }
    byValue[value].push_back(entry);
  }
  Builder builder;
  Overrider overrider(program, builder, std::move(byValue));
  overrider.run();
  return builder.finish(overrider.mappedOutputs());
}

}  // namespace heed::core
