#include "ui/step/stage_formula.h"

#include "core/model/block_type.h"
#include "core/model/formula_text.h"
#include "ui/document/divisor_edits.h"
#include "ui/step/gradient_steps.h"
#include "ui/step/stage_content.h"
#include "ui/step/step_list.h"

#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace heed::ui {

namespace {

std::vector<std::string> partsOf(const std::string& id) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t slash = id.find('/'); slash != std::string::npos; slash = id.find('/', from)) {
    parts.push_back(id.substr(from, slash - from));
    from = slash + 1;
  }
  parts.push_back(id.substr(from));
  return parts;
}

/// A formula and the id of the step inside the block that it is of.
struct Candidate {
  std::string tex;
  std::string inside;
};

std::string joined(const std::vector<std::string>& parts, std::size_t from) {
  std::string result;
  for (std::size_t i = from; i < parts.size(); ++i) result += (result.empty() ? "" : "/") + parts[i];
  return result;
}

/// The formulas along the way from the outermost block to the step.
std::vector<Candidate> candidates(const core::Model& model, const std::vector<std::string>& parts) {
  std::vector<Candidate> result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const core::Block* block = model.blockNamed(parts[i]);
    if (block == nullptr) continue;
    const core::BlockType* type = core::findBlockType(block->type);
    core::Parameters parameters = block->parameters;
    std::size_t depth = i + 1;
    while (type != nullptr) {
      if (!type->formula.empty()) result.push_back({std::string(type->formula), joined(parts, depth)});
      if (depth >= parts.size()) break;
      const core::ParameterValue* inner = core::findParameter(parameters, parts[depth]);
      const auto given = std::ranges::find(type->params, parts[depth], &core::ParamSpec::id);
      const core::ParameterValue* value = inner;
      if (value == nullptr && given != type->params.end()) value = &given->defaultValue;
      const auto* reference = value == nullptr ? nullptr : std::get_if<core::BlockRef>(value);
      if (reference == nullptr) break;
      type = core::findBlockType(reference->type);
      const core::Parameters next = reference->parameters;
      parameters = next;
      ++depth;
    }
    break;
  }
  return result;
}

/// "O = ..." for "Attention(Q, K, V) = ...".
std::string inBrief(const std::string& tex) {
  constexpr std::string_view kCall = "\\mathrm{Attention}(Q, K, V) = ";
  return tex.starts_with(kCall) ? "O = " + tex.substr(kCall.size()) : tex;
}

/// The formula with "Attention" as a word of the language; softmax and its like are names everywhere.
std::string inWords(std::string tex) {
  constexpr std::string_view kWord = "\\mathrm{Attention}";
  const std::size_t at = tex.find(kWord);
  if (at == std::string::npos) return tex;
  const QString word = QCoreApplication::translate("Formula", "Attention");
  return tex.replace(at, kWord.size(), "\\mathrm{" + word.toStdString() + "}");
}

/// What a gradient is made of, with the right side lit. Softmax is written for one number of a row.
StepFormula gradientFormula(const Computation& computation, const StepCell& from, int position) {
  const core::Program& program = computation.program();
  const std::string expression = derivativeExpression(program, position);
  const std::size_t equals = expression.find(" = ");
  if (equals == std::string::npos) return {expression, expression, {}};
  const std::string made = expression.substr(equals + 3);
  std::string tex = expression.substr(0, equals) + " = \\term{gradient}{" + made + "}";
  if (made.ends_with("(g - \\bar{g})")) {
    const int start = program.stepIndex(from.step);
    tex = "\\frac{\\partial " + stepLetter(program, start) +
          "}{\\partial z_k} = \\term{gradient}{a_k (g_k - \\Sigma_j a_j g_j)}";
  }
  return {tex, tex, "gradient"};
}

/// The formula with the number that the scores are divided by, where it is another one than the root.
std::string withDivisor(const Computation& computation, const std::string& stepId, std::string tex) {
  constexpr std::string_view kRoot = "\\sqrt{d_k}";
  const std::size_t at = tex.find(kRoot);
  if (at == std::string::npos) return tex;
  const auto divisor = divisorOf(computation.document(), stepId);
  if (!divisor || *divisor == 0.0) return tex;
  return tex.replace(at, kRoot.size(), QString::number(*divisor, 'g', 4).toStdString());
}

/// The term of the step that this one is a part of.
std::string termAround(const Computation& computation, const core::Step& step) {
  const int whole = stepAround(computation.program(), step);
  return whole < 0 ? std::string() : computation.step(whole).term;
}

}  // namespace

StepFormula stepFormula(const Computation& computation, int position) {
  if (position < 0) return {};
  if (const auto& from = computation.gradientOf(); from && forwardOf(computation.program(), position) >= 0) {
    return gradientFormula(computation, *from, position);
  }
  const core::Step& step = computation.step(position);
  const std::vector<Candidate> found = candidates(computation.document().model, partsOf(step.id));
  if (found.empty()) return {};
  Candidate inner = found.back();
  inner.tex = withDivisor(computation, step.id, std::move(inner.tex));
  const std::vector<std::string> terms = core::formulaTerms(inner.tex);
  for (const std::string& wanted : {step.term, inner.inside, termAround(computation, step)}) {
    if (!wanted.empty() && std::ranges::find(terms, wanted) != terms.end()) {
      return {inWords(inner.tex), inBrief(inner.tex), wanted};
    }
  }
  return {inWords(inner.tex), inBrief(inner.tex), {}};
}

}  // namespace heed::ui
