#pragma once

#include "core/base/issue.h"
#include "core/data/input.h"
#include "core/model/parameter.h"
#include "core/model/weights.h"
#include "core/program/builder.h"

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

class BlockBuild;

/// What travels on a wire.
enum class PortKind { Tokens, Tensor, Mask, Weights, Image, Graph, Scalar };
[[nodiscard]] std::string toString(PortKind kind);

struct PortSpec {
  std::string id;
  Text label;
  PortKind kind = PortKind::Tensor;
  int rank = -1;  ///< of one item without batch or heads; -1 for any
  bool optional = false;
  Role role = Role::None;
};

enum class ParamType { Bool, Integer, Real, Choice, String, Block };

struct ParamChoice {
  std::string id;
  Text label;
};

struct ParamSpec {
  std::string id;
  Text label;
  ParamType type = ParamType::Real;
  ParameterValue defaultValue;
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::vector<ParamChoice> choices;
  Text help;  ///< a sentence
};

/// What a person reads of a block: palette, property panel, reference page, `heed docs`.
struct BlockWords {
  Text summary;                       ///< one line
  Text what;                          ///< what it computes
  Text why;                           ///< why one wants it
  Text caution;                       ///< where it misleads; may be empty
  std::vector<std::string> synonyms;  ///< usual names, for search: "Bahdanau"
};

/// A sentence, an image, numbers: one value on a wire, with what is known of it.
struct Signal {
  PortKind kind = PortKind::Tensor;
  Value value;             ///< Tokens: Int [n]; Mask: Bool [nq, nk]; Graph: edges Int [e, 2]; Image: real [h, w, 3]
  Value valid;             ///< sequences: Bool [.., n], true for real items; invalid if all are
  std::vector<Axis> axes;  ///< of value
  std::shared_ptr<const AxisLabels> items;  ///< names of the tokens, patches or nodes along the item axis; may be null
  std::int64_t vocabularySize = 0;          ///< Tokens: ids are below this
  bool isHandSet = false;                   ///< the numbers came from hand-set features
};

/// A fact about a block that tests check and views show.
enum class Claim {
  RowsSumToOne,            ///< the weights of every row that is not fully masked
  PermutationEquivariant,  ///< permuting the items permutes the output
  Causal                   ///< with a causal mask, output i does not depend on items after i
};

/// Another block that gives the same output: this block with `own` parameters equals `type` with `others`.
struct Equality {
  Text statement;
  Parameters own;
  std::string type;
  Parameters others;
  std::map<std::string, std::string> weights;  ///< own weight name -> the other's; unnamed ones must not exist
};

/// An input of an example: random contents for a port as ExampleInput, or data for an input block.
struct BlockExample {
  std::string label;
  Parameters parameters;
  std::map<std::string, ExampleInput> ports;
  InputData data;
  bool checkGradient = true;  ///< false where the block is piecewise constant in its inputs (arg-max, draws)
};

/// What a reference gets: everything in float64, ports and weights by their ids.
struct ReferenceCall {
  const Parameters& parameters;  ///< complete: defaults filled in
  const std::map<std::string, Tensor>& inputs;
  const std::map<std::string, Tensor>& weights;  ///< by path inside the block: "W_query", "mechanism/W"
  std::uint64_t seed = 0;
};

/// A constant record for one block of the palette.
struct BlockType {
  std::string_view id;        ///< "scaled_dot_product": the file's name
  std::string_view category;  ///< the folder's name: "mechanisms"
  Text title;
  BlockWords words;
  std::string_view formula;  ///< TeX subset; \term{step id}{...} names the step a term belongs to
  std::string_view paper;    ///< "Vaswani et al., Attention Is All You Need, NeurIPS 2017"

  std::vector<PortSpec> inputs;
  std::vector<PortSpec> outputs;
  std::vector<ParamSpec> params;

  /// Makes the block of ops with labelled steps and sets its outputs. Throws Error with a sentence.
  void (*build)(BlockBuild& build) = nullptr;

  /// A mechanism maps query, key, value and optional mask to output and weights; it can be a parameter of others.
  bool isMechanism = false;
  /// Scores are query_i^T B key_j for some B, so that the ledger by features exists.
  bool isBilinear = false;

  std::vector<Claim> claims;
  std::vector<Equality> equalities;
  std::vector<BlockExample> (*examples)() = nullptr;

  /// The outputs by port id in plain double loops, sharing no code with build. Required in the attention family.
  std::map<std::string, Tensor> (*reference)(const ReferenceCall& call) = nullptr;
};

/// Every block type, sorted by file name: a table that CMake writes from the files of core/blocks.
[[nodiscard]] std::span<const BlockType* const> allBlockTypes();

/// The block type with this id, or null.
[[nodiscard]] const BlockType* findBlockType(std::string_view id);
/// The parameter's value, or its default.
[[nodiscard]] ParameterValue parameterOrDefault(const BlockType& type, const Parameters& parameters,
                                                std::string_view id);
/// All parameters of the type, with defaults where none is set.
[[nodiscard]] Parameters completeParameters(const BlockType& type, const Parameters& parameters);

}  // namespace heed::core
