# Copies the sources of SOURCE to TARGET for lupdate: it finds the context of a text only where that is a literal, and
# knows nothing of templates.
file(REMOVE_RECURSE ${TARGET})
file(GLOB_RECURSE sources RELATIVE ${SOURCE} ${SOURCE}/core/*.cpp ${SOURCE}/core/*.h ${SOURCE}/gpu/*.cpp
     ${SOURCE}/ui/*.cpp ${SOURCE}/ui/*.h ${SOURCE}/app/startup/*.cpp)
foreach(source IN LISTS sources)
  file(READ ${SOURCE}/${source} content)
  if(content MATCHES "kContext = (\"[A-Za-z]+\")")
    string(REPLACE "(kContext" "(${CMAKE_MATCH_1}" content "${content}")
  endif()
  # What stands in a using declaration is no call, and lupdate gives up the file there.
  string(REPLACE "using core::text;" "" content "${content}")
  file(WRITE ${TARGET}/${source} "${content}")
endforeach()

set(words "")
file(GLOB templates ${SOURCE}/resources/templates/*.json)
foreach(template IN LISTS templates)
  file(READ ${template} content)
  foreach(member title summary)
    string(JSON word GET "${content}" ${member})
    string(REPLACE "\"" "\\\"" word "${word}")
    string(APPEND words "QT_TRANSLATE_NOOP(\"Templates\", \"${word}\");\n")
  endforeach()
endforeach()
file(WRITE ${TARGET}/templates.cpp "${words}")
