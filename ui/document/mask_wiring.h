#pragma once

#include "core/io/document.h"

#include <string>
#include <string_view>

namespace heed::ui {

/// What stands in front of the mask port of a block: a mask of the model, single pairs that a person hid, and the AND
/// that joins the two. Takes the wiring apart and puts it together again.
class MaskWiring {
 public:
  /// Throws core::Error{Model} where the block has no mask port.
  MaskWiring(core::DocumentData& data, core::BlockId block);

  /// The mask apart from hidden pairs; an invalid block where there is none.
  [[nodiscard]] core::BlockId base() const { return m_base; }
  /// The matrix of hidden pairs, 1 where a pair is allowed; null where none is hidden.
  [[nodiscard]] const core::MatrixInput* hidden() const;
  /// The name of the block that holds them; empty where there is none.
  [[nodiscard]] std::string hiddenName() const;

  /// Another mask as base: the id of a mask block with a sequence port, or none if empty. Masks that feed nothing any
  /// more are removed.
  void setBase(std::string_view type);
  void setHidden(core::MatrixInput matrix);
  /// A matrix as base, also one that allows every pair. It is fitted to the sequence where rows and columns are the
  /// same items.
  void setPainted(core::MatrixInput matrix);

 private:
  struct Source {
    core::BlockId block;
    std::string port;
  };
  void connect();
  void disconnect();
  void removeIfUnused(core::BlockId id);
  [[nodiscard]] Source sourceOf(core::BlockId block, std::string_view port) const;

  core::DocumentData& m_data;
  core::BlockId m_block;
  core::BlockId m_base;
  std::string m_basePort = "mask";
  core::BlockId m_hidden;
};

}  // namespace heed::ui
