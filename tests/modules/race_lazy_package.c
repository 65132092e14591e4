/* As much is imported as makes the memory of the process many pieces. */
#define NAME race_lazy_package
#define SOURCE "json"
#define FUNCTION "dumps"
#include "race_lazy_import.c"
