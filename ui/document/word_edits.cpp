#include "ui/document/word_edits.h"

#include "core/base/error.h"
#include "core/model/block_type.h"
#include "core/text/own_words.h"
#include "ui/session/computation.h"

#include <QCoreApplication>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr const char* kTable = "feature_table";
constexpr const char* kOwnWords = "own_words";

QString words(const char* text) {
  return QCoreApplication::translate("Edits", text);
}

const core::Block* tableOf(const core::DocumentData& data) {
  const auto& blocks = data.model.blocks();
  const auto found = std::ranges::find(blocks, kTable, &core::Block::type);
  return found == blocks.end() ? nullptr : &*found;
}

const core::Block& requiredTable(const core::DocumentData& data) {
  const core::Block* table = tableOf(data);
  if (table == nullptr) {
    throw core::Error(core::ErrorKind::Model, core::text("Edits", "the model looks up no features of words"));
  }
  return *table;
}

std::string ownText(const core::Block& table) {
  return std::get<std::string>(core::parameterOrDefault(*core::findBlockType(table.type), table.parameters, kOwnWords));
}

void change(Document& document, const WordFeatureSet& word, const QString& title,
            const std::function<void(core::OwnWords&)>& edit, const QString& mergeKey = {}) {
  document.edit(
      title,
      [&](core::DocumentData& data) {
        const core::Block& table = requiredTable(data);
        core::OwnWords own = core::OwnWords::parse(ownText(table), word.names);
        edit(own);
        data.model.setParameter(table.id, kOwnWords, own.toText());
      },
      mergeKey);
}

}  // namespace

bool hasWordFeatures(const core::DocumentData& data) {
  return tableOf(data) != nullptr;
}

WordFeatureSet wordFeatures(const Computation& computation, std::int64_t token) {
  const core::Block& table = requiredTable(computation.document());
  const int position = computation.program().stepIndex(table.name + "/features");
  const core::Tensor features = position < 0 ? core::Tensor() : computation.trace().kept(position);
  const core::AxisLabels* items = position < 0 ? nullptr : computation.step(position).axes[0].labels.get();
  const auto place = static_cast<std::size_t>(token);
  if (features.isNull() || items == nullptr || token < 0 || place >= items->names.size()) {
    throw core::Error(core::ErrorKind::Model, core::text("Edits", "the text has no word %1", token));
  }
  WordFeatureSet word;
  word.word = items->names[place];
  word.names = computation.step(position).axes[1].labels->names;
  // With word classes the table has a column for each of them behind the
  // features.
  const std::size_t count = std::min<std::size_t>(word.names.size(), 8);
  word.names.resize(count);
  const std::int64_t columns = features.shape()[-1];
  for (std::size_t i = 0; i < count; ++i) {
    word.values.push_back(static_cast<float>(features.at(token * columns + static_cast<std::int64_t>(i))));
  }
  word.isOwn = core::OwnWords::parse(ownText(table), word.names).find(word.word) != nullptr;
  word.isDrawn = place < items->unknown.size() && items->unknown[place];
  return word;
}

void setWordFeatures(Document& document, const WordFeatureSet& word, const QString& mergeKey) {
  change(
      document, word, words(QT_TRANSLATE_NOOP("Edits", "set the features of a word")),
      [&](core::OwnWords& own) { own.set(word.word, word.values); }, mergeKey);
}

void forgetWordFeatures(Document& document, const WordFeatureSet& word) {
  change(document, word, words(QT_TRANSLATE_NOOP("Edits", "forget the features of a word")),
         [&](core::OwnWords& own) { own.remove(word.word); });
}

}  // namespace heed::ui
