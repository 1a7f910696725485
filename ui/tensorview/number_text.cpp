#include "ui/tensorview/number_text.h"

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr QChar kMinus(0x2212);
constexpr int kLongestCell = 5;

bool isAllZero(const QString& digits) {
  return std::ranges::all_of(digits, [](QChar c) { return c == u'0' || c == u'.' || c == u'-'; });
}

QString withTrueMinus(QString digits) {
  digits.replace(u'-', kMinus);
  return digits;
}

QString withoutLeadingZero(QString number) {
  const qsizetype start = number.startsWith(kMinus) ? 1 : 0;
  if (number.mid(start).startsWith(QLatin1String("0."))) number.remove(start, 1);
  return number;
}

/// "1e5" for 100,000: one digit, no padding of the exponent.
QString powerText(double value, int digits = 0) {
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
  QString mantissa = QString::number(value / std::pow(10.0, exponent), 'f', digits);
  int shown = exponent;
  if (mantissa.startsWith(QLatin1String("10")) || mantissa.startsWith(QLatin1String("-10"))) {
    mantissa = value < 0 ? QStringLiteral("-1") : QStringLiteral("1");
    ++shown;
  }
  return withTrueMinus(mantissa + QLatin1Char('e') + QString::number(shown));
}

}  // namespace

QString fixedText(double value, int decimals) {
  const QString digits = QString::number(value, 'f', decimals);
  return isAllZero(digits) ? QString::number(0.0, 'f', decimals) : withTrueMinus(digits);
}

QString shortText(double value, int decimals) {
  return withoutLeadingZero(fixedText(value, decimals));
}

QString changeText(double value, int decimals) {
  const QString text = shortText(value, decimals);
  return value > 0 ? QLatin1Char('+') + text : text;
}

QString signedCellText(double value, int decimals) {
  if (!std::isfinite(value)) return {};
  if (value == 0) return QStringLiteral("0");
  for (int places = decimals; places >= 0; --places) {
    const QString candidate = withoutLeadingZero(fixedText(value, places));
    if (candidate.size() <= kLongestCell) return candidate;
  }
  return powerText(value);
}

QString weightCellText(double value, int decimals) {
  if (!std::isfinite(value)) return {};
  if (value == 0) return QStringLiteral("0");
  if (value == 1) return QStringLiteral("1");
  if (value < 0 || value > 1) return signedCellText(value, decimals);
  QString text = withoutLeadingZero(fixedText(value, decimals));
  if (isAllZero(text)) return QLatin1Char('<') + withoutLeadingZero(fixedText(std::pow(10.0, -decimals), decimals));
  if (text.startsWith(u'1')) {
    return QLatin1Char('>') + withoutLeadingZero(fixedText(1 - std::pow(10.0, -decimals), decimals));
  }
  return text;
}

QString readoutText(double value, int decimals) {
  if (std::isnan(value)) return QStringLiteral("NaN");
  if (std::isinf(value)) return value > 0 ? QStringLiteral("+Inf") : QString(kMinus) + QStringLiteral("Inf");
  if (value == 0) return QStringLiteral("0");
  if (std::abs(value) >= 1e6) return powerText(value, 2);
  const double least = std::pow(10.0, -decimals);
  if (std::abs(value) >= least) return fixedText(value, decimals);
  return std::abs(value) < 1e-6 ? powerText(value, 1) : fixedText(value, placesFor(value));
}

int placesFor(double value) {
  if (!(std::abs(value) > 0) || !std::isfinite(value)) return 2;
  return std::clamp(static_cast<int>(std::ceil(-std::log10(std::abs(value)))) + 1, 2, 7);
}

QString scaleEndText(double value) {
  if (value == 0) return QStringLiteral("0");
  const double size = std::abs(value);
  if (size < 0.001 || size >= 1e5) return powerText(value);
  const int decimals = size < 0.1 ? 3 : size < 1 ? 2 : size < 10 ? 2 : size < 100 ? 1 : 0;
  QString text = fixedText(value, decimals);
  if (text.contains(u'.')) {
    while (text.endsWith(u'0')) text.chop(1);
    if (text.endsWith(u'.')) text.chop(1);
  }
  return withoutLeadingZero(text);
}

}  // namespace heed::ui
