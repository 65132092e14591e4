#define IGNORES_THE_RESULT
#include "marks.h"

MARKS_MODULE(mark_ignores)
