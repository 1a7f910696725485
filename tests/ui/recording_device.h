#pragma once

#include <QImage>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainterPath>
#include <QPolygonF>
#include <QStringList>
#include <QTransform>

#include <vector>

/// Keeps what a painter asks for, in the painter's own units, so that a test can look at it without looking at pixels.
class RecordingEngine : public QPaintEngine {
 public:
  RecordingEngine() : QPaintEngine(QPaintEngine::AllFeatures) {}

  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  void updateState(const QPaintEngineState& newState) override {
    if (newState.state() & QPaintEngine::DirtyClipEnabled) ++clips;
    if (newState.state() & (QPaintEngine::DirtyClipPath | QPaintEngine::DirtyClipRegion)) ++clips;
  }
  void drawPath(const QPainterPath& path) override { paths.push_back(state->transform().map(path)); }
  void drawPolygon(const QPointF* points, int count, PolygonDrawMode) override {
    polygons.push_back(state->transform().map(QPolygonF(QList<QPointF>(points, points + count))));
  }
  void drawPixmap(const QRectF&, const QPixmap& pixmap, const QRectF&) override { images.push_back(pixmap.toImage()); }
  void drawImage(const QRectF&, const QImage& image, const QRectF&, Qt::ImageConversionFlags) override {
    images.push_back(image);
  }
  void drawTextItem(const QPointF&, const QTextItem& item) override { texts << item.text(); }
  Type type() const override { return User; }

  std::vector<QPainterPath> paths;
  std::vector<QPolygonF> polygons;
  std::vector<QImage> images;
  QStringList texts;
  int clips = 0;
};

/// A device of 1,000 x 1,000 pixels for such an engine.
class RecordingDevice : public QPaintDevice {
 public:
  QPaintEngine* paintEngine() const override { return &m_engine; }
  RecordingEngine& engine() { return m_engine; }

 protected:
  int metric(PaintDeviceMetric metric) const override {
    switch (metric) {
      case PdmWidth:
      case PdmHeight:
        return 1000;
      case PdmDepth:
        return 32;
      case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
      case PdmDevicePixelRatio:
        return 1;
      default:
        return 96;
    }
  }

 private:
  mutable RecordingEngine m_engine;
};
