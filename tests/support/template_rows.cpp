#include "tests/support/template_rows.h"

#include <QTest>

#include <algorithm>
#include <utility>

namespace heed::test {

namespace {

std::string sixtyWords() {
  std::string text;
  for (int i = 0; i < 60; ++i) text += (i % 3 == 0 ? "animal" : i % 3 == 1 ? "crosses" : "street") + std::string(" ");
  return text;
}

}  // namespace

void addTemplateInputRows() {
  QTest::addColumn<QString>("id");
  QTest::addColumn<QString>("input");
  QTest::addColumn<int>("width");
  QTest::addColumn<int>("height");
  const std::vector<std::pair<const char*, std::string>> texts = {
      {"one word", "Attention"},
      {"unknown words", "zorkle bramblix frumious"},
      {"Chinese", "那只动物没有穿过街道因为它实在太累了"},
      {"right to left", "שלום עולם"},
      {"emoji", "👩‍👩‍👧 loves 🇨🇳 👍🏽"},
      {"sixty words", sixtyWords()}};
  for (const std::string& id : templateIds()) {
    const auto row = [&](const char* name) -> QTestData& {
      return QTest::newRow((id + ", " + name).c_str()) << QString::fromStdString(id);
    };
    row("its own input") << QString() << 96 << 72;
    const core::DocumentData document = templateDocument(id);
    for (const auto& [name, text] : texts) {
      if (hasText(document)) row(name) << QString::fromStdString(text) << 96 << 72;
    }
    const bool hasPicture = std::ranges::any_of(
        document.inputs, [](const auto& input) { return std::holds_alternative<core::ImageInput>(input.second); });
    if (!hasPicture) continue;
    row("a portrait") << QString() << 36 << 90;
    row("one pixel") << QString() << 1 << 1;
  }
}

core::DocumentData currentDocument() {
  QFETCH(QString, id);
  QFETCH(QString, input);
  QFETCH(int, width);
  QFETCH(int, height);
  core::DocumentData document = templateDocument(id.toStdString(), width, height);
  return input.isEmpty() ? document : withText(std::move(document), input.toStdString());
}

}  // namespace heed::test
