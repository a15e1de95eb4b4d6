# Headers, libraries, the CMake package windrow::windrow and windrow.pc.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/windrow)

install(DIRECTORY include/windrow DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.cuh")

# One export set each: a program that wants the shared library must not need the
# CUDA toolkit that the static one brings along.
foreach(kind IN LISTS kinds)
    install(TARGETS windrow_${kind} EXPORT windrow_${kind}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(EXPORT windrow_${kind} NAMESPACE windrow:: DESTINATION ${package_dir})
endforeach()

configure_package_config_file(cmake/windrowConfig.cmake.in
    ${PROJECT_BINARY_DIR}/windrowConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/windrowConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES
    ${PROJECT_BINARY_DIR}/windrowConfig.cmake
    ${PROJECT_BINARY_DIR}/windrowConfigVersion.cmake
    DESTINATION ${package_dir})

# prefix is found from where windrow.pc lies, so that an install tree can be moved.
file(RELATIVE_PATH pc_prefix
    /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
set(pc_private "-pthread -lm")
if(WINDROW_HAS_CUDA)
    set(pc_private "-L\"${CUDAToolkit_LIBRARY_DIR}\" -lcudart_static -ldl -lrt ${pc_private}")
endif()
configure_file(cmake/windrow.pc.in ${PROJECT_BINARY_DIR}/windrow.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/windrow.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
