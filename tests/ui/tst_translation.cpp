#include "core/model/block_type.h"
#include "tests/ui/chinese_words.h"
#include "tests/ui/opened_session.h"
#include "ui/shell/language.h"
#include "ui/step/stage_formula.h"
#include "ui/step/step_list.h"

#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest>

using namespace heed;
using test::fault;
using test::isChinese;
using test::places;

namespace {

/// A message of the .ts file.
struct Message {
  QString context;
  QString source;
  QString translation;
  QString state;  ///< "unfinished", "vanished", "obsolete"; empty where it is finished
};

/// Everything that a person reads of a block type.
std::vector<core::Text> textsOf(const core::BlockType& type) {
  std::vector<core::Text> texts{type.title, type.words.summary, type.words.what, type.words.why, type.words.caution};
  for (const auto* ports : {&type.inputs, &type.outputs}) {
    for (const core::PortSpec& port : *ports) texts.push_back(port.label);
  }
  for (const core::ParamSpec& parameter : type.params) {
    texts.push_back(parameter.label);
    texts.push_back(parameter.help);
    for (const core::ParamChoice& choice : parameter.choices) texts.push_back(choice.label);
  }
  for (const core::Equality& equality : type.equalities) texts.push_back(equality.statement);
  return texts;
}

std::vector<Message> readMessages() {
  QFile file(QStringLiteral(HEED_SOURCE_DIR "/resources/translations/heed_zh.ts"));
  if (!file.open(QIODevice::ReadOnly)) return {};
  std::vector<Message> messages;
  QString context;
  Message message;
  QXmlStreamReader xml(&file);
  while (!xml.atEnd()) {
    xml.readNext();
    if (xml.isEndElement() && xml.name() == u"message") messages.push_back(std::exchange(message, {}));
    if (!xml.isStartElement()) continue;
    if (xml.name() == u"name") context = xml.readElementText();
    if (xml.name() == u"source") message = {context, xml.readElementText(), {}, {}};
    if (xml.name() == u"translation") {
      message.state = xml.attributes().value(QLatin1String("type")).toString();
      message.translation = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
    }
  }
  return xml.hasError() ? std::vector<Message>{} : messages;
}

void addTemplateRows() {
  QTest::addColumn<QString>("id");
  for (const std::string& id : ui::templateIds()) QTest::newRow(id.c_str()) << QString::fromStdString(id);
}

}  // namespace

/// The Chinese of the window is complete: whatever a person can meet has words of its own.
class TestTranslation : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void fileIsComplete();
  void placesAreKept();
  void toneIsPlain();
  void blocksAreTranslated_data();
  void blocksAreTranslated();
  void stepsAreTranslated_data();
  void stepsAreTranslated();
  void phasesAndAxesAreTranslated();
  void stepsHaveTheWordsOfTheDesign();
  void englishComesBack();

 private:
  ui::Language m_language;
  std::vector<Message> m_messages;
};

void TestTranslation::initTestCase() {
  m_language.choose(ui::LanguageChoice::Chinese);
  m_messages = readMessages();
  // Far below what there is: a file that was cut off must not pass.
  QVERIFY(m_messages.size() > 1000);
}

void TestTranslation::fileIsComplete() {
  for (const Message& message : m_messages) {
    QVERIFY2(message.state.isEmpty(), qPrintable(message.state + ": " + message.context + ": " + message.source));
    QVERIFY2(!message.translation.isEmpty(), qPrintable(message.context + ": " + message.source));
  }
}

void TestTranslation::placesAreKept() {
  for (const Message& message : m_messages) {
    QVERIFY2(places(message.source) == places(message.translation),
             qPrintable(message.source + " | " + message.translation));
  }
}

void TestTranslation::toneIsPlain() {
  // The house style of messages: no requests and no cries.
  static const QRegularExpression loud(QStringLiteral("[!\uff01]|请"));
  for (const Message& message : m_messages) {
    QVERIFY2(!message.translation.contains(loud), qPrintable(message.translation));
  }
}

