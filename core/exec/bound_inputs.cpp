#include "core/exec/bound_inputs.h"

#include "core/base/error.h"

namespace heed::core {

std::vector<Tensor> boundInputs(const Program& program, Precision precision, std::span<const Tensor> inputs) {
  if (inputs.size() != program.inputs().size()) {
    throw Error(ErrorKind::Shape, text("Run", "%1 tensors were given for the %2 inputs of the program", inputs.size(),
                                       program.inputs().size()));
  }
  std::vector<Tensor> bound;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const ProgramInput& input = program.inputs()[i];
    const ValueType& type = program.type(input.value);
    if (inputs[i].isNull() || inputs[i].shape() != type.shape || valueKind(inputs[i].kind()) != type.kind) {
      const std::string found =
          inputs[i].isNull() ? "nothing" : toString(inputs[i].kind()) + " " + inputs[i].shape().toString();
      throw Error(ErrorKind::Shape,
                  text("Run", "input \"%1\" was given %2; it needs %3", input.name, found, toString(type)));
    }
    bound.push_back(inputs[i].converted(elementKind(type.kind, precision)));
  }
  return bound;
}

}  // namespace heed::core
