#ifndef INSULATE_CONVERT_REPORT_PUBLIC_HEADERS_H
#define INSULATE_CONVERT_REPORT_PUBLIC_HEADERS_H

#include "convert/conversion.h"

/* Tell of headers that are changed, and that other modules include. */
void report_public_headers(struct conversion *c);

#endif
