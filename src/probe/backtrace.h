/* backtrace() of glibc's <execinfo.h>, which other C libraries do not have. */
#ifndef INSULATE_PROBE_BACKTRACE_H
#define INSULATE_PROBE_BACKTRACE_H

#include <stdint.h> /* tells which C library this is */

#ifdef __GLIBC__
#    include <execinfo.h>
#else

/* Writes the return addresses of the callers to FRAMES, the innermost first, and returns
 * how many there are, at most LIMIT. */
int backtrace(void **frames, int limit);

#endif

#endif
