#include "tests/ui/opened_window.h"
#include "ui/shell/settings_dialog.h"
#include "ui/widgets/buttons.h"

#include <QWhatsThis>
#include <algorithm>

using namespace heed;
using namespace heed::test;

namespace {

void save(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("a file could not be written");
}

}  // namespace

/// The window as a person finds it.
class TestShell : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void startsWithTheComputedExample();
  void droppedTextTakesThePlaceOfTheText();
  void droppedTextFilesAreRead();
  void droppedPicturesOpenTheirTemplate();
  void droppedDocumentsOpen();
  void whatCannotBeReadIsRefused_data();
  void whatCannotBeReadIsRefused();
  void savedDocumentsComeBack();
  void docksCloseAndComeBack();
  void layoutsHoldAtBothSizes_data();
  void layoutsHoldAtBothSizes();
  void languageChangesWithoutRestart();
  void changesAreAskedForBeforeTheyAreLost();
  void cellsAreNamedByNumberAndByWord();
  void settingsOutliveTheProgram();
  void tabGoesDownTheSettings();
  void theStageExplainsItself();
  void brokenSettingsAreIgnored();
};

void TestShell::startsWithTheComputedExample() {
  Opened opened;
  QVERIFY(opened.session.result() != nullptr);
  QCOMPARE(opened.window.statusLine().stateWords(), QString("Up to date, 15 steps"));
  QVERIFY(opened.window.problem().isEmpty());
  QVERIFY(opened.window.windowTitle().startsWith("Self-attention on a sentence[*]"));
  QVERIFY(!opened.window.isWindowModified());
  keepPicture(opened.window, "start");
  opened.window.resize(1280, 800);
  QTest::qWait(50);
  keepPicture(opened.window, "start-1280");
  opened.run("view.theme");
  QTest::qWait(50);
  keepPicture(opened.window, "start-dark");
}

void TestShell::droppedTextTakesThePlaceOfTheText() {
  Opened opened;
  const QString before = opened.text();
  QMimeData data;
  data.setText("the cat sat\n");
  opened.drop(data);
  QVERIFY(opened.overlayWasShown);
  QCOMPARE(opened.words, QString("Replace the text"));
  QVERIFY(!opened.window.findChild<ui::DropOverlay*>()->isVisible());
  QCOMPARE(opened.text(), QString("the cat sat"));
  QVERIFY(opened.waits());
  QVERIFY(opened.window.isWindowModified());
  opened.run("edit.undo");
  QCOMPARE(opened.text(), before);
  QVERIFY(!opened.window.isWindowModified());
}

void TestShell::droppedTextFilesAreRead() {
  Opened opened;
  const QString path = opened.folder.filePath("words.txt");
  save(path, "a dog barked\n");
  opened.dropFile(path);
  QCOMPARE(opened.words, QString("Replace the text"));
  QVERIFY(opened.waits());
  QCOMPARE(opened.text(), QString("a dog barked"));
}

void TestShell::droppedPicturesOpenTheirTemplate() {
  Opened opened;
  QImage picture(120, 90, QImage::Format_RGB32);
  picture.fill(Qt::gray);
  const QString path = opened.folder.filePath("grey.png");
  QVERIFY(picture.save(path));
  opened.dropFile(path);
  QCOMPARE(opened.words,
           QString("Open the picture in \"%1\"").arg(QString::fromStdString(ui::templateTitle("image-patches"))));
  QVERIFY(opened.waits());
  QVERIFY2(opened.window.problem().isEmpty(), qPrintable(opened.window.problem()));
  QVERIFY(opened.document.data().model.blockNamed("image") != nullptr);
  opened.run("edit.undo");
  QVERIFY(opened.text().contains("animal"));

  // As a browser gives it: no file, only the pixels.
  QMimeData pixels;
  pixels.setImageData(picture);
  opened.drop(pixels);
  QVERIFY(opened.waits());
  QVERIFY(opened.document.data().model.blockNamed("image") != nullptr);
}

void TestShell::droppedDocumentsOpen() {
  Opened opened;
  const QString path = opened.folder.filePath("saved.heed");
  core::DocumentData data = ui::openTemplate("multi-head");
  core::writeDocumentFile(path.toStdString(), data);
  opened.dropFile(path);
  QCOMPARE(opened.words, QString("Open the document \"saved.heed\""));
  QVERIFY(opened.waits());
  QCOMPARE(opened.document.name(), QString("saved.heed"));
  QCOMPARE(opened.settings.values().recentFiles.value(0), path);
  opened.run("edit.undo");
  QVERIFY(opened.document.path().isEmpty());
  QVERIFY(opened.text().contains("animal"));
}

