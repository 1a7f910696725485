#include "ui/theme/theme.h"

#include "core/base/error.h"
#include "ui/theme/resources.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <iterator>
#include <utility>

namespace heed::ui {

namespace {

using core::Error;
using core::ErrorKind;
using core::text;

struct ColorToken {
  const char* name;
  QColor Theme::* member;
};

constexpr ColorToken kColorTokens[] = {
    {"window", &Theme::window},
    {"surface", &Theme::surface},
    {"sunken", &Theme::sunken},
    {"hover", &Theme::hover},
    {"selected", &Theme::selected},
    {"border", &Theme::border},
    {"strong", &Theme::strong},
    {"control", &Theme::control},
    {"wire", &Theme::wire},
    {"ink", &Theme::ink},
    {"onInk", &Theme::onInk},
    {"text", &Theme::text},
    {"text2", &Theme::text2},
    {"text3", &Theme::text3},
    {"error", &Theme::error},
    {"errorTint", &Theme::errorTint},
    {"warning", &Theme::warning},
    {"warningTint", &Theme::warningTint},
    {"good", &Theme::good},
    {"goodTint", &Theme::goodTint},
    {"hatch", &Theme::hatch},
    {"cellTextDark", &Theme::cellTextDark},
    {"cellTextLight", &Theme::cellTextLight},
    {"glyphInk", &Theme::glyphInk},
    {"glyphGround", &Theme::glyphGround},
    {"imageLine", &Theme::imageLine},
};

struct RoleToken {
  const char* name;
  RoleColors Theme::* member;
};

constexpr RoleToken kRoleTokens[] = {
    {"query", &Theme::query},     {"key", &Theme::key},       {"value", &Theme::value},
    {"weights", &Theme::weights}, {"output", &Theme::output},
};

struct MapToken {
  const char* name;
  std::vector<QColor> Theme::* member;
};

constexpr MapToken kMapTokens[] = {
    {"viridis", &Theme::viridis},
    {"cividis", &Theme::cividis},
    {"signed", &Theme::signedMap},
};

/// Reads one theme file; every failure names the file and the token.
class ThemeReader {
 public:
  ThemeReader(QJsonObject root, const QString& source) : m_root(std::move(root)), m_source(source.toStdString()) {}

  Theme read() const {
    Theme theme;
    theme.name = m_root.value(QStringLiteral("name")).toString();
    const QJsonObject colors = section("colors");
    refuseUnknown(colors, "colors", kColorTokens);
    for (const ColorToken& token : kColorTokens) {
      theme.*token.member = color(colors.value(QLatin1String(token.name)), "colors", token.name);
    }
    const QJsonObject roles = section("roles");
    refuseUnknown(roles, "roles", kRoleTokens);
    for (const RoleToken& token : kRoleTokens) {
      const QJsonObject role = roles.value(QLatin1String(token.name)).toObject();
      const std::string place = std::string("roles.") + token.name;
      theme.*token.member = {color(role.value(QLatin1String("line")), place, "line"),
                             color(role.value(QLatin1String("tint")), place, "tint")};
    }
    const QJsonObject maps = section("maps");
    refuseUnknown(maps, "maps", kMapTokens);
    for (const MapToken& token : kMapTokens) theme.*token.member = stops(maps, token.name);
    return theme;
  }

 private:
  QJsonObject section(const char* name) const {
    const QJsonValue value = m_root.value(QLatin1String(name));
    if (!value.isObject()) {
      throw Error(ErrorKind::Format, text("Theme", "The theme \"%1\" has no section \"%2\".", m_source, name));
    }
    return value.toObject();
  }

  QColor color(const QJsonValue& value, const std::string& place, const char* name) const {
    if (value.isUndefined()) {
      throw Error(ErrorKind::Format,
                  text("Theme", "The theme \"%1\" lacks the token \"%2.%3\".", m_source, place, name));
    }
    const QString written = value.toString();
    const QColor result(written);
    if (written.size() != 7 || !written.startsWith(QLatin1Char('#')) || !result.isValid()) {
      throw Error(ErrorKind::Format,
                  text("Theme", "The theme \"%1\" gives the token \"%2.%3\" as \"%4\"; a colour is written #RRGGBB.",
                       m_source, place, name, written.toStdString()));
    }
    return result;
  }

  std::vector<QColor> stops(const QJsonObject& maps, const char* name) const {
    const QJsonValue value = maps.value(QLatin1String(name));
    if (value.isUndefined()) {
      throw Error(ErrorKind::Format, text("Theme", "The theme \"%1\" lacks the token \"maps.%2\".", m_source, name));
    }
    std::vector<QColor> result;
    const QJsonArray array = value.toArray();
    for (const auto& stop : array) result.push_back(color(stop, "maps", name));
    if (result.size() < 2) {
      throw Error(ErrorKind::Format,
                  text("Theme", "The theme \"%1\" gives the map \"%2\" %3 stops; it needs two or more.", m_source, name,
                       result.size()));
    }
    return result;
  }

  template <typename Token, std::size_t count>
  void refuseUnknown(const QJsonObject& object, const char* place, const Token (&tokens)[count]) const {
    const QStringList keys = object.keys();
    for (const QString& key : keys) {
      const bool known = std::any_of(std::begin(tokens), std::end(tokens),
                                     [&](const Token& token) { return key == QLatin1String(token.name); });
      if (!known) {
        throw Error(ErrorKind::Format, text("Theme", "The theme \"%1\" has the token \"%2.%3\", which nothing uses.",
                                            m_source, place, key.toStdString()));
      }
    }
  }

  const QJsonObject m_root;
  const std::string m_source;
};

}  // namespace

RoleColors Theme::role(Role role) const {
  switch (role) {
    case Role::Query:
      return query;
    case Role::Key:
      return key;
    case Role::Value:
      return value;
    case Role::Weights:
      return weights;
    case Role::Output:
      return output;
    case Role::None:
      break;
  }
  return {ink, selected};
}

Theme Theme::load(ThemeName name) {
  initResources();
  const QString file = name == ThemeName::Light ? QStringLiteral("light.json") : QStringLiteral("dark.json");
  QFile resource(QStringLiteral(":/heed/themes/") + file);
  if (!resource.open(QIODevice::ReadOnly)) {
    throw Error(ErrorKind::Format, core::text("Theme", "The theme \"%1\" is not compiled in.", file.toStdString()));
  }
  return fromJson(resource.readAll(), file);
}

Theme Theme::fromJson(const QByteArray& json, const QString& source) {
  QJsonParseError problem;
  const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
  if (!document.isObject()) {
    throw Error(ErrorKind::Format,
                core::text("Theme", "The theme \"%1\" is not a JSON object: %2, at byte %3.", source.toStdString(),
                           problem.errorString().toStdString(), problem.offset));
  }
  return ThemeReader(document.object(), source).read();
}

}  // namespace heed::ui
