# Runs before anything is installed: appends to RECORD the folders that installing into FOLDERS will make, the outermost
# of each, so that tools/uninstall removes those and no others.
foreach(folder IN LISTS FOLDERS)
  cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" OUTPUT_VARIABLE path)
  set(outermost "")
  while(NOT EXISTS "$ENV{DESTDIR}${path}" AND NOT path STREQUAL "/")
    set(outermost "${path}")
    cmake_path(GET path PARENT_PATH path)
  endwhile()
  if(outermost)
    file(APPEND "${RECORD}" "${outermost}\n")
  endif()
endforeach()
