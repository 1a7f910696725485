// Drives the real window as a person does: mouse and keys come through the X11 server, files are dragged out of another
// program. What is checked is what is on the screen and what lies on the disk.

#include "core/exec/cpu_backend.h"
#include "core/io/build_resources.h"
#include "core/io/resources.h"
#include "tests/ui/shared_appearance.h"
#include "tests/ui/virtual_display.h"
#include "ui/import/templates.h"
#include "ui/shell/command_set.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/language.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings.h"
#include "ui/shell/step_workspace.h"
#include "ui/shell/system_look.h"
#include "ui/step/stage.h"
#include "ui/step/step_bar.h"
#include "ui/theme/style.h"

#include <QApplication>
#include <QDrag>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QScreen>
#include <QTemporaryDir>
#include <QtTest>

using namespace heed;

namespace {

constexpr int kPatience = 20000;
test::VirtualDisplay* display = nullptr;

/// Another program: a window from which a file can be dragged.
class FileManager : public QWidget {
 public:
  explicit FileManager(QString path) : m_path(std::move(path)) {
    setWindowTitle("Files");
    // The window manager would put it elsewhere.
    setWindowFlags(Qt::Window | Qt::FramelessWindowHint | Qt::X11BypassWindowManagerHint);
    setGeometry(1280, 20, 120, 80);
  }

 protected:
  void mousePressEvent(QMouseEvent* event) override { m_pressed = event->pos(); }
  void mouseMoveEvent(QMouseEvent* event) override {
    if ((event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance()) return;
    auto* content = new QMimeData;
    content->setUrls({QUrl::fromLocalFile(m_path)});
    auto* drag = new QDrag(this);
    drag->setMimeData(content);
    drag->exec(Qt::CopyAction);
    // The receiver fetches the data after the button was let go.
    QTimer::singleShot(3000, qApp, &QApplication::quit);
  }

 private:
  QString m_path;
  QPoint m_pressed;
};

/// The window as it is at the first start.
struct Program {
  explicit Program(const QTemporaryDir& folder)
      : settings(folder.filePath("heed.ini")),
        document(ui::openTemplate("self-attention")),
        session(document, backend, core::readBuildResources()),
        walk(session),
        window({session, walk, appearance, settings, language, systemLook}, {}) {
    window.setAsker([] { return ui::MainWindow::Answer::Discard; });
    session.compute();
    window.setGeometry(0, 24, 1260, 850);
    window.show();
  }

  [[nodiscard]] bool waits() {
    return QTest::qWaitFor(
        [this] {
          return !session.jobs().isBusy() && session.state() != ui::SessionState::Computing &&
                 (session.state() == ui::SessionState::Failed || !session.isStale());
        },
        kPatience);
  }

  [[nodiscard]] ui::Stage& stage() { return *window.findChild<ui::Stage*>(); }
  [[nodiscard]] QLineEdit& field() { return *window.findChild<ui::StepBar*>()->field(); }
  [[nodiscard]] QPoint centre(QWidget& widget) const { return widget.mapToGlobal(widget.rect().center()); }
  [[nodiscard]] QPoint cell(std::int64_t row, std::int64_t column) {
    const auto area = stage().cellRect(ui::StagePart::Result, {row, column});
    if (!area) qFatal("the cell is not on the stage");
    return stage().mapToGlobal(area->center().toPoint());
  }
  [[nodiscard]] double weight(std::int64_t query, std::int64_t key) const {
    const auto& result = *session.result();
    const core::Tensor& weights = result.trace().kept(result.program().stepIndex("attention/mechanism/weights"));
    return weights.at(query * weights.shape()[-1] + key);
  }
  [[nodiscard]] std::int64_t tokens() const {
    const auto& result = *session.result();
    const int step = result.program().stepIndex("attention/mechanism/weights");
    return step < 0 ? -1 : result.program().type(result.step(step).value).shape[-1];
  }
  /// What a person sees: the window's part of the screen.
  [[nodiscard]] QImage seen() const {
    return QGuiApplication::primaryScreen()->grabWindow(0).toImage().copy(window.geometry());
  }

