#include "app/cli/bench_ui.h"

#include "app/startup/window_session.h"
#include "core/model/model.h"
#include "ui/import/templates.h"
#include "ui/shell/step_workspace.h"
#include "ui/step/stage.h"
#include "ui/step/step_bar.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QThread>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace heed::app {

namespace {

constexpr int kTokens = 200;
constexpr int kHeads = 8;
constexpr int kLargeTokens = 1024;
constexpr int kEdits = 12;
constexpr int kMoves = 60;
constexpr qint64 kPatienceMilliseconds = 60000;

double milliseconds(const QElapsedTimer& timer) {
  return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

BenchLine lineOf(const std::string& what, std::vector<double> times) {
  std::ranges::sort(times);
  return {what, times.front(), times[times.size() / 2], 0.0, 0.0};
}

/// Counts what is painted of a widget.
class PaintCounter : public QObject {
 public:
  explicit PaintCounter(QWidget& widget) { widget.installEventFilter(this); }
  [[nodiscard]] int count() const { return m_count; }

  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Paint) ++m_count;
    return false;
  }

 private:
  int m_count = 0;
};

/// Handles what is waiting; gives the milliseconds that it took. For so long no key was answered.
double turn() {
  QElapsedTimer timer;
  timer.start();
  QCoreApplication::processEvents(QEventLoop::AllEvents);
  return milliseconds(timer);
}

/// Gives the longest turn of the event loop until then.
double waitUntil(core::KernelContext& kernel, const std::function<bool()>& isSo) {
  double longest = 0.0;
  QElapsedTimer patience;
  patience.start();
  while (!isSo()) {
    kernel.throwIfStopped();
    if (patience.elapsed() > kPatienceMilliseconds) {
      throw core::Error(core::ErrorKind::Limit, core::text("Bench", "the window did not come to an end in a minute"));
    }
    longest = std::max(longest, turn());
    QThread::usleep(100);
  }
  return longest;
}

/// The words of a sentence of this length; the first one tells one sentence from another.
QString sentence(int tokens, int which) {
  static const QStringList words = {"the", "animal", "street", "dog", "ball", "river", "was", "tired", "and", "slow"};
  QStringList chosen{QStringLiteral("word%1").arg(which)};
  for (int i = 1; i < tokens; ++i) chosen << words[i % words.size()];
  return chosen.join(QLatin1Char(' '));
}

core::DocumentData textDocument(int tokens, int heads) {
  core::DocumentData data = ui::openTemplate("self-attention");
  const core::Block* attention = data.model.blockNamed("attention");
  data.model.setParameter(attention->id, "heads", std::int64_t{heads});
  data.weights.clear();
  data.inputs[data.model.blockNamed("text")->id] = core::TextInput{sentence(tokens, 0).toStdString()};
  return data;
}

/// A window that shows the attention weights of a document.
class ShownWeights {
 public:
  ShownWeights(core::KernelContext& kernel, core::DocumentData document)
      : m_kernel(kernel),
        m_session(*qApp, std::move(document), m_folder.filePath(QStringLiteral("heed.ini"))),
        m_paints(stage()) {
    m_session.window().resize(1440, 900);
    m_session.window().show();
    settle();
    m_session.walk().goTo(m_session.walk().list().firstWithRole(core::Role::Weights));
    settle();
  }

  void settle() {
    note(waitUntil(m_kernel, [this] {
      return m_session.session().state() == ui::SessionState::UpToDate && !m_session.session().isStale() &&
             !m_session.session().jobs().isBusy();
    }));
    QCoreApplication::processEvents();
  }

  /// The longest time without an answer since it was last asked for.
  [[nodiscard]] double takeLongest() { return std::exchange(m_longest, 0.0); }

  [[nodiscard]] ui::Stage& stage() { return m_session.window().workspace().stage(); }

  /// From Enter in the field to the new weights on the screen.
  double edit(int tokens, int which) {
    QLineEdit* field = m_session.window().workspace().bar().field();
    field->setText(sentence(tokens, which));
    const auto before = m_session.session().result();
    bool isShown = false;
    const auto connection = QObject::connect(&m_session.walk(), &ui::Walk::contentChanged, &m_session.window(),
                                             [&] { isShown = isShown || m_session.session().result() != before; });
    QElapsedTimer timer;
    timer.start();
    QKeyEvent press(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier, QStringLiteral("\r"));
    QCoreApplication::sendEvent(field, &press);
    note(waitUntil(m_kernel, [&] { return isShown; }));
    const int painted = m_paints.count();
    note(waitUntil(m_kernel, [&] { return m_paints.count() > painted; }));
    const double time = milliseconds(timer);
    QObject::disconnect(connection);
    settle();
    return time;
  }

