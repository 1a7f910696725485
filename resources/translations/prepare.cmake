# Copies the sources of SOURCE to TARGET for lupdate: it finds a text only where its context is a literal and no arguments
# follow, and knows nothing of templates.
file(REMOVE_RECURSE ${TARGET})
set(space "[ \n]*")
set(literal "\"[^\"\\\\]*(\\\\.[^\"\\\\]*)*\"")
file(GLOB_RECURSE sources RELATIVE ${SOURCE} ${SOURCE}/core/*.cpp ${SOURCE}/core/*.h ${SOURCE}/gpu/*.cpp
     ${SOURCE}/ui/*.cpp ${SOURCE}/ui/*.h ${SOURCE}/app/startup/*.cpp)
foreach(source IN LISTS sources)
  file(READ ${SOURCE}/${source} content)
  if(content MATCHES "kContext = (\"[A-Za-z]+\")")
    string(REGEX REPLACE "\\(${space}kContext" "(${CMAKE_MATCH_1}" content "${content}")
  endif()
  # A function that hands its pattern on to text("Context", pattern, ...) is called with the words themselves.
  if(content MATCHES "text\\((\"[A-Za-z]+\"), pattern")
    string(REGEX REPLACE "(refuse|fail)\\(\"" "text(${CMAKE_MATCH_1}, \"" content "${content}")
  endif()
  # text("Context", "words", argument) becomes text("Context", "words"), (argument): a third argument would be a remark
  # for translators.
  string(REPLACE "core::text(" "text(" content "${content}")
  string(REGEX REPLACE "(text\\(${space}\"[A-Za-z]+\",${space}(${literal}${space})+)," "\\1), (" content "${content}")
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
