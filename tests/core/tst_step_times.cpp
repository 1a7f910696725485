#include <QtTest>

#include "core/exec/cpu_backend.h"
#include "core/exec/step_times.h"
#include "core/program/rewrite.h"
#include "tests/core/attention_program.h"

#include <numeric>

using namespace heed::core;

// Times of nodes that are known in advance, so that it can be said whose they are.

class TestStepTimes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aStepTakesWhatLeadsToIt() {
    Builder builder;
    const Value x = builder.input("x", {ValueKind::Real, {3}});
    const auto label = [&](Value value, const char* id) {
      StepSpec spec;
      spec.id = id;
      spec.caption = text("Test", "Values");
      spec.axes = {Axis{}};
      return builder.step(value, std::move(spec));
    };
    const Value first = label(ops::exp(builder, ops::negate(builder, x)), "first");
    const Value second = label(ops::add(builder, first, ops::scale(builder, x, 2.0)), "second");
    label(first, "again");
    const Value unseen = ops::sqrt(builder, second);
    const auto program = builder.finish({{"unseen", unseen}});
    std::vector<double> seconds(program->nodes().size());
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      const std::string_view op = program->nodes()[i].op->name;
      seconds[i] = op == "negate" ? 1.0 : op == "exp" ? 2.0 : op == "scale" ? 4.0 : op == "add" ? 8.0 : 16.0;
    }
    const StepSeconds times = secondsOfSteps(*program, *program, seconds);
    QCOMPARE(times.steps, std::vector<double>({3.0, 12.0, 0.0}));
    QCOMPARE(times.rest, 16.0);
  }

  void nothingIsLostWhenAPlanExpandsTheProgram() {
    AttentionProgram attention;
    const auto program = attention.finish();
    CpuBackend backend({.composites = Composites::Expanded});
    const auto plan = backend.prepare(program, Keep::Steps, Precision::Float32);
    QVERIFY(plan->program().nodes().size() > program->nodes().size());
    const std::vector<double> seconds(plan->program().nodes().size(), 1.0);
    const StepSeconds times = secondsOfSteps(*program, plan->program(), seconds);
    const double total = std::accumulate(times.steps.begin(), times.steps.end(), times.rest);
    QCOMPARE(total, static_cast<double>(seconds.size()));
    const auto of = [&](const char* id) {
      return times.steps[static_cast<std::size_t>(program->stepIndex(std::string("head/") + id))];
    };
    QCOMPARE(of("Q"), 1.0);
    QCOMPARE(of("output"), 1.0);
    QVERIFY2(of("weights") > 1.0, "softmax was taken apart and is one step here");
    QCOMPARE(times.steps.front(), 0.0);
  }

  void repeatedNodesAddUp() {
    NodeSeconds sink;
    sink.record(2, 1.0);
    sink.record(2, 0.5);
    sink.record(0, 0.25);
    QCOMPARE(sink.seconds(), std::vector<double>({0.25, 0.0, 1.5}));
    QCOMPARE(sink.total(), 1.75);
    sink.restart();
    QCOMPARE(sink.total(), 0.0);
  }
};

QTEST_GUILESS_MAIN(TestStepTimes)
#include "tst_step_times.moc"