void TestShell::whatCannotBeReadIsRefused_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("says");
  QTest::newRow("truncated picture") << "cut.png" << QByteArray("\x89PNG\r\n\x1a\n\0\0", 10)
                                     << "cannot be read as a picture";
  QTest::newRow("pickle") << "model.pt" << QByteArray("\x80\x02}q\0.", 6) << "is a pickle, which can run code";
  QTest::newRow("ragged table") << "scores.csv" << QByteArray("1,2,3\n4,5\n") << "scores.csv";
  QTest::newRow("unknown kind") << "movie.mkv" << QByteArray("\x1a\x45\xdf\xa3", 4) << "of no kind that Heed opens";
  QTest::newRow("no document") << "broken.heed" << QByteArray("nothing of ours") << "broken.heed";
}

void TestShell::whatCannotBeReadIsRefused() {
  QFETCH(QString, name);
  QFETCH(QByteArray, bytes);
  QFETCH(QString, says);
  Opened opened;
  const QString path = opened.folder.filePath(name);
  save(path, bytes);
  const auto before = opened.document.snapshot();
  const auto result = opened.session.result();
  opened.dropFile(path);
  QVERIFY(opened.waits());
  QVERIFY2(opened.window.problem().contains(says), qPrintable(opened.window.problem()));
  QCOMPARE(opened.document.snapshot(), before);
  QCOMPARE(opened.session.result(), result);
  keepPicture(opened.window, qPrintable("refused-" + name));
  opened.window.workspace().problems().findChild<QAbstractButton*>()->click();
}

void TestShell::savedDocumentsComeBack() {
  Opened opened;
  QMimeData data;
  data.setText("one two three");
  opened.drop(data);
  const QString path = opened.folder.filePath("mine.heed");
  opened.document.save(path);
  QVERIFY(!opened.window.isWindowModified());
  QVERIFY(opened.window.windowTitle().startsWith("mine.heed[*]"));

  Opened again;
  again.window.openFile(path);
  QVERIFY(again.waits());
  QCOMPARE(core::writeDocument(again.document.data()), core::writeDocument(opened.document.data()));
}

void TestShell::docksCloseAndComeBack() {
  const QTemporaryDir folder;
  const QString path = folder.filePath("heed.ini");
  {
    Opened opened(path);
    for (QDockWidget* dock : opened.window.workspace().docks()) {
      QVERIFY2(dock->isVisible(), qPrintable(dock->objectName()));
    }
    opened.run("view.steps");
    QVERIFY(!opened.window.workspace().stepsDock().isVisible());
    QVERIFY(!opened.window.commands().action("view.steps").isChecked());
    QVERIFY(opened.window.close());
  }
  Opened again(path);
  QVERIFY(!again.window.workspace().stepsDock().isVisible());
  again.run("view.steps");
  QVERIFY(again.window.workspace().stepsDock().isVisible());
  again.window.workspace().stepsDock().setFloating(true);
  again.run("view.resetDocks");
  QVERIFY(!again.window.workspace().stepsDock().isFloating());
}

void TestShell::layoutsHoldAtBothSizes_data() {
  QTest::addColumn<QSize>("size");
  QTest::addColumn<bool>("isFolded");
  QTest::newRow("1280 x 800") << QSize(1280, 800) << true;
  QTest::newRow("1440 x 900") << QSize(1440, 900) << false;
  QTest::newRow("1920 x 1080") << QSize(1920, 1080) << false;
}

void TestShell::layoutsHoldAtBothSizes() {
  QFETCH(QSize, size);
  QFETCH(bool, isFolded);
  Opened opened;
  for (const ui::ThemeChoice theme : {ui::ThemeChoice::Light, ui::ThemeChoice::Dark}) {
    opened.settings.change([theme](ui::Settings& values) { values.theme = theme; });
    opened.window.resize(size);
    QTest::qWait(50);
    QCOMPARE(opened.window.size(), size);
    ui::StepWorkspace& workspace = opened.window.workspace();
    QCOMPARE(workspace.stepsDock().width() <= 48, isFolded);
    // Nothing lies over the stage or beyond the window.
    const auto placeOf = [&](const QWidget& part) { return QRect(part.mapTo(&opened.window, QPoint()), part.size()); };
    const QRect stage = placeOf(workspace.stage());
    QVERIFY(stage.width() > size.width() / 2);
    for (const QDockWidget* dock : workspace.docks()) {
      QVERIFY2(dock->isVisible(), qPrintable(dock->objectName()));
      QVERIFY(opened.window.rect().contains(placeOf(*dock)));
      QVERIFY2(!placeOf(*dock).intersects(stage), qPrintable(dock->objectName()));
    }
    keepPicture(opened.window, qPrintable(QString("layout-%1-%2").arg(size.width()).arg(static_cast<int>(theme))));
  }
}

