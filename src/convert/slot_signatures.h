#ifndef INSULATE_CONVERT_SLOT_SIGNATURES_H
#define INSULATE_CONVERT_SLOT_SIGNATURES_H

#include "model/finding.h"
#include "model/source.h"

/* FINDING of the text AFTER says that a function does not fit its slot: did the same
 * function, of the same type, fill the same field of a static type BEFORE?  A cast hid it
 * there from the compiler, and no check holds static types to it. */
bool signature_was_wrong(struct arena *arena, const struct source *before,
                         const struct source *after, const struct finding *finding);

#endif
