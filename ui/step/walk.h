#pragma once

#include "ui/session/session.h"
#include "ui/step/cut_picture.h"
#include "ui/step/patch_scores.h"
#include "ui/step/softmax_backward.h"
#include "ui/step/step_list.h"
#include "ui/step/sub_steps.h"
#include "ui/step/tile_content.h"

#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace heed::ui {

/// A cell that was looked at, for the trail and the way back.
struct TrailEntry {
  int step = -1;  ///< position in the program
  std::int64_t offset = 0;
  std::string letter;
  core::Role role = core::Role::None;
  double number = 0.0;
  std::string id;        ///< of its step, which keeps its name where other steps come or go
  QString name;          ///< "S[it, animal]", the cell in the words of its row and column
  bool isIndex = false;  ///< its numbers name places
};

/// The walk through the steps of the session's result: what is on the stage, the cell under the focus in numbers,
/// playing, and the way back. Every view of the Step workspace follows it; all of them change it through here or the
/// focus.
class Walk : public QObject {
  Q_OBJECT

 public:
  explicit Walk(Session& session, QObject* parent = nullptr);

  [[nodiscard]] Session& session() { return m_session; }
  [[nodiscard]] Focus& focus() { return m_session.focus(); }
  [[nodiscard]] const StepList& list() const { return m_list; }
  /// The step on the stage; null until it is there. The last one stays while the next is computed.
  [[nodiscard]] const StageContent* content() const { return m_content ? &*m_content : nullptr; }
  /// The cell under the focus in numbers; null while nothing is under it or it is being computed.
  [[nodiscard]] const CellContent* cell() const { return m_cell ? &*m_cell : nullptr; }
  /// The weights of the head that is shown, for token lines and overlays: of the attention that the step belongs to,
  /// else of the first one; null where the model has none.
  [[nodiscard]] const StageMatrix* weights() const { return m_weights ? &*m_weights : nullptr; }
  /// Why patches match the query patch under the focus; null where the stage shows no pairs of patches.
  [[nodiscard]] const PatchScores* patchScores() const { return m_patchScores ? &*m_patchScores : nullptr; }
  [[nodiscard]] int current() const { return m_session.focus().step(); }
  [[nodiscard]] std::int64_t headCount() const { return m_headCount; }

  /// The furthest step that was walked to; later ones keep their numbers to themselves unless showsWhatFollows().
  [[nodiscard]] int reached() const { return m_reached; }
  [[nodiscard]] bool showsWhatFollows() const { return m_showsWhatFollows; }
  void setShowsWhatFollows(bool shows);
  [[nodiscard]] bool isRevealed(int row) const { return m_showsWhatFollows || row <= m_reached; }

  /// The layer of the step on the stage; of the last one in a layer while the step lies outside of all. 0 where the
  /// model has none, as layerCount() then is.
  [[nodiscard]] int layer() const { return m_layer; }
  [[nodiscard]] int layerCount() const { return m_list.layerCount(); }
  /// Shows the same step of another layer, with its weights open if they are; the locked cell stays.
  void setLayer(int layer);

  void goTo(int row);
  void stepForward();
  void stepBack();
  void reset();
  void goToEnd();
  /// Shows a cell of any step of the program: its row, its head, the cell locked; the way back leads here.
  void follow(int step, std::int64_t offset);
  /// Weights that open from the current step, or back to it (-1).
  void openInput(int step);
  [[nodiscard]] int openedInput() const { return m_openedInput; }

  /// What a person stepped into within the step on the stage. Stepping and playing then go through its sub-steps.
  enum class Inside {
    Nothing,
    Product,  ///< the result fills: products, cells, rows
    Tiles,    ///< a row of attention as the kernel computes it, some keys at a time
  };
  [[nodiscard]] Inside inside() const { return m_inside; }
  [[nodiscard]] int subStep() const { return m_subStep; }
  [[nodiscard]] int subStepCount() const;
  /// How far the product is filled; nothing outside of it.
  [[nodiscard]] std::optional<Filling> filling() const;
  /// Whether the step on the stage is attention that can be gone through tile by tile.
  [[nodiscard]] bool hasTiles() const;
  void openTiles();
  /// The row of the focus tile by tile, while that was stepped into; null until it is there.
  [[nodiscard]] const TileContent* tiles() const { return m_tiles ? &*m_tiles : nullptr; }
  /// Into the sub-steps of a product, its tiles, the weights of a step, or the steps that it was taken apart into, in
  /// this order.
  [[nodiscard]] bool canStepInto() const;
  void stepInto();
  /// To where stepping in began.
  [[nodiscard]] bool canStepOut() const;
  void stepOut();

  /// The cells that led to the one on the stage, the newest first, with their numbers in the present result. Releasing
  /// the lock ends the trail.
  [[nodiscard]] const std::vector<TrailEntry>& trail() const { return m_trail; }
  void back();

