#include "ui/theme/focus_ring.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/dock_title_bar.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/switch.h"

#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QListWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QStatusBar>
#include <QTabBar>
#include <QtTest>

using namespace heed::ui;

namespace {

/// The words of the gallery in one language.
struct Words {
  QString name;
  QString forward, backward, none, causal, window, paint;
  QString show, exportTo, cancel, stepInto, lecture, search, steps, head, old, animal, it, longText, file, byCell;
};

Words english() {
  return {QStringLiteral("en"),
          QStringLiteral("Forward"),
          QStringLiteral("Backward"),
          QStringLiteral("None"),
          QStringLiteral("Causal"),
          QStringLiteral("Window"),
          QStringLiteral("Paint"),
          QStringLiteral("Show what follows"),
          QStringLiteral("Export"),
          QStringLiteral("Cancel"),
          QStringLiteral("Step into"),
          QStringLiteral("Lecture size"),
          QStringLiteral("Search steps"),
          QStringLiteral("Steps"),
          QStringLiteral("head 0"),
          QStringLiteral("Old result: model changed"),
          QStringLiteral("animal"),
          QStringLiteral("it"),
          QStringLiteral("The animal didn't cross the street because it was too tired"),
          QStringLiteral("&File"),
          QStringLiteral("by cell")};
}

Words chinese() {
  return {QStringLiteral("zh"),
          QStringLiteral("前向"),
          QStringLiteral("反向"),
          QStringLiteral("无"),
          QStringLiteral("因果"),
          QStringLiteral("窗口"),
          QStringLiteral("涂画"),
          QStringLiteral("显示后续步骤"),
          QStringLiteral("导出"),
          QStringLiteral("取消"),
          QStringLiteral("进入此步"),
          QStringLiteral("课堂大小"),
          QStringLiteral("搜索步骤"),
          QStringLiteral("步骤"),
          QStringLiteral("头 0"),
          QStringLiteral("旧结果：模型已改变"),
          QStringLiteral("动物"),
          QStringLiteral("它"),
          QStringLiteral("那只动物没有穿过街道，因为它实在太累了"),
          QStringLiteral("文件(&F)"),
          QStringLiteral("逐个单元格")};
}

/// One of everything, as a person meets it in a window.
class Gallery : public QMainWindow {
 public:
  Gallery(const Appearance& appearance, const Words& words) {
    auto* menu = menuBar()->addMenu(words.file);
    menu->addAction(icon(QStringLiteral("folder"), appearance), words.exportTo, QKeySequence(QStringLiteral("Ctrl+O")));
    menuBar()->addMenu(words.stepInto);
    statusBar()->showMessage(words.old);
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->addLayout(choices(appearance, words));
    column->addLayout(buttons(appearance, words));
    column->addLayout(labels(appearance, words));
    column->addLayout(fields(appearance, words));
    column->addLayout(standard(words));
    column->addStretch(1);
    setCentralWidget(centre);
    auto* dock = new QDockWidget(words.steps, this);
    auto* title = new DockTitleBar(*dock, appearance);
    title->setTag(words.head);
    list = new QListWidget(dock);
    list->setAccessibleName(words.steps);
    list->addItem(new QListWidgetItem(icon(QStringLiteral("matrix"), appearance), words.stepInto));
    for (int i = 0; i < 12; ++i) list->addItem(words.longText);
    list->setCurrentRow(1);
    dock->setWidget(list);
    addDockWidget(Qt::LeftDockWidgetArea, dock);
  }

  SegmentedControl* direction = nullptr;
  SegmentedControl* mask = nullptr;
  Switch* follows = nullptr;
  SplitButton* split = nullptr;
  IconButton* play = nullptr;
  ElidedLabel* sentence = nullptr;
  SearchField* searchField = nullptr;
  QListWidget* list = nullptr;
  QList<QAbstractButton*> texts;

