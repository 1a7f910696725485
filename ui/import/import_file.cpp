#include "ui/import/import_file.h"

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/io/csv.h"
#include "core/io/file.h"
#include "core/io/graphml.h"
#include "core/io/npy.h"
#include "core/io/npz.h"
#include "core/io/resources.h"
#include "core/text/tokenizer.h"

#include <QFileInfo>
#include <QString>

#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace heed::ui {

namespace {

using core::Error;
using core::ErrorKind;
using core::text;

constexpr const char* kContext = "Import";
constexpr std::uint64_t kTextFileLimit = std::uint64_t{4} << 20U;
constexpr std::uint64_t kTableFileLimit = std::uint64_t{256} << 20U;

std::string shownName(const std::filesystem::path& path) {
  return path.filename().string();
}

Imported importDocument(const std::filesystem::path& path) {
  core::DocumentData document = core::readDocument(path);
  document.id = path.stem().string();
  return document;
}

Imported importTemplate(const std::filesystem::path& path) {
  core::DocumentData document = core::readTemplate(core::readFile(path, kTableFileLimit), shownName(path));
  document.id = path.stem().string();
  loadSamples(document);
  return document;
}

Imported importImage(const std::filesystem::path& path) {
  return core::InputData(readImage(path));
}

Imported importText(const std::filesystem::path& path) {
  return core::InputData(readText(path));
}

Imported importNpy(const std::filesystem::path& path) {
  return core::InputData(core::MatrixInput{shownName(path), core::readNpyFile(path), {}, {}});
}

Imported importNpz(const std::filesystem::path& path) {
  const std::map<std::string, core::Tensor> tensors = core::readNpzFile(path);
  std::vector<std::string> names;
  for (const auto& [name, tensor] : tensors) {
    if (tensor.shape().rank() <= 2) names.push_back(name);
  }
  if (names.size() != 1) {
    throw Error(ErrorKind::Format,
                text(kContext, "%1 holds %2 arrays with one or two dimensions (%3); one matrix was expected",
                     shownName(path), names.size(), fmt::format("{}", fmt::join(names, ", "))));
  }
  const std::string& name = names.front();
  return core::InputData(core::MatrixInput{shownName(path) + ":" + name, tensors.at(name), {}, {}});
}

/// Throws for weights of edges: dropping them without a word would make another graph of it.
core::GraphInput graphOf(core::EdgeList list, const std::filesystem::path& path) {
  if (!list.weights.isNull()) {
    throw Error(ErrorKind::Format, text(kContext,
                                        "%1 gives its edges weights in a third column; graph layers find their own "
                                        "weights, so two columns were expected, source and target",
                                        shownName(path)));
  }
  return {std::move(list.nodes), std::move(list.edges), {}, {}};
}

/// A table of names without a title row is an edge list too: no row holds a number, and every row has two cells.
bool looksLikeNames(const std::string& content, const std::string& name) {
  core::CsvReader reader(content, name);
  core::CsvRow row;
  std::int64_t rows = 0;
  while (reader.next(row)) {
    double number = 0.0;
    const bool hasNumber =
        std::ranges::any_of(row.cells, [&](const std::string& cell) { return core::parseCsvNumber(cell, number); });
    if (hasNumber || row.cells.size() != 2) return false;
    ++rows;
  }
  return rows > 0;
}

Imported importGraphml(const std::filesystem::path& path) {
  return core::InputData(core::readGraphml(core::readFile(path, kTableFileLimit), shownName(path)));
}

Imported importTable(const std::filesystem::path& path) {
  const std::string content = core::readFile(path, kTableFileLimit);
  if (core::isEdgeList(content) || looksLikeNames(content, shownName(path))) {
    return core::InputData(graphOf(core::readEdgeList(content, shownName(path)), path));
  }
  core::CsvMatrix matrix = core::readCsvMatrix(content, shownName(path));
  return core::InputData(core::MatrixInput{shownName(path), std::move(matrix.values), std::move(matrix.rowNames),
                                           std::move(matrix.columnNames)});
}

[[noreturn]] void refusePickle(const std::filesystem::path& path) {
  throw Error(ErrorKind::Format,
              text(kContext,
                   "%1 is a pickle, which can run code when it is opened. Convert it with: python3 -c \"import torch, "
                   "safetensors.torch as s; s.save_file(torch.load('%1', weights_only=True), 'model.safetensors')\"",
                   shownName(path)));
}

using Reader = Imported (*)(const std::filesystem::path& path);

const std::map<QString, Reader>& readersByExtension() {
  static const std::map<QString, Reader> readers = {
      {"heed", importDocument}, {"json", importTemplate}, {"txt", importText},       {"md", importText},
      {"png", importImage},     {"jpg", importImage},     {"jpeg", importImage},     {"webp", importImage},
      {"bmp", importImage},     {"svg", importImage},     {"csv", importTable},      {"tsv", importTable},
      {"npy", importNpy},       {"npz", importNpz},       {"graphml", importGraphml}};
  return readers;
}

/// The reader that the first bytes ask for, or null.
Reader readerByContent(const std::string& head) {
  const bool isBitmap = head.starts_with("BM") && head.size() >= 10 && head.compare(6, 4, std::string(4, '\0')) == 0;
  if (head.starts_with("\x89PNG") || head.starts_with("\xFF\xD8\xFF") || isBitmap ||
      (head.starts_with("RIFF") && head.size() >= 12 && head.compare(8, 4, "WEBP") == 0)) {
    return importImage;
  }
  if (head.starts_with("\x93NUMPY")) return importNpy;
  if (head.starts_with("PK\x03\x04")) return importNpz;
  return nullptr;
}

}  // namespace