  /// From a move of the pointer to the painted stage, for moves across a part of it, each to another cell or patch.
  std::vector<double> hover(const QRectF& part) {
    // A locked cell would keep the panels and the arithmetic from following.
    m_session.session().focus().release();
    settle();
    const QRectF area = stage().toWidget(part);
    std::vector<double> times;
    for (int i = 0; i < kMoves; ++i) {
      const double along = (i + 0.5) / kMoves;
      // Over a third of the width each time, and never to the place of the move before.
      const double across = std::fmod(0.5 + i * 0.618, 1.0);
      times.push_back(move((area.topLeft() + QPointF(area.width() * across, area.height() * along)).toPoint()));
    }
    settle();
    return times;
  }

 private:
  double move(QPoint position) {
    const int painted = m_paints.count();
    QElapsedTimer timer;
    timer.start();
    QMouseEvent event(QEvent::MouseMove, position, stage().mapToGlobal(position), Qt::NoButton, Qt::NoButton,
                      Qt::NoModifier);
    QCoreApplication::sendEvent(&stage(), &event);
    note(waitUntil(m_kernel, [&] { return m_paints.count() > painted; }));
    return milliseconds(timer);
  }

  void note(double milliseconds) { m_longest = std::max(m_longest, milliseconds); }

  core::KernelContext& m_kernel;
  double m_longest = 0.0;
  QTemporaryDir m_folder;
  WindowSession m_session;
  PaintCounter m_paints;
};

BenchLine longestTurnOf(ShownWeights& shown) {
  return lineOf("the longest turn of the event loop meanwhile", {shown.takeLongest()});
}

void addHover(BenchReport& report, const std::string& what, ShownWeights& shown, const QRectF& part) {
  if (part.isEmpty()) {
    throw core::Error(core::ErrorKind::Limit, core::text("Bench", "there is nothing on the stage to point at"));
  }
  report.lines.push_back(lineOf(what, shown.hover(part)));
  report.lines.push_back(longestTurnOf(shown));
}

}  // namespace

BenchReport benchUi(core::KernelContext& kernel) {
  BenchReport report;
  report.ran = fmt::format("the real window of 1440 x 900 pixels, platform {}, raster painting",
                           QGuiApplication::platformName().toStdString());
  {
    ShownWeights shown(kernel, textDocument(kTokens, kHeads));
    static_cast<void>(shown.takeLongest());
    std::vector<double> times;
    for (int i = 1; i <= kEdits; ++i) times.push_back(shown.edit(kTokens, i));
    report.lines.push_back(
        lineOf(fmt::format("Enter to painted weights, {} tokens x {} heads", kTokens, kHeads), times));
    report.lines.push_back(longestTurnOf(shown));
  }
  {
    ShownWeights shown(kernel, textDocument(kLargeTokens, 1));
    static_cast<void>(shown.takeLongest());
    const ui::PlacedMatrix* map = shown.stage().stageLayout().placed(ui::StagePart::Result);
    addHover(report, fmt::format("pointer move to painted map, {0} x {0}", kLargeTokens), shown,
             map != nullptr ? map->area() : QRectF());
  }
  ShownWeights shown(kernel, ui::openTemplate("image-patches"));
  static_cast<void>(shown.takeLongest());
  const auto& picture = shown.stage().stageLayout().picture;
  addHover(report, "pointer move to painted overlay of a photograph", shown, picture ? picture->grid : QRectF());
  return report;
}

BenchReport benchWindow(core::KernelContext& kernel) {
  QElapsedTimer timer;
  timer.start();
  QTemporaryDir folder;
  WindowSession session(*qApp, {}, folder.filePath(QStringLiteral("heed.ini")));
  const PaintCounter paints(session.window().workspace().stage());
  session.window().show();
  int painted = -1;
  const auto connection = QObject::connect(&session.walk(), &ui::Walk::cellChanged, &session.window(), [&] {
    if (painted < 0 && session.walk().cell() != nullptr) painted = paints.count();
  });
  waitUntil(kernel, [&] { return painted >= 0 && paints.count() > painted; });
  QObject::disconnect(connection);
  BenchReport report;
  report.ran = fmt::format("the window, platform {}, without the start of the process",
                           QGuiApplication::platformName().toStdString());
  report.lines.push_back(lineOf("first numbers", {milliseconds(timer)}));
  return report;
}

}  // namespace heed::app