 private:
  QLayout* choices(const Appearance& appearance, const Words& words) {
    auto* row = new QHBoxLayout;
    direction = new SegmentedControl(appearance, words.steps, {{words.forward}, {words.backward}}, this);
    mask = new SegmentedControl(appearance, words.steps, {{words.none}, {words.causal}, {words.window}, {words.paint}},
                                this);
    mask->setCurrentIndex(1);
    auto* heads = new SegmentedControl(appearance, words.head,
                                       {{QStringLiteral("0"), {}, {}, FontUse::Numbers},
                                        {QStringLiteral("1"), {}, {}, FontUse::Numbers},
                                        {words.none}},
                                       this, SegmentSize::Compact);
    auto* pictures = new SegmentedControl(
        appearance, words.window,
        {{{}, words.window, QStringLiteral("heat")}, {words.show, {}, QStringLiteral("lines")}}, this);
    follows = new Switch(appearance, words.show, this);
    auto* on = new Switch(appearance, words.show, this);
    on->setChecked(true);
    for (QWidget* widget : QList<QWidget*>{direction, mask, heads, pictures, follows, on}) row->addWidget(widget);
    row->addStretch(1);
    return row;
  }

  QLayout* buttons(const Appearance& appearance, const Words& words) {
    auto* row = new QHBoxLayout;
    split = new SplitButton(QStringLiteral("export"), words.exportTo, appearance, this, ButtonLook::Primary);
    auto* menu = new QMenu(split);
    menu->addAction(words.show);
    split->setMenu(menu);
    auto* stepInto = new QPushButton(icon(QStringLiteral("stairs"), appearance), words.stepInto, this);
    auto* primary = new QPushButton(words.exportTo, this);
    setButtonLook(*primary, ButtonLook::Primary);
    auto* checked = new QPushButton(words.lecture, this);
    checked->setCheckable(true);
    checked->setChecked(true);
    auto* off = new QPushButton(words.cancel, this);
    off->setEnabled(false);
    auto* withMenu = new QToolButton(this);
    withMenu->setText(words.byCell);
    withMenu->setPopupMode(QToolButton::InstantPopup);
    withMenu->setMenu(menu);
    auto* flat = new QPushButton(words.lecture, this);
    setButtonLook(*flat, ButtonLook::Flat);
    play = new IconButton(QStringLiteral("play"), words.stepInto, appearance, this, 40, 20);
    play->setRound();
    setButtonLook(*play, ButtonLook::Primary);
    play->setTone(IconTone::OnInk);
    auto* reset = new IconButton(QStringLiteral("reset"), words.cancel, appearance, this, 32);
    auto* undo = new IconButton(QStringLiteral("undo"), words.cancel, appearance, this);
    undo->setEnabled(false);
    texts = {split, stepInto, primary, checked, off, withMenu, flat};
    for (QWidget* widget : QList<QWidget*>{reset, play, undo, stepInto, split, primary, checked, off, withMenu, flat}) {
      row->addWidget(widget);
    }
    row->addStretch(1);
    return row;
  }

  QLayout* labels(const Appearance& appearance, const Words& words) {
    auto* row = new QHBoxLayout;
    row->addWidget(new Chip({words.it, Role::Query, QStringLiteral("q")}, appearance, this));
    row->addWidget(new Chip({words.animal, Role::Key, QStringLiteral("k")}, appearance, this));
    row->addWidget(new Chip({words.animal, Role::Key, QStringLiteral("k")}, appearance, this, ChipStyle::Outlined));
    row->addWidget(new Chip({words.animal, Role::Value}, appearance, this));
    row->addWidget(new Tag(words.head, appearance, this));
    row->addWidget(new Tag(words.old, appearance, this, TagTone::Plain, QStringLiteral("clock")));
    row->addWidget(new Tag(words.old, appearance, this, TagTone::Warning));
    row->addWidget(new Tag(words.old, appearance, this, TagTone::Error));
    sentence = new ElidedLabel(words.longText, this, Qt::ElideMiddle);
    sentence->setMaximumWidth(120);
    row->addWidget(sentence);
    return row;
  }

  QLayout* fields(const Appearance& appearance, const Words& words) {
    auto* row = new QHBoxLayout;
    searchField = new SearchField(words.search, appearance, this);
    auto* combo = new QComboBox(this);
    combo->setAccessibleName(words.steps);
    combo->addItems({words.longText, words.byCell});
    combo->setCurrentIndex(1);
    auto* spin = new QSpinBox(this);
    spin->setAccessibleName(words.head);
    spin->setValue(11);
    auto* field = new QLineEdit(words.longText, this);
    field->setAccessibleName(words.animal);
    for (QWidget* widget : QList<QWidget*>{searchField, field, combo, spin}) row->addWidget(widget);
    return row;
  }

