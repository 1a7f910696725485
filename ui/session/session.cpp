#include "ui/session/session.h"

#include <chrono>
#include <utility>

namespace heed::ui {

namespace {

constexpr std::chrono::milliseconds kEditDelay{30};
constexpr std::chrono::milliseconds kPatience{100};
const QString kRun = QStringLiteral("run");

}  // namespace

Session::Session(Document& document, core::Backend& backend, core::BuildResources resources, QObject* parent)
    : QObject(parent), m_document(document), m_backend(&backend), m_resources(std::move(resources)) {
  m_delay.setSingleShot(true);
  m_delay.setInterval(kEditDelay);
  connect(&m_delay, &QTimer::timeout, this, [this] {
    // A run that is nearly done is worth its result: else nothing would follow a drag.
    if (m_jobs.isBusy(kRun) && m_runTime.isValid() && !m_runTime.hasExpired(kPatience.count())) {
      m_delay.start();
    } else {
      compute();
    }
  });
  connect(&m_document, &Document::changed, this, &Session::documentChanged);
}

void Session::setBackend(core::Backend& backend) {
  if (m_backend == &backend) return;
  m_backend = &backend;
  compute();
}

void Session::setGradientOf(std::optional<StepCell> cell) {
  if (m_gradientOf == cell) return;
  m_gradientOf = std::move(cell);
  compute();
}

void Session::compute() {
  m_delay.stop();
  m_runTime.start();
  setState(SessionState::Computing);
  const quint64 revision = m_document.revision();
  Computation::Request request;
  request.gradientOf = m_gradientOf;
  m_jobs.start(
      kRun, m_document.data().seed,
      [document = m_document.snapshot(), resources = m_resources, backend = m_backend, request](
          core::RunContext& context) { return Computation::compute(document, resources, *backend, context, request); },
      [this, revision](std::shared_ptr<const Computation> result) {
        m_result = std::move(result);
        m_resultRevision = revision;
        m_error.reset();
        // Whoever hears of the state finds views that know the result.
        m_state = SessionState::UpToDate;
        Q_EMIT resultChanged();
        Q_EMIT stateChanged();
      },
      [this](const core::Error& error) {
        m_error = error;
        setState(SessionState::Failed);
      });
}

void Session::stop() {
  m_delay.stop();
  m_jobs.stopAll();
  if (m_state == SessionState::Computing && m_result != nullptr) setState(SessionState::UpToDate);
}

void Session::documentChanged() {
  // While something is dragged edits come faster than they can be waited for: the first starts the wait, and the run
  // has the newest of them.
  if (!m_delay.isActive()) m_delay.start();
  setState(SessionState::Computing);
}

void Session::setState(SessionState state) {
  m_state = state;
  Q_EMIT stateChanged();
}

}  // namespace heed::ui
