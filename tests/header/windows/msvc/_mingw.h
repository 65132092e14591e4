/* MinGW's headers for clang as MSVC: attributes stand where only those of gcc may. */
#pragma GCC system_header
#include_next <_mingw.h>

#undef __MINGW_ATTRIB_NORETURN
#define __MINGW_ATTRIB_NORETURN
#undef __MINGW_ATTRIB_DEPRECATED
#define __MINGW_ATTRIB_DEPRECATED
#undef __MINGW_NOTHROW
#define __MINGW_NOTHROW
