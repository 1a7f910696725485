#include "ui/shell/command_synonyms.h"

#include <QCoreApplication>

#include <algorithm>

namespace heed::ui {

namespace {

struct Synonyms {
  const char* command;
  const char* words;  ///< divided by commas
};

constexpr Synonyms kSynonyms[] = {
    {"edit.settings", QT_TRANSLATE_NOOP("Synonyms",
                                        "language, Chinese, English, options, preferences, font size, "
                                        "decimals, animation, motion, dark, light, colours")},
    {"view.theme", QT_TRANSLATE_NOOP("Synonyms", "night mode, colours, appearance")},
    {"view.lecture", QT_TRANSLATE_NOOP("Synonyms", "projector, presentation, full screen, big, beamer")},
    {"view.larger", QT_TRANSLATE_NOOP("Synonyms", "zoom in, bigger, font size")},
    {"view.smaller", QT_TRANSLATE_NOOP("Synonyms", "zoom out, font size")},
    {"view.resetDocks", QT_TRANSLATE_NOOP("Synonyms", "panels, layout, reset")},
    {"edit.sentence", QT_TRANSLATE_NOOP("Synonyms", "text, words, input, prompt")},
    {"edit.commands", QT_TRANSLATE_NOOP("Synonyms", "palette, search")},
    {"file.open", QT_TRANSLATE_NOOP("Synonyms", "load, import, picture, csv")},
    {"file.export", QT_TRANSLATE_NOOP("Synonyms", "figure, picture, PDF, PNG, SVG, slide, save image")},
    {"file.new.soft-and-hard", QT_TRANSLATE_NOOP("Synonyms", "hard attention, arg-max, sampling, random draw, Gumbel")},
    {"file.new.image-patches", QT_TRANSLATE_NOOP("Synonyms", "image, photograph, vision, ViT")},
    {"file.new.graph", QT_TRANSLATE_NOOP("Synonyms", "GAT, network, nodes, edges")},
    {"file.new.encoder-block", QT_TRANSLATE_NOOP("Synonyms", "transformer, BERT, layer norm")},
    {"file.new.global-and-local", QT_TRANSLATE_NOOP("Synonyms", "window, sliding, Luong")},
    {"model.maskCausal", QT_TRANSLATE_NOOP("Synonyms", "GPT, decoder, future, triangle")},
    {"model.maskWindow", QT_TRANSLATE_NOOP("Synonyms", "local, sliding, neighbours")},
    {"model.hideKey", QT_TRANSLATE_NOOP("Synonyms", "mask a word, ignore, padding")},
    {"model.hideFrom", QT_TRANSLATE_NOOP("Synonyms", "mask a pair, ignore")},
    {"model.liftKey", QT_TRANSLATE_NOOP("Synonyms", "what if, ablate, renormalise")},
    {"model.drawAgain", QT_TRANSLATE_NOOP("Synonyms", "random, seed, sample, dice")},
    {"run.layChip", QT_TRANSLATE_NOOP("Synonyms", "guess, bet, predict, ten chips")},
    {"run.backward", QT_TRANSLATE_NOOP("Synonyms", "gradient, derivative, backpropagation")},
    {"run.back", QT_TRANSLATE_NOOP("Synonyms", "previous, history, return")},
    {"run.play", QT_TRANSLATE_NOOP("Synonyms", "animate, start, run")},
    {"run.tiles", QT_TRANSLATE_NOOP("Synonyms", "flash attention, online softmax")},
    {"run.strongest", QT_TRANSLATE_NOOP("Synonyms", "largest weight, maximum")},
    {"help.open", QT_TRANSLATE_NOOP("Synonyms", "manual, shortcuts, keyboard, how to, tutorial")},
    {"help.hints", QT_TRANSLATE_NOOP("Synonyms", "tips, tour")},
};

// Words that a reader of the other language types; no catalogue of this window's language has them.
constexpr Synonyms kEveryLanguage[] = {{"edit.settings", "\u4e2d\u6587, English, \u8bed\u8a00"}};

/// For each letter: above letters that stand apart in the words of a command, below its own words.
constexpr int kScoreOfLetter = 14;

bool beginsAWord(const QString& query, const QString& words) {
  for (qsizetype at = words.indexOf(query, 0, Qt::CaseInsensitive); at >= 0;
       at = words.indexOf(query, at + 1, Qt::CaseInsensitive)) {
    if (at == 0 || !words[at - 1].isLetterOrNumber() || words[at].unicode() > 0x2E7F) return true;
  }
  return false;
}

}  // namespace

int synonymScore(const QString& query, const QString& command) {
  const QString wanted = query.trimmed();
  if (wanted.isEmpty()) return -1;
  const auto isNamed = [&](const Synonyms& entry) {
    return command == QLatin1String(entry.command) &&
           (beginsAWord(wanted, QString::fromUtf8(entry.words)) ||
            beginsAWord(wanted, QCoreApplication::translate("Synonyms", entry.words)));
  };
  return std::ranges::any_of(kSynonyms, isNamed) || std::ranges::any_of(kEveryLanguage, isNamed)
             ? kScoreOfLetter * static_cast<int>(wanted.size())
             : -1;
}

}  // namespace heed::ui