  core::CpuBackend backend;
  ui::Appearance& appearance = test::sharedAppearance();
  ui::SettingsFile settings;
  ui::Language language;
  ui::SystemLook systemLook;
  ui::Document document;
  ui::Session session;
  ui::Walk walk;
  ui::MainWindow window;
};

/// How many colours a picture has, up to a bound: an empty view has few.
int colours(const QImage& picture) {
  QSet<QRgb> found;
  for (int y = 0; y < picture.height(); y += 2) {
    for (int x = 0; x < picture.width(); x += 2) found.insert(picture.pixel(x, y));
    if (found.size() > 500) break;
  }
  return static_cast<int>(found.size());
}

}  // namespace

class TestPerson : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup();
  void typesASentence();
  void dropsFiles_data();
  void dropsFiles();
  void refusesABadFile();
  void walksThroughTheSteps();
  void locksACellAndFollowsIt();
  void editsAWeightInPlaceAndUndoes();
  void hidesAKey();
  void exportsAFigure();
  void doesEverythingWithKeys();

 private:
  void drag(const QString& path);
  [[nodiscard]] QString file(const QString& name, const QByteArray& content);

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Program> m_program;
};

void TestPerson::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  m_program = std::make_unique<Program>(*m_folder);
  QVERIFY(QTest::qWaitForWindowActive(&m_program->window, kPatience));
  QVERIFY(m_program->waits());
  QTRY_VERIFY_WITH_TIMEOUT(colours(m_program->seen()) > 200, kPatience);
}

void TestPerson::cleanup() {
  m_program.reset();
}

QString TestPerson::file(const QString& name, const QByteArray& content) {
  QFile out(m_folder->filePath(name));
  if (!out.open(QFile::WriteOnly) || out.write(content) != content.size()) qFatal("no file");
  return out.fileName();
}

/// Out of the other program, over the window, with the pauses of a hand.
void TestPerson::drag(const QString& path) {
  QProcess manager;
  manager.start(QCoreApplication::applicationFilePath(), {"--files", path});
  QVERIFY(manager.waitForStarted());
  display->waitForWindow("Files");
  QTest::qWait(300);
  display->moveTo({1340, 60});
  display->press();
  for (int i = 1; i <= 8; ++i) {
    display->moveTo({1340 - 6 * i, 60 + 3 * i});
    QTest::qWait(40);
  }
  const QPoint target = m_program->centre(m_program->stage());
  for (int i = 1; i <= 6; ++i) {
    display->moveTo(QPoint(1290, 84) + (target - QPoint(1290, 84)) * i / 6);
    QTest::qWait(80);
  }
  QTest::qWait(300);
  display->release();
  QTRY_COMPARE_WITH_TIMEOUT(manager.state(), QProcess::NotRunning, kPatience);
}

void TestPerson::typesASentence() {
  const QImage before = m_program->seen();
  display->click(m_program->centre(m_program->field()));
  display->key("ctrl+a");
  display->type("The cat slept because it was warm");
  display->key("Return");
  QTRY_COMPARE_WITH_TIMEOUT(m_program->tokens(), std::int64_t{7}, kPatience);
  QVERIFY(m_program->waits());
  QTRY_VERIFY_WITH_TIMEOUT(m_program->seen() != before, kPatience);
  QVERIFY(colours(m_program->seen()) > 200);
}

void TestPerson::dropsFiles_data() {
  QTest::addColumn<QString>("kind");
  QTest::newRow("text") << "text";
  QTest::newRow("picture") << "picture";
}

void TestPerson::dropsFiles() {
  QFETCH(QString, kind);
  if (kind == "text") {
    drag(file("note.txt", "One two three four"));
    QCOMPARE(m_program->window.problem(), QString());
    QTRY_COMPARE_WITH_TIMEOUT(m_program->tokens(), std::int64_t{4}, kPatience);
  } else {
    drag(QString::fromStdString((core::resourcesFolder() / "samples/photo.jpg").string()));
    QTRY_VERIFY_WITH_TIMEOUT(m_program->document.data().model.blockNamed("image") != nullptr, kPatience);
    QVERIFY(m_program->waits());
    QVERIFY(!m_program->session.error().has_value());
  }
  QTRY_VERIFY_WITH_TIMEOUT(colours(m_program->seen()) > 200, kPatience);
}

