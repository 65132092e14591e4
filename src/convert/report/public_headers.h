#ifndef INSULATE_CONVERT_REPORT_PUBLIC_HEADERS_H
#define INSULATE_CONVERT_REPORT_PUBLIC_HEADERS_H

#include "convert/conversion.h"
#include "model/edit.h"

/* Tell of headers that EDITS change, and that other modules include. */
void report_public_headers(struct conversion *c, const struct edits *edits);

#endif
