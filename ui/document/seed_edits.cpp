#include "ui/document/seed_edits.h"

#include <QCoreApplication>

namespace heed::ui {

namespace {

constexpr const char* kHeld = "seedHeld";

QString words(const char* text) {
  return QCoreApplication::translate("Edits", text);
}

}  // namespace

void setSeed(Document& document, std::uint64_t seed, const QString& mergeKey) {
  document.edit(
      words(QT_TRANSLATE_NOOP("Edits", "change the seed")), [seed](core::DocumentData& data) { data.seed = seed; },
      mergeKey);
}

void drawAgain(Document& document) {
  if (isSeedHeld(document.data())) return;
  document.edit(words(QT_TRANSLATE_NOOP("Edits", "draw again")), [](core::DocumentData& data) { ++data.seed; });
}

bool isSeedHeld(const core::DocumentData& data) {
  const core::JsonValue* held = data.view.find(kHeld);
  return held != nullptr && held->type() == core::JsonType::Bool && held->boolean();
}

void setSeedHeld(Document& document, bool isHeld) {
  if (isSeedHeld(document.data()) == isHeld) return;
  document.edit(isHeld ? words(QT_TRANSLATE_NOOP("Edits", "hold the seed"))
                       : words(QT_TRANSLATE_NOOP("Edits", "let the seed go")),
                [isHeld](core::DocumentData& data) {
                  if (!data.view.isNull() && data.view.type() != core::JsonType::Object) data.view = {};
                  data.view[kHeld] = isHeld;
                });
}

}  // namespace heed::ui
