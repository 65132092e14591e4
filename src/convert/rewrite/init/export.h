#ifndef INSULATE_CONVERT_REWRITE_INIT_EXPORT_H
#define INSULATE_CONVERT_REWRITE_INIT_EXPORT_H

#include "convert/plan/export.h"

/* Write PyModExport_x. */
void edit_export(struct conversion *c, const struct definition_text *text);

#endif