void TestPerson::refusesABadFile() {
  const auto before = m_program->session.result();
  drag(file("broken.png", QByteArray("\x89PNG\r\n\x1a\n broken", 15)));
  QTRY_VERIFY_WITH_TIMEOUT(m_program->window.problem().contains("broken.png"), kPatience);
  QCOMPARE(m_program->session.result(), before);
  QCOMPARE(m_program->tokens(), std::int64_t{11});
}

void TestPerson::walksThroughTheSteps() {
  const int start = m_program->walk.current();
  display->click(m_program->cell(3, 3));
  display->key("F10");
  QTRY_COMPARE_WITH_TIMEOUT(m_program->walk.current(), start + 1, kPatience);
  display->key("shift+F10");
  QTRY_COMPARE_WITH_TIMEOUT(m_program->walk.current(), start, kPatience);
  display->key("Home");
  QTRY_COMPARE_WITH_TIMEOUT(m_program->walk.current(), 0, kPatience);
  display->key("F10");
  QTRY_COMPARE_WITH_TIMEOUT(m_program->walk.current(), 1, kPatience);
  display->key("F11");
  QTRY_VERIFY_WITH_TIMEOUT(m_program->walk.openedInput() >= 0, kPatience);
}

void TestPerson::locksACellAndFollowsIt() {
  display->click(m_program->cell(7, 5));
  QTRY_COMPARE_WITH_TIMEOUT(m_program->walk.focus().locked(), (std::optional<ui::Focus::Cell>({7, 5})), kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(m_program->walk.cell() != nullptr, kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(m_program->stage().cellSentence().contains("2.81"), kPatience);
  QRectF operand;
  QTRY_VERIFY_WITH_TIMEOUT(([&] {
                             const auto& targets = m_program->stage().stageLayout().targets;
                             const auto found =
                                 std::ranges::find(targets, ui::TargetKind::Operand, &ui::StageTarget::kind);
                             if (found != targets.end()) operand = found->area;
                             return found != targets.end();
                           }()),
                           kPatience);
  const int from = m_program->walk.current();
  display->click(m_program->stage().mapToGlobal(m_program->stage().toWidget(operand).center().toPoint()));
  QTRY_VERIFY_WITH_TIMEOUT(m_program->walk.current() < from, kPatience);
  QCOMPARE(m_program->walk.trail().size(), std::size_t{1});
  display->key("alt+Left");
  QTRY_COMPARE_WITH_TIMEOUT(m_program->walk.current(), from, kPatience);
}

void TestPerson::editsAWeightInPlaceAndUndoes() {
  const double before = m_program->weight(7, 1);
  m_program->walk.goTo(1);
  QVERIFY(m_program->waits());
  display->click(m_program->centre(m_program->stage()));
  // Into the product first, then to the weights behind it.
  display->key("F11");
  QTRY_VERIFY_WITH_TIMEOUT(m_program->walk.inside() != ui::Walk::Inside::Nothing, kPatience);
  display->key("F11");
  QTRY_VERIFY_WITH_TIMEOUT(m_program->walk.content() != nullptr && m_program->walk.content()->result.isInput,
                           kPatience);
  display->click(m_program->cell(0, 0));
  display->key("F2");
  display->key("ctrl+a");
  display->type("4.5");
  display->key("Return");
  QTRY_COMPARE_WITH_TIMEOUT(m_program->document.data().weights.at("attention/W_query").value.at(0), 4.5, kPatience);
  QVERIFY(m_program->waits());
  QVERIFY(m_program->weight(7, 1) != before);
  QVERIFY2(m_program->walk.openedInput() >= 0, "weights that are edited stay open");
  display->key("ctrl+z");
  QTRY_VERIFY_WITH_TIMEOUT(m_program->document.undoStack().index() == 0, kPatience);
  QVERIFY(m_program->waits());
  QCOMPARE(m_program->weight(7, 1), before);
}

void TestPerson::hidesAKey() {
  QVERIFY(m_program->weight(7, 1) > 0.8);
  display->click(m_program->cell(7, 1));
  display->key("x");
  QTest::qWait(500);
  display->key("Down");
  display->key("Return");
  QTRY_VERIFY_WITH_TIMEOUT(m_program->document.undoStack().count() == 1, kPatience);
  QVERIFY(m_program->waits());
  QCOMPARE(m_program->weight(7, 1), 0.0);
}

void TestPerson::exportsAFigure() {
  const QString path = m_folder->filePath("figure.pdf");
  display->key("ctrl+shift+e");
  ui::ExportDialog* dialog = nullptr;
  QVERIFY(QTest::qWaitFor(
      [&] {
        dialog = m_program->window.findChild<ui::ExportDialog*>();
        return dialog != nullptr && dialog->isVisible() && !dialog->preview().isNull();
      },
      kPatience));
  QLineEdit* name = nullptr;
  for (QLineEdit* line : dialog->findChildren<QLineEdit*>()) {
    if (line->text().endsWith(".pdf")) name = line;
  }
  if (name == nullptr) QFAIL("the dialog has no line for the name of the file");
  // Where the window manager puts the dialog is known once it is the active window.
  QTRY_VERIFY_WITH_TIMEOUT(dialog->isActiveWindow(), kPatience);
  display->click(m_program->centre(*name));
  QTRY_VERIFY_WITH_TIMEOUT(name->hasFocus(), kPatience);
  display->key("ctrl+a");
  display->type(path);
  QTRY_COMPARE_WITH_TIMEOUT(name->text(), path, kPatience);
  display->key("Return");
  QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), kPatience);
  QFile written(path);
  QVERIFY(written.open(QFile::ReadOnly));
  QVERIFY(written.readAll().startsWith("%PDF-"));
}