Imported importFile(const std::filesystem::path& path) {
  const QString extension = QFileInfo(QString::fromStdString(path.string())).suffix().toLower();
  if (extension == "bin" || extension == "pt" || extension == "pth" || extension == "pkl") refusePickle(path);
  const core::RandomAccessFile file(path);
  const std::string head = file.read(0, std::min<std::uint64_t>(file.size(), 16));
  if (const Reader reader = readerByContent(head)) return reader(path);
  const auto found = readersByExtension().find(extension);
  if (found != readersByExtension().end()) return found->second(path);
  if (extension == "safetensors") return importDocument(path);
  if (extension.isEmpty()) return importText(path);
  throw Error(ErrorKind::Format,
              text(kContext,
                   "%1 is of no kind that Heed opens: documents (.heed), templates (.json), text (.txt), "
                   "pictures (.png .jpg .webp .bmp .svg), tables (.csv .tsv), graphs (.graphml) and arrays (.npy .npz)",
                   shownName(path)));
}

core::TextInput readText(const std::filesystem::path& path) {
  std::string content = core::readFile(path, kTextFileLimit);
  if (content.starts_with(core::kByteOrderMark)) content.erase(0, core::kByteOrderMark.size());
  const bool isUtf16 = content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF");
  if (isUtf16) {
    const bool isBig = content.starts_with("\xFE\xFF");
    QString decoded;
    for (std::size_t i = 2; i + 1 < content.size(); i += 2) {
      const auto high = static_cast<unsigned char>(content[isBig ? i : i + 1]);
      const auto low = static_cast<unsigned char>(content[isBig ? i + 1 : i]);
      decoded += QChar(static_cast<char16_t>(high * 256 + low));
    }
    content = decoded.toStdString();
  }
  if (content.find('\0') != std::string::npos) {
    throw Error(ErrorKind::Format,
                text(kContext, "%1 holds zero bytes, so it is no text; text in UTF-8 was expected", shownName(path)));
  }
  while (!content.empty() && (content.back() == '\n' || content.back() == '\r')) content.pop_back();
  try {
    static_cast<void>(core::tokenizeWords(content));
  } catch (Error& error) {
    error.addWhere(shownName(path));
    throw;
  }
  return {std::move(content)};
}

void loadSamples(core::DocumentData& document) {
  for (auto& [block, input] : document.inputs) {
    auto* image = std::get_if<core::ImageInput>(&input);
    if (image == nullptr || !image->pixels.isNull()) continue;
    const std::filesystem::path name(image->name);
    if (name.has_parent_path() || name.empty()) {
      throw Error(
          ErrorKind::Format,
          text(kContext, "the sample \"%1\" must be the plain name of a picture of resources/samples", image->name));
    }
    *image = readImage(core::resourcesFolder() / "samples" / name);
  }
}

}  // namespace heed::ui
