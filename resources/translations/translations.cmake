# The translations of the window: heed_zh.ts becomes heed_zh.qm, compiled into the program as a resource. The target
# `update_translations` brings the .ts up to date with the sources; lupdate is named by its target, because the program of
# that name in the path is a chooser that Debian leaves without a default.
set(translation_source ${CMAKE_CURRENT_LIST_DIR}/heed_zh.ts)
set(translation_folder ${CMAKE_BINARY_DIR}/translations)
set(translation_binary ${translation_folder}/heed_zh.qm)
file(MAKE_DIRECTORY ${translation_folder})

add_custom_command(OUTPUT ${translation_binary}
                   COMMAND Qt6::lrelease -silent ${translation_source} -qm ${translation_binary}
                   DEPENDS ${translation_source} VERBATIM)
file(CONFIGURE OUTPUT ${translation_folder}/heed_translations.qrc
     CONTENT "<RCC><qresource prefix=\"/heed/translations\"><file>heed_zh.qm</file></qresource></RCC>\n")
qt_add_resources(translation_resources ${translation_folder}/heed_translations.qrc)

# lupdate reads copies in which the contexts of core's texts stand as literals, and a list of the templates' words.
add_custom_target(update_translations
                  COMMAND ${CMAKE_COMMAND} -D SOURCE=${CMAKE_SOURCE_DIR} -D TARGET=${translation_folder}/sources
                          -P ${CMAKE_CURRENT_LIST_DIR}/prepare.cmake
                  COMMAND Qt6::lupdate -silent -locations none -no-ui-lines -no-obsolete -tr-function-alias
                          translate+=text -target-language zh_CN ${translation_folder}/sources -ts ${translation_source}
                  WORKING_DIRECTORY ${translation_folder} VERBATIM)