void TestShell::languageChangesWithoutRestart() {
  Opened opened;
  opened.settings.change([](ui::Settings& values) { values.language = ui::LanguageChoice::English; });
  QVERIFY(!opened.language.isChinese());
  const QSignalSpy computed(&opened.session, &ui::Session::resultChanged);
  opened.settings.change([](ui::Settings& values) { values.language = ui::LanguageChoice::Chinese; });
  QVERIFY(opened.language.isChinese());
  QVERIFY(opened.waits());
  QTRY_COMPARE(opened.window.commands().action("file.save").text(), QString("保存"));
  QTRY_VERIFY(!computed.isEmpty());
  auto* list = opened.window.findChild<ui::CommandListModel*>();
  QVERIFY(list != nullptr);
  list->search({});
  QCOMPARE(list->index(0).data(ui::CommandListModel::Path).toString(), QString("文件"));
  keepPicture(opened.window, "chinese");
  opened.settings.change([](ui::Settings& values) { values.language = ui::LanguageChoice::English; });
  QVERIFY(opened.waits());
  QTRY_COMPARE(opened.window.commands().action("file.save").text(), QString("Save"));
}

void TestShell::changesAreAskedForBeforeTheyAreLost() {
  Opened opened;
  QMimeData data;
  data.setText("something new");
  opened.drop(data);
  opened.answer = ui::MainWindow::Answer::Cancel;
  QVERIFY(!opened.window.close());
  QVERIFY(opened.window.isVisible());
  opened.answer = ui::MainWindow::Answer::Discard;
  QVERIFY(opened.window.close());
}

void TestShell::cellsAreNamedByNumberAndByWord() {
  Opened opened;
  const ui::StageMatrix& matrix = opened.walk.content()->result;
  using Cell = ui::Focus::Cell;
  QCOMPARE(ui::cellNamed(matrix, "3, 5", {}), Cell({3, 5}));
  QCOMPARE(ui::cellNamed(matrix, "it, animal", {}), Cell({7, 1}));
  QCOMPARE(ui::cellNamed(matrix, QStringLiteral("it\uFF0CANIMAL"), {}), Cell({7, 1}));
  QCOMPARE(ui::cellNamed(matrix, "was", Cell{0, 4}), Cell({8, 4}));
  QVERIFY(!ui::cellNamed(matrix, "3, 11", {}));
  QVERIFY(!ui::cellNamed(matrix, "giraffe, it", {}));
}

void TestShell::settingsOutliveTheProgram() {
  const QTemporaryDir folder;
  const QString path = folder.filePath("heed.ini");
  {
    Opened opened(path);
    opened.settings.change([](ui::Settings& values) {
      values.theme = ui::ThemeChoice::Dark;
      values.scale = 1.25;
      values.decimals = 3;
    });
    QCOMPARE(opened.appearance.themeName(), ui::ThemeName::Dark);
    opened.window.close();
  }
  Opened again(path);
  QCOMPARE(again.appearance.themeName(), ui::ThemeName::Dark);
  QCOMPARE(again.appearance.scale(), 1.25);
  QCOMPARE(again.appearance.decimals(), 3);
}

void TestShell::tabGoesDownTheSettings() {
  Opened opened;
  ui::SettingsDialog dialog(opened.settings, {}, opened.appearance, nullptr);
  dialog.show();
  QVERIFY(QTest::qWaitForWindowActive(&dialog));
  // The choice that holds, in the first row.
  const auto* first = qobject_cast<QAbstractButton*>(dialog.focusWidget());
  QVERIFY(first != nullptr);
  QVERIFY(first->isChecked());
  const auto heightOf = [&] { return dialog.focusWidget()->mapTo(&dialog, QPoint(0, 0)).y(); };
  const int top = heightOf();
  int before = top;
  for (int row = 1; row < 7; ++row) {  // Close comes last
    QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
    QVERIFY2(heightOf() > before, qPrintable(QString::number(row)));
    before = heightOf();
  }
  QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
  QCOMPARE(heightOf(), top);
}

void TestShell::theStageExplainsItself() {
  Opened opened;
  QVERIFY(QTest::qWaitForWindowActive(&opened.window));
  opened.window.workspace().stage().setFocus();
  opened.walk.goTo(4);
  QVERIFY(opened.waits());
  const auto words = [] {
    const auto windows = QApplication::topLevelWidgets();
    return std::ranges::any_of(
        windows, [](const QWidget* window) { return window->isVisible() && window->inherits("QWhatsThat"); });
  };
  QVERIFY(!words());
  opened.run("help.explain");
  QTRY_VERIFY(words());
  QVERIFY(!opened.window.findChild<ui::CommandList*>()->isVisible());
  QWhatsThis::hideText();
}

void TestShell::brokenSettingsAreIgnored() {
  const QTemporaryDir folder;
  const QString path = folder.filePath("heed.ini");
  save(path, "[look\ntheme=mauve\nscale=1e400\ndecimals=many\n\0\0\xff");
  const ui::SettingsFile settings(path);
  QCOMPARE(settings.values(), ui::Settings());
}

QTEST_MAIN(TestShell)
#include "tst_shell.moc"
