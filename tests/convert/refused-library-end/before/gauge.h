/* A header of an installed library. */
#pragma GCC system_header
#ifndef GAUGE_H
#define GAUGE_H
void gauge_start(void);
void gauge_shutdown(void);
#endif
