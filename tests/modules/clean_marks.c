#include "marks.h"

MARKS_MODULE(clean_marks)
