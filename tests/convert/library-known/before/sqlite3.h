/* A header of an installed library. */
#pragma GCC system_header
typedef struct gauge gauge;
gauge *gauge_open(const char *name);
double gauge_read(gauge *gauge, int (*convert)(int));
void gauge_close(gauge *gauge);
int gauge_celsius(int kelvin);
