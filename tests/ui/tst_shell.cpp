#include "core/exec/cpu_backend.h"
#include "core/io/build_resources.h"
#include "ui/import/templates.h"
#include "ui/shell/command_list.h"
#include "ui/shell/command_set.h"
#include "ui/shell/drop_overlay.h"
#include "ui/shell/header_bar.h"
#include "ui/shell/intake.h"
#include "ui/shell/language.h"
#include "ui/shell/main_window.h"
#include "ui/shell/problem_strip.h"
#include "ui/shell/result_facts.h"
#include "ui/shell/settings.h"
#include "ui/shell/status_line.h"
#include "ui/shell/step_workspace.h"
#include "ui/shell/system_look.h"
#include "ui/theme/style.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace heed;

namespace {

constexpr int kPatience = 20000;

/// One for all windows, since the application's style looks at it until the end.
ui::Appearance& sharedAppearance() {
  static ui::Appearance* shared = [] {
    auto* appearance = new ui::Appearance(ui::ThemeName::Light, qApp);
    ui::applyStyle(*qApp, *appearance);
    return appearance;
  }();
  return *shared;
}

/// The window as a person finds it, with settings of its own.
struct Opened {
  explicit Opened(const QString& settingsPath = {})
      : settings(settingsPath.isEmpty() ? folder.filePath("heed.ini") : settingsPath),
        document(ui::openTemplate("self-attention")),
        session(document, backend, core::readBuildResources()),
        walk(session),
        window({session, walk, appearance, settings, language, systemLook}, {}) {
    window.setAsker([this] { return answer; });
    session.compute();
    window.resize(1440, 900);
    window.show();
    if (!waits()) qFatal("nothing was computed");
  }

  /// Until what is open is computed and on the stage.
  [[nodiscard]] bool waits() {
    return QTest::qWaitFor(
        [this] {
          return !session.jobs().isBusy() && session.state() != ui::SessionState::Computing &&
                 (session.state() == ui::SessionState::Failed || !session.isStale());
        },
        kPatience);
  }

  [[nodiscard]] QString text() const {
    for (const auto& [block, input] : document.data().inputs) {
      if (const auto* given = std::get_if<core::TextInput>(&input)) return QString::fromStdString(given->text);
    }
    return {};
  }

  void drop(const QMimeData& data) {
    const QPoint middle(700, 400);
    QDragEnterEvent entering(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &entering);
    words = window.findChild<ui::DropOverlay*>()->words();
    overlayWasShown = window.findChild<ui::DropOverlay*>()->isVisible();
    QDropEvent dropping(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &dropping);
  }

  void dropFile(const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    drop(data);
  }

  void run(const char* command) { window.commands().action(QString::fromLatin1(command)).trigger(); }

  QTemporaryDir folder;
  core::CpuBackend backend;
  ui::SystemLook systemLook;
  ui::Language language;
  ui::Appearance& appearance = sharedAppearance();
  ui::SettingsFile settings;
  ui::Document document;
  ui::Session session;
  ui::Walk walk;
  ui::MainWindow window;
  ui::MainWindow::Answer answer = ui::MainWindow::Answer::Discard;
  QString words;
  bool overlayWasShown = false;
};

void save(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("a file could not be written");
}

/// A picture beside the test, where HEED_PICTURES names a folder: for eyes.
void keepPicture(QWidget& window, const char* name) {
  const QString folder = qEnvironmentVariable("HEED_PICTURES");
  if (!folder.isEmpty()) window.grab().save(QStringLiteral("%1/%2.png").arg(folder, QString::fromLatin1(name)));
}

}  // namespace

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
  void commandsHaveWordsAMenuAndKeysOfTheirOwn();
  void settingsOutliveTheProgram();
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

void TestShell::commandsHaveWordsAMenuAndKeysOfTheirOwn() {
  Opened opened;
  QHash<QString, QString> ownerOfKeys;
  QHash<const QAction*, int> menus;
  const auto bars = opened.window.header().menuBar().findChildren<QMenu*>();
  for (const QMenu* menu : bars) {
    const auto actions = menu->actions();
    for (const QAction* action : actions) ++menus[action];
  }
  for (const auto& command : opened.window.commands().commands()) {
    const QByteArray id = command->id.toUtf8();
    QVERIFY2(command->binding.run, id.constData());
    QVERIFY2(!command->action->text().isEmpty(), id.constData());
    QCOMPARE(std::pair(id, menus.value(command->action)), std::pair(id, 1));
    const auto keys = command->action->shortcuts();
    for (const QKeySequence& key : keys) {
      if (key.isEmpty()) continue;
      QVERIFY2(!ownerOfKeys.contains(key.toString()),
               qPrintable(key.toString() + " of " + id + " and " + ownerOfKeys.value(key.toString())));
      ownerOfKeys[key.toString()] = command->id;
    }
  }
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

void TestShell::brokenSettingsAreIgnored() {
  const QTemporaryDir folder;
  const QString path = folder.filePath("heed.ini");
  save(path, "[look\ntheme=mauve\nscale=1e400\ndecimals=many\n\0\0\xff");
  const ui::SettingsFile settings(path);
  QCOMPARE(settings.values(), ui::Settings());
}

QTEST_MAIN(TestShell)
#include "tst_shell.moc"
