#pragma once

#include "core/exec/backend.h"
#include "core/model/block_build.h"
#include "ui/document/document.h"
#include "ui/session/computation.h"
#include "ui/session/focus.h"
#include "ui/session/job_runner.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace heed::ui {

/// How the result on screen stands to the document.
enum class SessionState {
  Computing,  ///< a run is on its way; the last good result stays
  UpToDate,
  Failed,  ///< the document cannot be computed; the last good result stays, marked as old
};

/// The document, its last good result and the way from one to the other. Edits never wait: a short while after the last
/// one the running job is stopped and a new one starts. Views that need more than the result (the arithmetic of a cell,
/// a thread, a step that was not kept) ask `ask()`, which answers in the interface's thread.
class Session : public QObject {
  Q_OBJECT

 public:
  /// Everything given must outlive the session.
  Session(Document& document, core::Backend& backend, core::BuildResources resources, QObject* parent = nullptr);

  [[nodiscard]] Document& document() { return m_document; }
  [[nodiscard]] Focus& focus() { return m_focus; }
  [[nodiscard]] JobRunner& jobs() { return m_jobs; }
  [[nodiscard]] core::Backend& backend() { return *m_backend; }
  /// Another backend from the next run on; computes again.
  void setBackend(core::Backend& backend);

  /// The last good result; null until the first run ended.
  [[nodiscard]] const std::shared_ptr<const Computation>& result() const { return m_result; }
  [[nodiscard]] SessionState state() const { return m_state; }
  /// Whether the result belongs to an older document than the one that is open.
  [[nodiscard]] bool isStale() const { return m_result != nullptr && m_resultRevision != m_document.revision(); }
  /// Why the document cannot be computed.
  [[nodiscard]] const std::optional<core::Error>& error() const { return m_error; }

  /// The cell whose gradients are computed too; none ends the backward pass.
  void setGradientOf(std::optional<StepCell> cell);
  [[nodiscard]] const std::optional<StepCell>& gradientOf() const { return m_gradientOf; }
  /// Ends the backward pass of a result that has no gradients, without another run.
  void forgetGradient() { m_gradientOf.reset(); }

  /// Computes now, without waiting for further edits.
  void compute();
  /// Stops what runs. The last good result stays.
  void stop();

  /// Runs `question(evaluator, computation)` for the result in the other thread and gives its answer to `done`, unless
  /// a newer question with the same key or a newer result came in between.
  template <typename Question, typename Done>
  void ask(const QString& key, Question question, Done done, JobRunner::Failed failed = {}) {
    if (m_result == nullptr) return;
    m_jobs.start(
        key, m_result->lowered().seed,
        [result = m_result, backend = m_backend, question = std::move(question)](core::RunContext& context) {
          core::Evaluator evaluator = result->evaluator(*backend, context);
          return question(evaluator, *result);
        },
        [this, asked = m_result.get(), done = std::move(done)](auto&& answer) {
          if (asked == m_result.get()) done(std::forward<decltype(answer)>(answer));
        },
        std::move(failed));
  }

 Q_SIGNALS:
  /// A new result is there.
  void resultChanged();
  void stateChanged();

 private:
  void documentChanged();
  void setState(SessionState state);

  Document& m_document;
  core::Backend* m_backend;
  core::BuildResources m_resources;
  Focus m_focus;
  QTimer m_delay;
  QElapsedTimer m_runTime;  ///< of the last run that was started
  std::shared_ptr<const Computation> m_result;
  quint64 m_resultRevision = 0;
  SessionState m_state = SessionState::Computing;
  std::optional<core::Error> m_error;
  std::optional<StepCell> m_gradientOf;
  JobRunner m_jobs;  ///< last, so that it ends before what its jobs use
};

}  // namespace heed::ui
