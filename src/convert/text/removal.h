#ifndef INSULATE_CONVERT_TEXT_REMOVAL_H
#define INSULATE_CONVERT_TEXT_REMOVAL_H

#include "model/source.h"

/* What goes with the statement or declaration [BEGIN, END) of FILE: its lines and the comment
 * behind it, when nothing else stands on them. */
struct range removal_range(const struct source_file *file, uint32_t begin, uint32_t end);

#endif