  /// To the first step that holds a NaN or an infinity, or the first one with a row in which everything is masked;
  /// false where there is none.
  bool runToNotFinite();
  bool runToMaskedRow();

  [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
  void play();
  void pause();
  [[nodiscard]] double speed() const { return m_speed; }
  void setSpeed(double speed);  ///< 0.5, 1, 2 or 4

  /// Locks the cell with these places, or that of the strongest weight where there is none.
  void lockStrongest();

  /// The backward pass from the cell under the focus, or the forward pass again. It starts from a real number that is
  /// computed; from an input nothing flows back.
  [[nodiscard]] bool canStartBackward() const;
  void startBackward();
  void endBackward();
  /// What the backward pass starts from: "O[it, alive]", and its number; nothing while there is none.
  struct BackwardStart {
    QString name;
    double number = 0.0;
  };
  [[nodiscard]] std::optional<BackwardStart> backwardStart() const;
  /// On the way back through softmax: what one step along the pushes of the focus row does; null until it is computed.
  [[nodiscard]] const OneStep* oneStep() const;

 Q_SIGNALS:
  void listChanged();
  void layerChanged();
  void contentChanged();
  void cellChanged();
  void weightsChanged();
  void patchScoresChanged();
  void trailChanged();
  /// Another sub-step, into one or out of it.
  void insideChanged();
  void playingChanged();
  /// A step or a cell could not be computed.
  void failed(const QString& sentence);

 private:
  void takeResult();
  void requestContent();
  void requestWeights();
  void requestCell();
  void requestOneStep();
  void takeChangedResult();
  void forgetOthers();
  [[nodiscard]] std::string idOf(int step) const;
  void requestTiles();
  void requestPatchScores();
  [[nodiscard]] int weightsStep() const;
  void takeWeightsSteps();
  void keepTrail();
  void endTrail();
  [[nodiscard]] int scoresOfPatches(std::optional<Focus::Cell> cell) const;
  void showStep();
  void takeLayer();
  void keepLockedPlace();
  void relock();
  void moveLock(Focus::Cell cell);
  [[nodiscard]] std::optional<Focus::Cell> lockedByWord(const StageMatrix& shown, Focus::Cell old) const;
  /// The column of the matrix that was locked last, by its name.
  [[nodiscard]] std::optional<std::int64_t> lockedColumn(const StageMatrix& shown) const;
  void schedule();
  void playOn();
  struct IntoTarget {
    Inside inside = Inside::Nothing;
    int input = -1;  ///< weights to open
    int row = -1;    ///< of the list
  };
  [[nodiscard]] IntoTarget intoTarget() const;
  [[nodiscard]] int rowAround() const;
  [[nodiscard]] bool isOnStage() const;
  void enter(Inside inside);
  void keepInside();
  void leave();
  [[nodiscard]] std::vector<Filling> productFillings() const;
  [[nodiscard]] JobRunner::Failed reporter();
  /// The lock finds its words no more where the new result cannot be shown.
  [[nodiscard]] JobRunner::Failed relockReporter();

  struct LockedPlace {
    QString row, column;
  };

  Session& m_session;
  StepList m_list;
  std::optional<StageContent> m_content;
  std::optional<CellContent> m_cell;
  std::string m_contentId, m_weightsId, m_cellId;  ///< of the steps of these
  std::optional<OneStep> m_oneStep;
  std::optional<std::int64_t> m_oneStepRow;  ///< that was asked for
  std::optional<StageMatrix> m_weights;
  std::optional<PatchScores> m_patchScores;
  CutPicture m_patches;
  std::optional<Focus::Cell> m_wanted;  ///< to be locked once the step that holds it is on the stage
  std::optional<LockedPlace> m_lockedPlace;
  /// After a new result: what has come of it, until the lock has found its words again.
  struct Relock {
    Focus::Cell cell;  ///< that is locked meanwhile; another one is a person's own
    bool hasContent = false;
    bool hasWeights = false;
  };
  std::optional<Relock> m_relock;
  struct WeightsStep {
    int step = -1;
    int layer = -1;
  };
  std::vector<WeightsStep> m_weightsSteps;  ///< of the result's forward pass
  bool m_hasLayers = false;
  /// The step and the head whose weights were asked for last.
  std::optional<std::pair<int, std::int64_t>> m_weightsAsked;
  std::vector<TrailEntry> m_trail;
  std::string m_stepId;  ///< of the current row, so that a new list continues there
  QTimer m_timer;
  double m_speed = 1.0;
  std::int64_t m_headCount = 1;
  int m_reached = 0;
  int m_layer = 0;
  int m_openedInput = -1;
  std::string m_openedId;
  bool m_isAtMask = false;  ///< the current row is about the mask, whichever makes it
  bool m_showsWhatFollows = true;
  Inside m_inside = Inside::Nothing;
  int m_subStep = 0;
  std::optional<core::AttentionPlace> m_attention;  ///< that makes the content
  std::optional<TileContent> m_tiles;
};

}  // namespace heed::ui
