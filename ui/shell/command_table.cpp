#include "ui/shell/command_set.h"

#include <QCoreApplication>

namespace heed::ui {

namespace {

using Menu = CommandMenu;
using Sub = Submenu;

// In a menu in this order; submenus stand where their first command does. Where design.md and interaction.md differ,
// the keys are those of interaction.md. A row without words is an action of a view, which brings its own.
constexpr CommandSpec kCommands[] = {
    {"file.open", Menu::File, Sub::None, 0, QT_TRANSLATE_NOOP("Commands", "Open..."), "Ctrl+O", "folder"},
    {"file.clearRecent", Menu::File, Sub::Recent, 9, QT_TRANSLATE_NOOP("Commands", "Forget these files"), "", ""},
    {"file.save", Menu::File, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Save"), "Ctrl+S", "save"},
    {"file.saveAs", Menu::File, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Save as..."), "Ctrl+Shift+S", ""},
    {"file.export", Menu::File, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Export..."), "Ctrl+Shift+E", "export"},
    {"file.exportStage", Menu::File, Sub::Export, 2, QT_TRANSLATE_NOOP("Commands", "Stage..."), "", "matrix"},
    {"file.exportHeatMap", Menu::File, Sub::Export, 2, QT_TRANSLATE_NOOP("Commands", "Heat map..."), "", "heat"},
    {"file.exportTokens", Menu::File, Sub::Export, 2, QT_TRANSLATE_NOOP("Commands", "Token lines..."), "", "lines"},
    {"file.exportRow", Menu::File, Sub::Export, 2, QT_TRANSLATE_NOOP("Commands", "One row as bars..."), "", "table"},
    {"file.exportOverlay", Menu::File, Sub::Export, 2, QT_TRANSLATE_NOOP("Commands", "Picture with weights..."), "",
     "image"},
    {"file.exportSteps", Menu::File, Sub::Export, 2, QT_TRANSLATE_NOOP("Commands", "All steps, one page each..."), "",
     "layers"},
    {"file.quit", Menu::File, Sub::None, 3, QT_TRANSLATE_NOOP("Commands", "Quit"), "Ctrl+Q", ""},

    {"edit.undo", Menu::Edit, Sub::None, 0, QT_TRANSLATE_NOOP("Commands", "Undo"), "Ctrl+Z", "undo"},
    {"edit.redo", Menu::Edit, Sub::None, 0, QT_TRANSLATE_NOOP("Commands", "Redo"), "Ctrl+Shift+Z; Ctrl+Y", "redo"},
    {"edit.copyNumber", Menu::Edit, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Copy the number in full"), "Ctrl+C",
     "copy"},
    {"edit.copyTerms", Menu::Edit, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Copy the list of terms"),
     "Ctrl+Shift+C", ""},
    {"edit.copyPicture", Menu::Edit, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Copy the view as a picture"),
     "Ctrl+Alt+C", "image"},
    {"edit.paste", Menu::Edit, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Paste as the input"), "Ctrl+V", ""},
    {"edit.sentence", Menu::Edit, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Type a sentence"), "Ctrl+T", "text"},
    {"edit.find", Menu::Edit, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Find a step"), "Ctrl+F", "search"},
    {"edit.goToCell", Menu::Edit, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Go to a cell..."), "Ctrl+G", ""},
    {"edit.commands", Menu::Edit, Sub::None, 3, QT_TRANSLATE_NOOP("Commands", "Find a command"), "Ctrl+K", ""},
    {"edit.settings", Menu::Edit, Sub::None, 3, QT_TRANSLATE_NOOP("Commands", "Settings..."), "Ctrl+,", "settings"},

    {"view.step", Menu::View, Sub::None, 0, QT_TRANSLATE_NOOP("Commands", "Step workspace"), "Ctrl+2", "step"},
    {"view.table", Menu::View, Sub::None, 0, QT_TRANSLATE_NOOP("Commands", "Show the matrix as a table"), "M", "table"},
    {"view.steps", Menu::View, Sub::Docks, 1, QT_TRANSLATE_NOOP("Commands", "Steps"), "", ""},
    {"view.explanation", Menu::View, Sub::Docks, 1, QT_TRANSLATE_NOOP("Commands", "Explanation"), "", ""},
    {"view.tokens", Menu::View, Sub::Docks, 1, QT_TRANSLATE_NOOP("Commands", "Token lines"), "", ""},
    {"view.resetDocks", Menu::View, Sub::Docks, 2, QT_TRANSLATE_NOOP("Commands", "As at the first start"), "", ""},
    {"view.nextPanel", Menu::View, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Next panel"), "F6", ""},
    {"view.previousPanel", Menu::View, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Previous panel"), "Shift+F6", ""},
    {"view.theme", Menu::View, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Switch between light and dark"),
     "Ctrl+Shift+D", "theme"},
    {"view.lecture", Menu::View, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Lecture size"), "Ctrl+Shift+L",
     "present"},
    {"view.larger", Menu::View, Sub::Scale, 2, QT_TRANSLATE_NOOP("Commands", "Larger"), "Ctrl+Alt+=", ""},
    {"view.smaller", Menu::View, Sub::Scale, 2, QT_TRANSLATE_NOOP("Commands", "Smaller"), "Ctrl+Alt+-", ""},
    {"view.actualSize", Menu::View, Sub::Scale, 2, QT_TRANSLATE_NOOP("Commands", "Actual size"), "Ctrl+Alt+0", ""},

    {"model.maskNone", Menu::Model, Sub::Mask, 0, QT_TRANSLATE_NOOP("Commands", "No mask"), "", ""},
    {"model.maskCausal", Menu::Model, Sub::Mask, 0, QT_TRANSLATE_NOOP("Commands", "Causal mask"), "", "mask"},
    {"model.maskWindow", Menu::Model, Sub::Mask, 0, QT_TRANSLATE_NOOP("Commands", "Window mask"), "", ""},
    {"model.hideKey", Menu::Model, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Hide this key from all queries"), "X",
     "eyeoff"},
    {"model.hideFrom", Menu::Model, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Hide this key from this query only"),
     "Shift+X", ""},
    {"model.liftKey", Menu::Model, Sub::None, 1,
     QT_TRANSLATE_NOOP("Commands", "What if this word were not there? Lift it out"), "Ctrl+Shift+X", ""},
    {"model.wordFeatures", Menu::Model, Sub::None, 1,
     QT_TRANSLATE_NOOP("Commands", "Set the features of this row's word"), "Ctrl+Shift+W", ""},
    {"model.removeWord", Menu::Model, Sub::None, 1,
     QT_TRANSLATE_NOOP("Commands", "Remove the word of this key from the input"), "Ctrl+Del", ""},
    {"model.release", Menu::Model, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Release the replaced numbers"), "", ""},
    {"model.drawAgain", Menu::Model, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Draw again"), "Ctrl+D", "dice"},
    {"model.seed", Menu::Model, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Another seed..."), "", ""},
    {"model.holdSeed", Menu::Model, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Hold the seed with the document"), "",
     "lock"},

    {"run.play", Menu::Run, Sub::None, 0},
    {"run.stepForward", Menu::Run, Sub::None, 0},
    {"run.stepBack", Menu::Run, Sub::None, 0},
    {"run.stepInto", Menu::Run, Sub::None, 0},
    {"run.stepOut", Menu::Run, Sub::None, 0},
    {"run.tiles", Menu::Run, Sub::None, 0,
     QT_TRANSLATE_NOOP("Commands", "Attention tile by tile, as the kernel does it"), "Ctrl+I", ""},
    {"run.reset", Menu::Run, Sub::None, 0},
    {"run.end", Menu::Run, Sub::None, 0},
    {"run.speedHalf", Menu::Run, Sub::Speed, 0, QT_TRANSLATE_NOOP("Commands", "Half speed"), "", ""},
    {"run.speedOne", Menu::Run, Sub::Speed, 0, QT_TRANSLATE_NOOP("Commands", "Normal speed"), "", ""},
    {"run.speedTwo", Menu::Run, Sub::Speed, 0, QT_TRANSLATE_NOOP("Commands", "Double speed"), "", ""},
    {"run.speedFour", Menu::Run, Sub::Speed, 0, QT_TRANSLATE_NOOP("Commands", "Four times the speed"), "", ""},
    {"run.toNaN", Menu::Run, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Run to the first NaN or infinity"), "", ""},
    {"run.toMasked", Menu::Run, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Run to the first fully masked row"), "",
     ""},
    {"run.toStep", Menu::Run, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "Run to a step..."), "Ctrl+Shift+G", ""},
    {"run.reveal", Menu::Run, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Show what follows"), "Ctrl+Shift+F", "eye"},
    {"run.layChip", Menu::Run, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Guess: lay a chip on this key"), "+", ""},
    {"run.takeChip", Menu::Run, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Guess: take a chip back"), "-", ""},
    {"run.strongest", Menu::Run, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Lock the strongest key of this row"),
     "Ctrl+L", "lock"},
    {"run.back", Menu::Run, Sub::None, 2, QT_TRANSLATE_NOOP("Commands", "Back on the trail"), "Alt+Left", ""},
    {"run.backward", Menu::Run, Sub::None, 3, QT_TRANSLATE_NOOP("Commands", "Backward from this cell"), "B", ""},
    {"run.forward", Menu::Run, Sub::None, 3, QT_TRANSLATE_NOOP("Commands", "Forward again"), "Shift+B", ""},
    {"run.previousLayer", Menu::Run, Sub::Head, 3, QT_TRANSLATE_NOOP("Commands", "Previous layer"), "Ctrl+PgUp", ""},
    {"run.nextLayer", Menu::Run, Sub::Head, 3, QT_TRANSLATE_NOOP("Commands", "Next layer"), "Ctrl+PgDown", ""},
    {"run.previousHead", Menu::Run, Sub::Head, 4, QT_TRANSLATE_NOOP("Commands", "Previous head"), "[", ""},
    {"run.nextHead", Menu::Run, Sub::Head, 4, QT_TRANSLATE_NOOP("Commands", "Next head"), "]", ""},
    {"run.head0", Menu::Run, Sub::Head, 5, QT_TRANSLATE_NOOP("Commands", "Head 0"), "Alt+1", ""},
    {"run.head1", Menu::Run, Sub::Head, 5, QT_TRANSLATE_NOOP("Commands", "Head 1"), "Alt+2", ""},
    {"run.head2", Menu::Run, Sub::Head, 5, QT_TRANSLATE_NOOP("Commands", "Head 2"), "Alt+3", ""},
    {"run.head3", Menu::Run, Sub::Head, 5, QT_TRANSLATE_NOOP("Commands", "Head 3"), "Alt+4", ""},
    {"run.head4", Menu::Run, Sub::Head, 5, QT_TRANSLATE_NOOP("Commands", "Head 4"), "Alt+5", ""},
    {"run.head5", Menu::Run, Sub::Head, 5, QT_TRANSLATE_NOOP("Commands", "Head 5"), "Alt+6", ""},
    {"run.head6", Menu::Run, Sub::Head, 5, QT_TRANSLATE_NOOP("Commands", "Head 6"), "Alt+7", ""},
    {"run.head7", Menu::Run, Sub::Head, 5, QT_TRANSLATE_NOOP("Commands", "Head 7"), "Alt+8", ""},
    {"run.head8", Menu::Run, Sub::Head, 5, QT_TRANSLATE_NOOP("Commands", "Head 8"), "Alt+9", ""},
    {"run.stop", Menu::Run, Sub::None, 6, QT_TRANSLATE_NOOP("Commands", "Stop, or release what is locked"), "Esc",
     "stop"},

    {"help.explain", Menu::Help, Sub::None, 0, QT_TRANSLATE_NOOP("Commands", "What is this? Explain it"), "F1", "help"},
    {"help.open", Menu::Help, Sub::None, 0, QT_TRANSLATE_NOOP("Commands", "How to, and the keys"), "Ctrl+F1",
     "keyboard"},
    {"help.hints", Menu::Help, Sub::None, 0, QT_TRANSLATE_NOOP("Commands", "Show the three hints again"), "", ""},
    {"help.about", Menu::Help, Sub::None, 1, QT_TRANSLATE_NOOP("Commands", "About Heed"), "", "info"},
};

}  // namespace

std::span<const CommandSpec> commandTable() {
  return kCommands;
}

}  // namespace heed::ui
