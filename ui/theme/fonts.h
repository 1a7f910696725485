#pragma once

#include <QFont>
#include <QString>
#include <QStringList>

namespace heed::ui {

/// What a text is, which decides its family.
enum class FontUse { Interface, Numbers, Mathematics };

/// The families of this machine: for each use the first of the design's list that is installed.
struct Fonts {
  QString interface;
  QString chinese;
  QString numbers;
  QString mathematics;
  QString emoji;

  /// Chooses among the families given; a use of which none is there stays empty, and Qt's own fallback then serves it.
  [[nodiscard]] static Fonts choose(const QStringList& available);

  /// Chooses among the installed families. Needs a QGuiApplication.
  [[nodiscard]] static Fonts installed();

  /// A font of kReferenceSize pixels, unhinted, so that one scale factor serves every size. Chinese and emoji follow
  /// as fallbacks in that order.
  [[nodiscard]] QFont font(FontUse use, int weight) const;

  /// Fonts are asked for at this size and scaled, since Qt takes whole pixels only.
  static constexpr int kReferenceSize = 100;
};

}  // namespace heed::ui