  QLayout* standard(const Words& words) {
    auto* row = new QHBoxLayout;
    auto* check = new QCheckBox(words.show, this);
    check->setChecked(true);
    auto* radio = new QRadioButton(words.causal, this);
    radio->setChecked(true);
    auto* slider = new QSlider(Qt::Horizontal, this);
    slider->setAccessibleName(words.head);
    slider->setValue(40);
    auto* progress = new QProgressBar(this);
    progress->setValue(60);
    auto* tabs = new QTabBar(this);
    tabs->addTab(words.steps);
    tabs->addTab(words.head);
    for (QWidget* widget : QList<QWidget*>{check, new QCheckBox(words.show, this), radio,
                                           new QRadioButton(words.none, this), slider, progress, tabs}) {
      row->addWidget(widget);
    }
    return row;
  }
};

QString accessibleName(QWidget& widget) {
  const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&widget);
  return face == nullptr ? QString() : face->text(QAccessible::Name);
}

}  // namespace

class WidgetsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyStyle(*qApp, m_appearance); }
  void init() {
    m_appearance.setTheme(ThemeName::Light);
    m_appearance.setScale(1);
  }

  void noTextIsCut_data() {
    QTest::addColumn<bool>("isChinese");
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<double>("scale");
    for (const bool isChinese : {false, true}) {
      for (const bool isDark : {false, true}) {
        for (const double scale : {1.0, 1.5}) {
          QTest::addRow("%s %s %g", isChinese ? "Chinese" : "English", isDark ? "dark" : "light", scale)
              << isChinese << isDark << scale;
        }
      }
    }
  }

  void noTextIsCut() {
    QFETCH(bool, isChinese);
    QFETCH(bool, isDark);
    QFETCH(double, scale);
    m_appearance.setTheme(isDark ? ThemeName::Dark : ThemeName::Light);
    m_appearance.setScale(scale);
    const Words words = isChinese ? chinese() : english();
    Gallery gallery(m_appearance, words);
    gallery.resize(qRound(1240 * scale), qRound(420 * scale));
    gallery.show();
    QVERIFY(QTest::qWaitForWindowExposed(&gallery));
    int looked = 0;
    const auto buttons = gallery.findChildren<QAbstractButton*>();
    for (const QAbstractButton* button : buttons) {
      if (button->text().isEmpty() || !button->isVisible()) continue;
      const int needed = button->fontMetrics().size(Qt::TextShowMnemonic, button->text()).width();
      QVERIFY2(button->width() >= needed + m_appearance.px(8), qPrintable(button->text()));
      QVERIFY2(button->height() >= button->fontMetrics().height(), qPrintable(button->text()));
      ++looked;
    }
    const auto labels = gallery.findChildren<QLabel*>();
    for (const QLabel* label : labels) {
      if (label->text().isEmpty() || !label->isVisible() || qobject_cast<const ElidedLabel*>(label)) continue;
      QVERIFY2(label->width() >= label->fontMetrics().horizontalAdvance(label->text()), qPrintable(label->text()));
      ++looked;
    }
    QVERIFY(looked > 20);
    const QString folder = qEnvironmentVariable("HEED_PICTURES");
    if (!folder.isEmpty()) {
      gallery.play->setFocus(Qt::TabFocusReason);
      QTest::qWait(20);
      const QString name = QStringLiteral("/widgets-%1-%2-%3.png")
                               .arg(words.name, isDark ? QStringLiteral("dark") : QStringLiteral("light"))
                               .arg(scale);
      QVERIFY(gallery.grab().save(folder + name));
    }
  }

  void aMenuHasRoomForWordsAndShortcuts() {
    for (const ThemeName name : {ThemeName::Light, ThemeName::Dark}) {
      m_appearance.setTheme(name);
      QMenu menu;
      menu.addAction(icon(QStringLiteral("folder"), m_appearance), QStringLiteral("&Open..."),
                     QKeySequence(QStringLiteral("Ctrl+O")));
      QAction* dark = menu.addAction(QStringLiteral("Dark theme"));
      dark->setCheckable(true);
      dark->setChecked(true);
      menu.addSeparator();
      menu.addAction(QStringLiteral("Undo"), QKeySequence(QStringLiteral("Ctrl+Z")))->setEnabled(false);
      QAction* longest = menu.addAction(QStringLiteral("Export the stage as a picture"),
                                        QKeySequence(QStringLiteral("Ctrl+Shift+Alt+E")));
      menu.addMenu(QStringLiteral("Recent"));
      menu.popup(QPoint(20, 20));
      QVERIFY(QTest::qWaitForWindowExposed(&menu));
      menu.setActiveAction(dark);
      const QFontMetrics metrics(menu.font());
      const int words = metrics.horizontalAdvance(longest->text()) +
                        metrics.horizontalAdvance(longest->shortcut().toString(QKeySequence::NativeText));
      QVERIFY(menu.width() >= words + m_appearance.px(32 + 32));
      QCOMPARE(menu.actionGeometry(longest).height(), m_appearance.px(28));
      const QString folder = qEnvironmentVariable("HEED_PICTURES");
      const QString file =
          folder + (name == ThemeName::Dark ? QStringLiteral("/menu-dark.png") : QStringLiteral("/menu-light.png"));
      if (!folder.isEmpty()) QVERIFY(menu.grab().save(file));
    }
  }

  void everyControlHasAName() {
    Gallery gallery(m_appearance, english());
    gallery.show();
    int looked = 0;
    const auto widgets = gallery.findChildren<QWidget*>();
    for (QWidget* widget : widgets) {
      if ((widget->focusPolicy() & Qt::TabFocus) == 0 || !widget->isVisible()) continue;
      const bool isPartOfAnother = qobject_cast<QLineEdit*>(widget) != nullptr &&
                                   qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) != nullptr;
      if (isPartOfAnother) continue;
      QVERIFY2(!accessibleName(*widget).isEmpty(), widget->metaObject()->className());
      ++looked;
    }
    QVERIFY(looked > 15);
    QCOMPARE(accessibleName(*gallery.play), QStringLiteral("Step into"));
  }

  void segmentsAreChosenWithTheKeyboard() {
    SegmentedControl control(m_appearance, QStringLiteral("Mask"),
                             {{QStringLiteral("None")}, {QStringLiteral("Causal")}, {QStringLiteral("Window")}});
    QSignalSpy changed(&control, &SegmentedControl::currentChanged);
    QSignalSpy chosen(&control, &SegmentedControl::chosen);
    control.show();
    QVERIFY(QTest::qWaitForWindowExposed(&control));
    control.activateWindow();
    QTRY_VERIFY(control.isActiveWindow());
    const auto buttons = control.findChildren<QAbstractButton*>();
    buttons[0]->setFocus(Qt::TabFocusReason);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    QCOMPARE(control.currentIndex(), 1);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    QCOMPARE(control.currentIndex(), 2);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left);
    QCOMPARE(control.currentIndex(), 1);
    QCOMPARE(changed.size(), 3);
    QCOMPARE(chosen.size(), 3);
    control.setCurrentIndex(0);
    QCOMPARE(changed.size(), 4);
    QCOMPARE(chosen.size(), 3);
    control.setCurrentIndex(17);
    QCOMPARE(control.currentIndex(), 0);
    const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(buttons[1]);
    QVERIFY(face != nullptr);
    QCOMPARE(face->role(), QAccessible::RadioButton);
  }

  /// A ring around another piece than the chosen one would look like two choices.
  void tabReachesTheChosenSegmentOnly() {
    SegmentedControl control(m_appearance, QStringLiteral("Decimals"), {{"1"}, {"2"}, {"3"}});
    control.setCurrentIndex(1);
    control.show();
    QVERIFY(QTest::qWaitForWindowExposed(&control));
    const auto reached = [&control] {
      QStringList texts;
      const auto pieces = control.findChildren<QAbstractButton*>();
      for (const QAbstractButton* piece : pieces) {
        if ((piece->focusPolicy() & Qt::TabFocus) != 0) texts << piece->text();
      }
      return texts;
    };
    QCOMPARE(reached(), QStringList({"2"}));
    control.setCurrentIndex(2);
    QCOMPARE(reached(), QStringList({"3"}));
  }

  void aClickChoosesASegmentAndADisabledOneIsPassedOver() {
    SegmentedControl control(m_appearance, QStringLiteral("Mask"),
                             {{QStringLiteral("None")}, {QStringLiteral("Causal")}, {QStringLiteral("Window")}});
    control.setSegmentEnabled(2, false, QStringLiteral("needs more tokens"));
    control.show();
    QVERIFY(QTest::qWaitForWindowExposed(&control));
    const auto buttons = control.findChildren<QAbstractButton*>();
    QTest::mouseClick(buttons[2], Qt::LeftButton);
    QCOMPARE(control.currentIndex(), 0);
    QTest::mouseClick(buttons[1], Qt::LeftButton, {}, QPoint(buttons[1]->width() - 2, 2));
    QCOMPARE(control.currentIndex(), 1);
    const int width = control.width();
    control.setCurrentIndex(0);
    QCOMPARE(control.sizeHint().width(), width);
  }

  void aSwitchTurnsWithSpaceAndWithAClickOnItsWords() {
    Switch follows(m_appearance, QStringLiteral("Show what follows"));
    follows.show();
    QVERIFY(QTest::qWaitForWindowExposed(&follows));
    QTest::keyClick(&follows, Qt::Key_Space);
    QVERIFY(follows.isChecked());
    QTest::mouseClick(&follows, Qt::LeftButton, {}, QPoint(follows.width() - 3, follows.height() / 2));
    QVERIFY(!follows.isChecked());
    QCOMPARE(accessibleName(follows), QStringLiteral("Show what follows"));
  }

  void anIconButtonIsItsCommand() {
    QAction undo(QStringLiteral("Undo"));
    undo.setShortcut(QKeySequence(QStringLiteral("Ctrl+Z")));
    undo.setEnabled(false);
    QSignalSpy triggered(&undo, &QAction::triggered);
    IconButton button(QStringLiteral("undo"), QStringLiteral("Undo"), m_appearance);
    button.setCommand(undo);
    QVERIFY(!button.isEnabled());
    undo.setEnabled(true);
    QVERIFY(button.isEnabled());
    QCOMPARE(button.toolTip(), QStringLiteral("Undo (Ctrl+Z)"));
    QTest::keyClick(&button, Qt::Key_Space);
    QCOMPARE(triggered.size(), 1);
  }

  void anElidedLabelSaysAllToAScreenReader() {
    ElidedLabel label(english().longText);
    label.resize(90, 20);
    QVERIFY(label.isElided());
    QCOMPARE(accessibleName(label), english().longText);
    label.resize(2000, 20);
    QVERIFY(!label.isElided());
  }

  void escapeEmptiesTheSearchFieldFirst() {
    SearchField field(QStringLiteral("Search steps"), m_appearance);
    QSignalSpy results(&field, &SearchField::enterResults);
    QTest::keyClicks(&field, QStringLiteral("soft"));
    QCOMPARE(field.text(), QStringLiteral("soft"));
    QTest::keyClick(&field, Qt::Key_Escape);
    QCOMPARE(field.text(), QString());
    QTest::keyClick(&field, Qt::Key_Down);
    QCOMPARE(results.size(), 1);
  }

  void theTitleBarClosesAndFloatsItsDock() {
    QMainWindow window;
    QDockWidget dock(QStringLiteral("Explanation"));
    DockTitleBar title(dock, m_appearance);
    dock.setWidget(new QWidget);
    window.addDockWidget(Qt::RightDockWidgetArea, &dock);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCOMPARE(title.height(), m_appearance.px(32));
    const auto buttons = title.findChildren<IconButton*>();
    QCOMPARE(buttons.size(), 2);
    QCOMPARE(accessibleName(*buttons[0]), QStringLiteral("Let Explanation float"));
    QTest::mouseClick(buttons[0], Qt::LeftButton);
    QVERIFY(dock.isFloating());
    QTest::mouseClick(buttons[0], Qt::LeftButton);
    QVERIFY(!dock.isFloating());
    QTest::mouseClick(buttons[1], Qt::LeftButton);
    QVERIFY(!dock.isVisible());
    dock.setTitleBarWidget(nullptr);
  }

  void aFormulaIsReadAsPlainTextAndItsTermsAreReachedByKeys() {
    FormulaLabel label(m_appearance);
    label.setFormula("\\term{weights}{\\mathrm{softmax}(\\term{scores}{Q K^\\top})} V");
    QCOMPARE(accessibleName(label), QStringLiteral("softmax(Q Kᵀ) V"));
    QCOMPARE(label.focusPolicy(), Qt::NoFocus);
    label.setTermNames({{"weights", QStringLiteral("Weights")}, {"scores", QStringLiteral("Dot products")}});
    QSignalSpy activated(&label, &FormulaLabel::termActivated);
    label.resize(label.sizeHint());
    label.show();
    QVERIFY(QTest::qWaitForWindowExposed(&label));
    label.activateWindow();
    QTRY_VERIFY(label.isActiveWindow());
    label.clearFocus();
    label.setFocus(Qt::TabFocusReason);
    QTRY_COMPARE(label.accessibleDescription(), QStringLiteral("Weights"));
    QTest::keyClick(&label, Qt::Key_Right);
    QCOMPARE(label.accessibleDescription(), QStringLiteral("Dot products"));
    QTest::keyClick(&label, Qt::Key_Right);
    QTest::keyClick(&label, Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].toString(), QStringLiteral("scores"));
    const QPoint inWeights = label.formula().termRect("weights").topLeft().toPoint() + QPoint(8, 12);
    QTest::mouseClick(&label, Qt::LeftButton, {}, inWeights);
    QCOMPARE(activated.size(), 2);
    QCOMPARE(activated[1][0].toString(), QStringLiteral("weights"));
  }

  void aFormulaThatIsTooWideBreaksAndThenShrinks() {
    FormulaLabel label(m_appearance);
    label.setFormula("h_t = (1 - z_t) \\odot h_{t-1}, \\quad n_t = \\tanh(W_n x_t + b_n)");
    const QSize whole = label.sizeHint();
    label.resize(whole);
    label.show();
    QCOMPARE(label.formula().letterSize(), 22.0);
    QCOMPARE(label.heightForWidth(whole.width()), whole.height());
    label.resize(whole.width() * 6 / 10, 200);
    QCOMPARE(label.formula().letterSize(), 22.0);
    QVERIFY(label.formula().size().height() > whole.height());
    label.resize(whole.width() * 4 / 10, 200);
    QVERIFY(label.formula().letterSize() < 22);
    QVERIFY(label.formula().size().width() <= whole.width() * 0.4);
  }

  void theRingIsAroundWhatAKeyReachedAndNotAroundWhatWasClicked() {
    Gallery gallery(m_appearance, english());
    gallery.show();
    QVERIFY(QTest::qWaitForWindowExposed(&gallery));
    gallery.activateWindow();
    QTRY_VERIFY(gallery.isActiveWindow());
    const auto* ring = qApp->findChild<FocusRing*>();
    QVERIFY(ring != nullptr);
    gallery.follows->setFocus(Qt::TabFocusReason);
    QCOMPARE(ring->ringed(), gallery.follows);
    QTest::mouseClick(gallery.searchField, Qt::LeftButton);
    gallery.searchField->setFocus(Qt::MouseFocusReason);
    QCOMPARE(ring->ringed(), nullptr);
    FocusRing::setPaintsOwnFocus(*gallery.play);
    gallery.play->setFocus(Qt::TabFocusReason);
    QCOMPARE(ring->ringed(), nullptr);
  }

  void themeAndScaleChangeWhileTheWindowIsOpen() {
    Gallery gallery(m_appearance, english());
    gallery.show();
    QVERIFY(QTest::qWaitForWindowExposed(&gallery));
    const auto groundOf = [&] {
      return gallery.grab().toImage().pixelColor(gallery.width() - 3, gallery.height() / 2);
    };
    QCOMPARE(groundOf(), m_appearance.theme().window);
    const int height = gallery.split->sizeHint().height();
    m_appearance.setTheme(ThemeName::Dark);
    QTRY_COMPARE(groundOf(), m_appearance.theme().window);
    m_appearance.setScale(1.5);
    QTRY_COMPARE(gallery.split->sizeHint().height(), height * 3 / 2);
    QCOMPARE(QApplication::font().pixelSize(), 20);
  }

 private:
  Appearance m_appearance;
};

QTEST_MAIN(WidgetsTest)
#include "tst_widgets.moc"
