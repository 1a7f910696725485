#pragma once

#include "core/exec/cpu_backend.h"
#include "core/io/build_resources.h"
#include "ui/document/edits.h"
#include "ui/import/templates.h"
#include "ui/session/session.h"
#include "ui/step/walk.h"

#include <QtTest>

/// A document that is opened, computed and walked through, as the window has it.
struct WalkedDocument {
  explicit WalkedDocument(const char* id = "self-attention", const QString& words = {})
      : document(heed::ui::openTemplate(id)),
        session(document, backend, heed::core::readBuildResources()),
        walk(session) {
    if (!words.isEmpty()) heed::ui::setText(document, words);
    session.compute();
    if (!waits()) qFatal("no result came");
  }

  /// Waits until the result of the last edit is on the stage with its weights.
  [[nodiscard]] bool waits() {
    return QTest::qWaitFor(
        [this] {
          return session.state() != heed::ui::SessionState::Computing && !session.isStale() &&
                 !session.jobs().isBusy() && walk.content() != nullptr;
        },
        30000);
  }

  [[nodiscard]] bool goesTo(int row) {
    walk.goTo(row);
    return QTest::qWaitFor(
        [this, row] { return walk.content() != nullptr && walk.content()->row == row && !session.jobs().isBusy(); },
        30000);
  }

  heed::core::CpuBackend backend;
  heed::ui::Document document;
  heed::ui::Session session;
  heed::ui::Walk walk;
};

/// A sentence of `count` words, most of which stand more than once.
inline QString sentenceOf(int count) {
  const QStringList words =
      QStringLiteral(
          "The animal didn't cross the street because it was too tired and the driver saw it near "
          "an unmistakably old bridge")
          .split(u' ');
  QStringList result;
  for (int i = 0; i < count; ++i) result << words[(i + i / static_cast<int>(words.size())) % words.size()];
  return result.join(u' ');
}
