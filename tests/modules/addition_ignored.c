#define IGNORES_THE_ADDITION
#include "marks.h"

MARKS_MODULE(addition_ignored)
