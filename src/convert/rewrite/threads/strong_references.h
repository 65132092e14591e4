#ifndef INSULATE_CONVERT_REWRITE_THREADS_STRONG_REFERENCES_H
#define INSULATE_CONVERT_REWRITE_THREADS_STRONG_REFERENCES_H

#include "convert/rewrite/rewriter.h"

/* Let locals own what they borrowed of a container that threads share. */
void edit_strong_references(struct rewriter *r);

#endif
