#include "core/exec/cpu_backend.h"
#include "core/io/build_resources.h"
#include "tests/app/cli_program.h"
#include "ui/import/templates.h"
#include "ui/session/computation.h"
#include "ui/step/step_list.h"

#include <QtTest>

#include <map>
#include <set>

using namespace heed;

namespace {

constexpr std::int64_t kCell = 7 * 4 + 1;  ///< "it", the second channel

/// The numbers of a tensor in JSON, row by row.
void flatten(const QJsonValue& value, std::vector<double>& numbers) {
  if (!value.isArray()) {
    numbers.push_back(value.toDouble());
    return;
  }
  for (const QJsonValue& part : value.toArray()) flatten(part, numbers);
}

}  // namespace

/// heed trace --backward beside the steps that the window walks through.
class TestCliBackward : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QVERIFY(m_program.isReady()); }

  void theStageShowsTheStepsOfTheTrace_data() {
    QTest::addColumn<QString>("backend");
    QTest::newRow("CPU") << "cpu";
    QTest::newRow("Vulkan") << "vulkan";
  }
  void theStageShowsTheStepsOfTheTrace() {
    QFETCH(QString, backend);
    const CliResult traced =
        m_program.run({"trace", "--json", "--backend", backend, "--backward", "mechanism/output[0,7,1]"});
    QVERIFY2(traced.status == 0, traced.err.constData());
    std::map<std::string, std::vector<double>> numbers;
    for (const QJsonValue& step : traced.json()["steps"].toArray()) {
      flatten(step["values"], numbers[step["id"].toString().toStdString()]);
    }
    core::CpuBackend cpu;
    core::ThreadPool pool(1);
    core::KernelContext kernel{{}, pool, 0};
    core::Progress progress;
    core::RunContext context{kernel, &progress};
    const auto shown = ui::Computation::compute(
        std::make_shared<core::DocumentData>(ui::openTemplate("self-attention")), core::readBuildResources(), cpu,
        context, {ui::StepCell{"attention/mechanism/output", kCell}});
    core::Evaluator evaluator = shown->evaluator(cpu, context);
    std::set<std::string> walked;
    const ui::StepList list(*shown, ui::Direction::Backward);
    for (const ui::StepRow& row : list.rows()) {
      if (row.isMaskNote || row.wall) continue;
      const core::Step& step = shown->step(row.step);
      walked.insert(step.id);
      QVERIFY2(numbers.contains(step.id), step.id.c_str());
      const core::Tensor value = evaluator.value(step.value);
      const std::vector<double>& listed = numbers[step.id];
      QCOMPARE(static_cast<std::int64_t>(listed.size()), value.elementCount());
      for (std::int64_t i = 0; i < value.elementCount(); ++i) {
        // The backends add sums of at most 44 float32 terms in other orders.
        QVERIFY2(std::abs(listed[static_cast<std::size_t>(i)] - value.at(i)) <= 1e-5, step.id.c_str());
      }
    }
    QVERIFY(walked.contains("attention/mechanism/scaled.gradient"));
    // The trace has no step besides those of the stage.
    QCOMPARE(walked.size(), numbers.size());
  }

 private:
  CliProgram m_program;
};

QTEST_MAIN(TestCliBackward)
#include "tst_cli_backward.moc"