/// The same walk without the mouse.
void TestPerson::doesEverythingWithKeys() {
  m_program->field().setFocus();
  display->key("ctrl+a");
  display->type("The cat slept because it was warm");
  display->key("Return");
  QTRY_COMPARE_WITH_TIMEOUT(m_program->tokens(), std::int64_t{7}, kPatience);
  QVERIFY(m_program->waits());
  for (int i = 0; i < 12 && !m_program->stage().hasFocus(); ++i) {
    display->key("F6");
    QTest::qWait(200);
  }
  QTRY_VERIFY_WITH_TIMEOUT(m_program->stage().hasFocus(), kPatience);
  display->key("Escape");
  const auto cell = m_program->walk.focus().cell();
  display->key("Down");
  display->key("Right");
  QTRY_VERIFY_WITH_TIMEOUT(m_program->walk.focus().cell() != cell, kPatience);
  display->key("Return");
  QTRY_VERIFY_WITH_TIMEOUT(m_program->walk.focus().isLocked(), kPatience);
  display->key("Home");
  QTRY_COMPARE_WITH_TIMEOUT(m_program->walk.current(), 0, kPatience);
  display->key("F10");
  QTRY_COMPARE_WITH_TIMEOUT(m_program->walk.current(), 1, kPatience);
  // Into the product first, then to the weights behind it.
  display->key("F11");
  QTRY_VERIFY_WITH_TIMEOUT(m_program->walk.inside() != ui::Walk::Inside::Nothing, kPatience);
  display->key("F11");
  QTRY_VERIFY_WITH_TIMEOUT(m_program->walk.content() != nullptr && m_program->walk.content()->result.isInput,
                           kPatience);
  display->key("Down");
  display->key("F2");
  display->key("ctrl+a");
  display->type("-2");
  display->key("Return");
  QTRY_VERIFY_WITH_TIMEOUT(m_program->document.undoStack().count() == 2, kPatience);
  display->key("ctrl+z");
  display->key("ctrl+z");
  QTRY_COMPARE_WITH_TIMEOUT(m_program->tokens(), std::int64_t{11}, kPatience);
  display->key("ctrl+k");
  QTest::qWait(400);
  display->type("cau");
  display->key("Return");
  QTRY_VERIFY_WITH_TIMEOUT(m_program->document.undoStack().count() == 1, kPatience);
  QVERIFY(m_program->waits());
  QCOMPARE(m_program->weight(0, 5), 0.0);
}

int main(int argc, char** argv) {
  const bool isFileManager = argc == 3 && QByteArray(argv[1]) == "--files";
  qputenv("QT_QPA_PLATFORM", "xcb");
  if (isFileManager) {
    QApplication application(argc, argv);
    FileManager files(QString::fromLocal8Bit(argv[2]));
    files.show();
    return QApplication::exec();
  }
  test::VirtualDisplay screen(1440, 900);
  display = &screen;
  QApplication application(argc, argv);
  TestPerson test;
  return QTest::qExec(&test, argc, argv);
}

#include "tst_person.moc"
