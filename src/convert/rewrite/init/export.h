#ifndef INSULATE_CONVERT_REWRITE_INIT_EXPORT_H
#define INSULATE_CONVERT_REWRITE_INIT_EXPORT_H

#include "convert/plan/export.h"
#include "convert/rewrite/rewriter.h"

/* Write PyModExport_x. */
void edit_export(struct rewriter *r, const struct definition_text *text);

/* The definition of PyModExport_x. */
const char *export_hook(const struct conversion *c);

#endif