void TestTranslation::blocksAreTranslated_data() {
  QTest::addColumn<const core::BlockType*>("type");
  for (const core::BlockType* type : core::allBlockTypes()) {
    QTest::newRow(std::string(type->id).c_str()) << type;
  }
}

void TestTranslation::blocksAreTranslated() {
  QFETCH(const core::BlockType*, type);
  for (const core::Text& text : textsOf(*type)) {
    const QString found = fault(text);
    QVERIFY2(found.isEmpty(), qPrintable(found));
  }
}

void TestTranslation::stepsAreTranslated_data() {
  addTemplateRows();
}

void TestTranslation::stepsAreTranslated() {
  QFETCH(QString, id);
  const QByteArray name = id.toUtf8();
  QVERIFY(isChinese(QCoreApplication::translate("Templates", ui::templateTitle(name.toStdString()).c_str())));
  test::OpenedSession opened(name.constData());
  QVERIFY(opened.waits());
  // With the gradients of the last value, so that the steps of the backward pass are there too.
  const core::Step& last = opened.result().step(opened.result().forwardStepCount() - 1);
  opened.session.setGradientOf(ui::StepCell{last.id, 0});
  QVERIFY(opened.waits());
  const core::Program& program = opened.result().program();
  QVERIFY(static_cast<int>(program.steps().size()) > opened.result().forwardStepCount());
  std::vector<core::Text> texts;
  for (const core::Step& step : program.steps()) texts.insert(texts.end(), {step.caption, step.explanation});
  for (const core::Group& group : program.groups()) texts.push_back(group.title);
  for (const core::Issue& note : opened.result().lowered().notes) texts.push_back(note.text);
  for (const core::Text& text : texts) {
    const QString found = fault(text);
    QVERIFY2(found.isEmpty(), qPrintable(found));
  }
}

void TestTranslation::phasesAndAxesAreTranslated() {
  for (int phase = 0; phase <= static_cast<int>(core::Phase::Output); ++phase) {
    const QString title = ui::phaseTitle(static_cast<core::Phase>(phase));
    QVERIFY2(isChinese(title), qPrintable(title));
  }
  for (int meaning = 0; meaning <= static_cast<int>(core::AxisMeaning::Other); ++meaning) {
    const std::string word = core::toString(static_cast<core::AxisMeaning>(meaning));
    QVERIFY2(isChinese(QCoreApplication::translate("AxisMeaning", word.c_str())), word.c_str());
  }
}

/// The list of the picture that the window was designed by.
void TestTranslation::stepsHaveTheWordsOfTheDesign() {
  const QStringList expected{"词元到 X",   "查询", "键",   "值",         "点积",     "除以 √4",  "无掩码",  "行最大值",
                             "减去最大值", "指数", "行和", "注意力权重", "加权求和", "拼接各头", "输出投影"};
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  const ui::StepList list(opened.result(), ui::Direction::Forward);
  QStringList found;
  for (const ui::StepRow& row : list.rows()) found << row.title;
  QCOMPARE(found, expected);
  const std::string formula = ui::stepFormula(opened.result(), list.row(4).step).tex;
  QVERIFY2(formula.starts_with("\\mathrm{注意力}(Q, K, V) = "), formula.c_str());
}

void TestTranslation::englishComesBack() {
  const core::Text words = core::text("DotProduct", "Dot products");
  const core::Text attention = core::text("ScaledDotProduct", "Scaled dot-product attention");
  QCOMPARE(ui::translated(attention), QString("缩放点积注意力"));
  QCOMPARE(ui::translated(words), QString("点积"));
  m_language.choose(ui::LanguageChoice::English);
  QCOMPARE(ui::translated(attention), QStringLiteral("Scaled dot-product attention"));
}

QTEST_MAIN(TestTranslation)
#include "tst_translation.moc"
