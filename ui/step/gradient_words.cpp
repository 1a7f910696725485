#include "ui/step/gradient_words.h"

#include <QCoreApplication>

#include <array>

namespace heed::ui {

namespace {

QString words(const char* text) {
  return QCoreApplication::translate("StepList", text);
}

/// The reasons of ops that choose by a real number, as the records of the ops have them, for the translators.
constexpr std::array kReasons{
    QT_TRANSLATE_NOOP("StepList", "the index jumps from one whole number to another and is constant between"),
    QT_TRANSLATE_NOOP("StepList", "the drawn index jumps from one whole number to another and is constant between"),
    QT_TRANSLATE_NOOP("StepList", "integers and truths do not vary continuously"),
    QT_TRANSLATE_NOOP("StepList", "a truth has no derivative"),
    QT_TRANSLATE_NOOP("StepList", "a step function: its derivative is 0 wherever there is one"),
    QT_TRANSLATE_NOOP("StepList", "it is there to end the gradient"),
};

}  // namespace

QString opName(std::string_view op) {
  if (op == "arg_max") return words(QT_TRANSLATE_NOOP("StepList", "arg-max"));
  if (op == "sample_index") return words(QT_TRANSLATE_NOOP("StepList", "sampling"));
  if (op == "stop_gradient") return words(QT_TRANSLATE_NOOP("StepList", "the stop"));
  return QString::fromUtf8(op.data(), static_cast<qsizetype>(op.size())).replace(u'_', u'-');
}

QString noGradientReason(std::string_view op, std::string_view reason) {
  QString why = QString::fromUtf8(reason.data(), static_cast<qsizetype>(reason.size()));
  for (const char* known : kReasons) {
    if (reason == known) why = words(known);
  }
  QString sentence = words(QT_TRANSLATE_NOOP("StepList", "%1 has no gradient: %2.")).arg(opName(op), why);
  sentence[0] = sentence[0].toUpper();
  return sentence;
}

}  // namespace heed::ui
