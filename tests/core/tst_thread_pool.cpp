#include "core/base/error.h"
#include "core/base/kernel_context.h"
#include "core/base/thread_pool.h"

#include <QtTest>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace heed::core;

namespace {

using Pieces = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// The pieces that a pool makes of [0, count), by their beginnings.
Pieces piecesOf(ThreadPool& pool, std::int64_t count, std::int64_t grain) {
  std::mutex mutex;
  Pieces pieces;
  pool.parallelFor(count, grain, [&](std::int64_t begin, std::int64_t end) {
    const std::lock_guard lock(mutex);
    pieces.emplace_back(begin, end);
  });
  std::ranges::sort(pieces);
  return pieces;
}

}  // namespace

/// Also run under the thread sanitizer (preset tsan).
class TestThreadPool : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void countsTheCallersThread();
  void everyIndexIsVisitedOnce_data();
  void everyIndexIsVisitedOnce();
  void piecesDoNotDependOnTheNumberOfThreads();
  void nothingIsCalledForNothing();
  void workIsSharedBetweenThreads();
  void anExceptionComesBackAndThePoolStaysUsable();
  void noPieceStartsAfterAnException();
  void aNestedCallRunsInTheSameThread();
  void manyJobsFromSeveralThreadsAllEnd();
  void manyShortJobsAllEnd();
  void aStopEndsTheWorkEarly();
  void poolsComeAndGo();
};

void TestThreadPool::countsTheCallersThread() {
  QCOMPARE(ThreadPool(1).threadCount(), 1);
  QCOMPARE(ThreadPool(4).threadCount(), 4);
  QCOMPARE(ThreadPool(0).threadCount(), static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
}

void TestThreadPool::everyIndexIsVisitedOnce_data() {
  QTest::addColumn<int>("threads");
  QTest::addColumn<int>("count");
  QTest::addColumn<int>("grain");
  for (const int threads : {1, 2, 4}) {
    for (const int count : {1, 7, 64, 1001}) {
      for (const int grain : {0, 1, 3, 64, 5000}) {
        QTest::addRow("%d threads, %d by %d", threads, count, grain) << threads << count << grain;
      }
    }
  }
}

void TestThreadPool::everyIndexIsVisitedOnce() {
  QFETCH(int, threads);
  QFETCH(int, count);
  QFETCH(int, grain);
  ThreadPool pool(threads);
  std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
  pool.parallelFor(count, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
  });
  for (const auto& visit : visits) QCOMPARE(visit.load(), 1);
}

void TestThreadPool::piecesDoNotDependOnTheNumberOfThreads() {
  const Pieces expected = {{0, 10}, {10, 20}, {20, 25}};
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    QCOMPARE(piecesOf(pool, 25, 10), expected);
  }
}

void TestThreadPool::nothingIsCalledForNothing() {
  ThreadPool pool(2);
  QVERIFY(piecesOf(pool, 0, 4).empty());
  QVERIFY(piecesOf(pool, -3, 4).empty());
}

void TestThreadPool::workIsSharedBetweenThreads() {
  ThreadPool pool(2);
  std::atomic<int> arrived{0};
  // Each of two pieces waits for the other: one thread alone would never end.
  pool.parallelFor(2, 1, [&](std::int64_t, std::int64_t) {
    ++arrived;
    while (arrived.load() < 2) std::this_thread::yield();
  });
  QCOMPARE(arrived.load(), 2);
}

void TestThreadPool::anExceptionComesBackAndThePoolStaysUsable() {
  ThreadPool pool(3);
  for (int round = 0; round < 50; ++round) {
    const auto failing = [](std::int64_t begin, std::int64_t) {
      if (begin == 17) throw std::runtime_error("piece 17");
    };
    QVERIFY_EXCEPTION_THROWN(pool.parallelFor(100, 1, failing), std::runtime_error);
    QCOMPARE(piecesOf(pool, 100, 10).size(), std::size_t{10});
  }
}

void TestThreadPool::noPieceStartsAfterAnException() {
  ThreadPool pool(1);
  int started = 0;
  const auto failing = [&](std::int64_t, std::int64_t) {
    ++started;
    throw Cancelled();
  };
  QVERIFY_EXCEPTION_THROWN(pool.parallelFor(100, 1, failing), Cancelled);
  QCOMPARE(started, 1);
}

void TestThreadPool::aNestedCallRunsInTheSameThread() {
  ThreadPool pool(4);
  std::atomic<int> elsewhere{0};
  std::atomic<int> visits{0};
  pool.parallelFor(16, 1, [&](std::int64_t, std::int64_t) {
    const auto outer = std::this_thread::get_id();
    pool.parallelFor(16, 1, [&](std::int64_t, std::int64_t) {
      ++visits;
      if (std::this_thread::get_id() != outer) ++elsewhere;
    });
  });
  QCOMPARE(visits.load(), 256);
  QCOMPARE(elsewhere.load(), 0);
}

void TestThreadPool::manyJobsFromSeveralThreadsAllEnd() {
  ThreadPool pool(3);
  constexpr int kCallers = 4;
  constexpr int kJobs = 100;
  std::array<std::int64_t, kCallers> totals{};
  {
    std::vector<std::jthread> callers;
    for (std::size_t caller = 0; caller < kCallers; ++caller) {
      callers.emplace_back([&pool, &total = totals[caller]] {
        for (int job = 0; job < kJobs; ++job) {
          std::atomic<std::int64_t> sum{0};
          pool.parallelFor(100, 7, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) sum += i;
          });
          total += sum;
        }
      });
    }
  }
  for (const std::int64_t total : totals) QCOMPARE(total, std::int64_t{kJobs} * 4950);
}

void TestThreadPool::manyShortJobsAllEnd() {
  ThreadPool pool(4);
  std::vector<std::int64_t> values(4);
  for (int job = 0; job < 2000; ++job) {
    pool.parallelFor(4, 1, [&](std::int64_t begin, std::int64_t) { ++values[static_cast<std::size_t>(begin)]; });
  }
  QCOMPARE(std::accumulate(values.begin(), values.end(), std::int64_t{0}), std::int64_t{8000});
}

void TestThreadPool::aStopEndsTheWorkEarly() {
  ThreadPool pool(2);
  std::stop_source source;
  const KernelContext context{source.get_token(), pool, 0};
  std::atomic<int> finished{0};
  const auto body = [&](std::int64_t begin, std::int64_t) {
    context.throwIfStopped();
    if (begin == 5) source.request_stop();
    ++finished;
  };
  QVERIFY_EXCEPTION_THROWN(pool.parallelFor(10'000, 1, body), Cancelled);
  QVERIFY(finished.load() < 10'000);
  QVERIFY_EXCEPTION_THROWN(context.throwIfStopped(), Cancelled);
}

void TestThreadPool::poolsComeAndGo() {
  for (int round = 0; round < 100; ++round) {
    ThreadPool pool(3);
    if (round % 2 == 0) QCOMPARE(piecesOf(pool, 9, 2).size(), std::size_t{5});
  }
}

QTEST_GUILESS_MAIN(TestThreadPool)
#include "tst_thread_pool.moc"
