#include <QtTest>

#include "tests/app/cli_program.h"

#include <cmath>

// heed export.

class TestCliFigures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QVERIFY(m_program.isReady()); }

  void exportWritesEveryViewInEveryFormat_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("extension");
    QTest::addColumn<QByteArray>("start");
    const QHash<QString, QStringList> views = {
        {"weights", {"--view", "weights", "--query", "it"}},
        {"tokens", {"--view", "tokens", "--query", "it"}},
        {"overlay", {"--template", "image-patches", "--view", "overlay", "--query", "100"}},
        {"steps", {"--view", "steps"}}};
    for (auto view = views.begin(); view != views.end(); ++view) {
      const auto row = [&](const char* extension, const char* start) {
        QTest::newRow(qPrintable(view.key() + "." + extension))
            << view.value() << QString(extension) << QByteArray(start);
      };
      row("png", "\x89PNG");
      row("svg", "<?xml");
      row("pdf", "%PDF");
      row("csv", "");
      if (view.key() != "steps") row("npy", "\x93NUMPY");
    }
  }
  void exportWritesEveryViewInEveryFormat() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, extension);
    QFETCH(QByteArray, start);
    const QString name = "figure." + extension;
    QFile::remove(path(name));
    const CliResult result = heed(QStringList{"export", "-o", path(name), "--dpi", "72"} + arguments);
    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.err, QByteArray());
    QCOMPARE(result.out.trimmed(), path(name).toUtf8());
    QVERIFY(read(name).startsWith(start));
    QVERIFY(read(name).size() > 100);
  }

  void exportedNumbersAreThoseOfTheRun() {
    QCOMPARE(heed({"export", "-o", path("numbers.csv")}).status, 0);
    const QList<QByteArray> rows = read("numbers.csv").trimmed().split('\n');
    QCOMPARE(rows.size(), 11);
    QVERIFY(std::abs(rows[7].split(',')[1].toDouble() - 0.805) <= 5e-4);
  }

 private:
  [[nodiscard]] CliResult heed(const QStringList& arguments) const { return m_program.run(arguments); }
  [[nodiscard]] QString path(const QString& name) const { return m_program.path(name); }
  [[nodiscard]] QByteArray read(const QString& name) const { return m_program.read(name); }

  CliProgram m_program;
};

QTEST_GUILESS_MAIN(TestCliFigures)
#include "tst_cli_figures.moc"
