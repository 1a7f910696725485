#include "ui/session/job_runner.h"

#include <QMetaObject>

#include <algorithm>
#include <new>

namespace heed::ui {

JobRunner::JobRunner(int threads, QObject* parent)
    : QObject(parent), m_pool(threads), m_thread([this](const std::stop_token& ending) { loop(ending); }) {}

JobRunner::~JobRunner() {
  stopAll();
  m_thread.request_stop();
  m_wake.notify_all();
  m_thread.join();
}

double JobRunner::progress() const {
  const std::lock_guard lock(m_mutex);
  return m_running == nullptr ? 0.0 : m_running->progress.fraction();
}

void JobRunner::enqueue(const QString& key, std::uint64_t seed, Work work, Failed failed) {
  auto task = std::make_shared<Task>();
  task->id = ++m_lastId;
  task->key = key;
  task->seed = seed;
  task->work = std::move(work);
  task->failed = std::move(failed);
  const bool wasBusy = isBusy();
  m_latest[key] = task->id;
  {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_waiting, [&](const std::shared_ptr<Task>& other) { return other->key == key; });
    if (m_running != nullptr && m_running->key == key) m_running->stop.request_stop();
    m_waiting.push_back(std::move(task));
  }
  m_wake.notify_all();
  if (!wasBusy) Q_EMIT busyChanged();
}

void JobRunner::stop(const QString& key) {
  {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_waiting, [&](const std::shared_ptr<Task>& other) { return other->key == key; });
    if (m_running != nullptr && m_running->key == key) m_running->stop.request_stop();
  }
  if (m_latest.erase(key) > 0 && !isBusy()) Q_EMIT busyChanged();
}

void JobRunner::stopAll() {
  {
    const std::lock_guard lock(m_mutex);
    m_waiting.clear();
    if (m_running != nullptr) m_running->stop.request_stop();
  }
  if (m_latest.empty()) return;
  m_latest.clear();
  Q_EMIT busyChanged();
}

void JobRunner::loop(const std::stop_token& ending) {
  while (!ending.stop_requested()) {
    std::shared_ptr<Task> task;
    {
      std::unique_lock lock(m_mutex);
      if (!m_wake.wait(lock, ending, [this] { return !m_waiting.empty(); })) return;
      task = m_waiting.front();
      m_waiting.pop_front();
      m_running = task;
    }
    Delivery delivery = perform(*task);
    {
      const std::lock_guard lock(m_mutex);
      m_running.reset();
    }
    QMetaObject::invokeMethod(
        this, [this, task, delivery = std::move(delivery)] { finish(task, delivery); }, Qt::QueuedConnection);
  }
}

JobRunner::Delivery JobRunner::perform(Task& task) {
  core::KernelContext kernel{task.stop.get_token(), m_pool, task.seed};
  core::RunContext context{kernel, &task.progress};
  const auto failure = [&task](const core::Error& error) -> Delivery {
    if (!task.failed) return {};
    return [failed = task.failed, error] { failed(error); };
  };
  try {
    return task.work(context);
  } catch (const core::Cancelled&) {
    return {};
  } catch (const core::Error& error) {
    return failure(error);
  } catch (const std::bad_alloc&) {
    return failure(core::Error(core::ErrorKind::Limit,
                               core::text("JobRunner", "the computation needs more memory than this machine gives")));
  } catch (const std::exception& error) {
    return failure(core::Error(core::ErrorKind::Model,
                               core::text("JobRunner", "the program made a mistake of its own: %1", error.what())));
  }
}

void JobRunner::finish(const std::shared_ptr<Task>& task, const Delivery& delivery) {
  const auto latest = m_latest.find(task->key);
  if (latest == m_latest.end() || latest->second != task->id) return;
  m_latest.erase(latest);
  if (delivery) delivery();
  if (!isBusy()) Q_EMIT busyChanged();
}

}  // namespace heed::ui
