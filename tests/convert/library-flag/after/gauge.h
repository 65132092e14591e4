/* A header of an installed library. */
#pragma GCC system_header
#ifndef GAUGE_H
#define GAUGE_H

struct gauge;

int gauge_init(int *version);
void gauge_exit(void);
int gauge_log_init(const char *path);
struct gauge *gauge_open(void);
int gauge_read(struct gauge *gauge);
void gauge_close(struct gauge *gauge);

#endif
