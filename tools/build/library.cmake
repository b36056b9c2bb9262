# libmustplay as others use it: mustplay_shared (libmustplay.so) and mustplay_static (libmustplay.a, one object), of the same objects.
# Both show what the public headers declare (MP_API) and nothing else. Our own programs link mustplay_core instead.
set(LIBRARY_OBJECTS $<TARGET_OBJECTS:mustplay_core> $<TARGET_OBJECTS:mustplay_data> $<TARGET_OBJECTS:mustplay_verify_library>)
foreach(words 1 2 3 6)
  foreach(level "" ${LEVELS})
    list(APPEND LIBRARY_OBJECTS $<TARGET_OBJECTS:mustplay_core_w${words}${level}>)
  endforeach()
endforeach()

foreach(level ${LEVELS})
  list(APPEND LIBRARY_OBJECTS $<TARGET_OBJECTS:mustplay_core_${level}>)
endforeach()

add_library(mustplay_shared SHARED ${LIBRARY_OBJECTS})
set_target_properties(mustplay_shared PROPERTIES OUTPUT_NAME mustplay LINKER_LANGUAGE C VERSION ${PROJECT_VERSION} SOVERSION 0)
target_include_directories(mustplay_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
target_link_libraries(mustplay_shared PRIVATE PkgConfig::LMDB PkgConfig::ZSTD Threads::Threads m)
target_link_options(mustplay_shared PRIVATE -Wl,--no-undefined)

set(STATIC_LIBRARY ${PROJECT_BINARY_DIR}/libmustplay.a)
add_custom_command(OUTPUT ${STATIC_LIBRARY}
                   COMMAND ${CMAKE_LINKER} -r -o mustplay.o ${LIBRARY_OBJECTS}
                   COMMAND ${CMAKE_OBJCOPY} --localize-hidden --wildcard --keep-global-symbol=mp_* mustplay.o
                   COMMAND ${CMAKE_COMMAND} -E rm -f ${STATIC_LIBRARY}
                   COMMAND ${CMAKE_AR} qcs ${STATIC_LIBRARY} mustplay.o
                   DEPENDS ${LIBRARY_OBJECTS} COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(mustplay_static ALL DEPENDS ${STATIC_LIBRARY})
