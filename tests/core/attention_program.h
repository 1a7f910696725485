#pragma once

#include "core/ops/ops.h"

#include <memory>
#include <random>
#include <string>
#include <vector>

/// Scaled dot-product self-attention of one head, with each of its values labelled and tokens and channels named.
/// Composite ops stay whole. The tensors are random numbers that float32 holds exactly.
struct AttentionProgram {
  static constexpr std::int64_t kTokens = 3;
  static constexpr std::int64_t kFeatures = 4;
  static constexpr std::int64_t kChannels = 2;

  heed::core::Builder builder;
  heed::core::Value features, queryWeights, keyWeights, valueWeights;
  heed::core::Value query, key, value, scores, scaled, weights, output;
  std::vector<heed::core::Tensor> tensors;

  AttentionProgram() {
    using namespace heed::core;
    const Axis token{AxisMeaning::Token, named({"it", "animal", "street"})};
    const Axis queryAxis{AxisMeaning::Query, token.labels};
    const Axis keyAxis{AxisMeaning::Key, token.labels};
    const Axis feature{AxisMeaning::Feature, named({"thing", "alive", "action", "refers"})};
    const Axis channel{AxisMeaning::Channel, nullptr};
    features = input("X", {kTokens, kFeatures}, {token, feature});
    queryWeights = input("query weights", {kFeatures, kChannels}, {feature, channel});
    keyWeights = input("key weights", {kFeatures, kChannels}, {feature, channel});
    valueWeights = input("value weights", {kFeatures, kChannels}, {feature, channel});
    const auto scope = builder.group("head", text("Test", "Head"));
    query = label(ops::matmul(builder, features, queryWeights), "Q", Phase::Project, {token, channel});
    key = label(ops::matmul(builder, features, keyWeights), "K", Phase::Project, {token, channel});
    value = label(ops::matmul(builder, features, valueWeights), "V", Phase::Project, {token, channel});
    scores = label(ops::matmul(builder, query, key, ops::Transpose::No, ops::Transpose::Yes), "scores", Phase::Score,
                   {queryAxis, keyAxis});
    scaled = label(ops::scale(builder, scores, 0.5), "scaled", Phase::Scale, {queryAxis, keyAxis});
    weights = label(ops::softmax(builder, scaled), "weights", Phase::Normalise, {queryAxis, keyAxis});
    output = label(ops::matmul(builder, weights, value), "output", Phase::Mix, {token, channel});
  }

  [[nodiscard]] std::shared_ptr<const heed::core::Program> finish() { return builder.finish({{"output", output}}); }

 private:
  static std::shared_ptr<const heed::core::AxisLabels> named(std::vector<std::string> names) {
    return std::make_shared<const heed::core::AxisLabels>(heed::core::AxisLabels{std::move(names), {}, 0, 0});
  }

  heed::core::Value input(const std::string& name, const heed::core::Shape& shape, std::vector<heed::core::Axis> axes) {
    std::mt19937_64 random(tensors.size() + 1);
    std::uniform_real_distribution<float> uniform(-2.0F, 2.0F);
    std::vector<double> elements(static_cast<std::size_t>(shape.elementCount()));
    for (double& element : elements) element = static_cast<double>(uniform(random));
    tensors.push_back(heed::core::Tensor::fromDoubles(shape, std::move(elements)));
    const heed::core::Value added = builder.input(name, {heed::core::ValueKind::Real, shape});
    return label(added, name, heed::core::Phase::Input, std::move(axes));
  }

  heed::core::Value label(heed::core::Value labelled, std::string id, heed::core::Phase phase,
                          std::vector<heed::core::Axis> axes) {
    heed::core::StepSpec spec;
    spec.id = std::move(id);
    spec.phase = phase;
    spec.caption = heed::core::text("Test", "Values");
    spec.axes = std::move(axes);
    return builder.step(labelled, std::move(spec));
  }
};
