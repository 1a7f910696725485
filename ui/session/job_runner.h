#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/base/thread_pool.h"
#include "core/exec/backend.h"

#include <QObject>
#include <QString>

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace heed::ui {

/// Runs work away from the interface, in one thread whose kernels use the other cores. Jobs have a key: a new one stops
/// the one of the same key that runs and takes the place of one that waits. Results come back in the interface's
/// thread, and only of the newest job of a key; each start ends in exactly one of done, failed and nothing (stopped).
class JobRunner : public QObject {
  Q_OBJECT

 public:
  explicit JobRunner(int threads = 0, QObject* parent = nullptr);
  ~JobRunner() override;
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  using Failed = std::function<void(const core::Error&)>;

  /// `job` runs in the other thread with a context of its own; `done` gets its result here.
  template <typename Job, typename Done>
  void start(const QString& key, std::uint64_t seed, Job job, Done done, Failed failed = {}) {
    enqueue(
        key, seed,
        [job = std::move(job), done = std::move(done)](core::RunContext& context) mutable -> Delivery {
          auto result = std::make_shared<decltype(job(context))>(job(context));
          return [result, done = std::move(done)]() mutable { done(std::move(*result)); };
        },
        std::move(failed));
  }

  /// Stops the jobs of a key, or all; their results will not come.
  void stop(const QString& key);
  void stopAll();

  [[nodiscard]] bool isBusy() const { return !m_latest.empty(); }
  [[nodiscard]] bool isBusy(const QString& key) const { return m_latest.contains(key); }
  /// How far the running job is, 0 to 1.
  [[nodiscard]] double progress() const;

 Q_SIGNALS:
  void busyChanged();

 private:
  using Delivery = std::function<void()>;
  using Work = std::function<Delivery(core::RunContext&)>;
  struct Task {
    quint64 id = 0;
    QString key;
    std::uint64_t seed = 0;
    Work work;
    Failed failed;
    std::stop_source stop;
    core::Progress progress;
  };

  void enqueue(const QString& key, std::uint64_t seed, Work work, Failed failed);
  void loop(const std::stop_token& ending);
  /// Runs one task and gives what the interface's thread has to do with it.
  [[nodiscard]] Delivery perform(Task& task);
  void finish(const std::shared_ptr<Task>& task, const Delivery& delivery);

  core::ThreadPool m_pool;
  mutable std::mutex m_mutex;
  std::condition_variable_any m_wake;
  std::deque<std::shared_ptr<Task>> m_waiting;
  std::shared_ptr<Task> m_running;
  std::map<QString, quint64> m_latest;  ///< of the interface's thread: the newest job of each key that is not finished
  quint64 m_lastId = 0;
  std::jthread m_thread;  ///< last, so that it ends before what it uses
};

}  // namespace heed::ui
