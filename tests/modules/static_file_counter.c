#define COUNTS_FILES
#include "reach.h"

MODULE(static_file_counter, execute, methods, OWN_GIL)
