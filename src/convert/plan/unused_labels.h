#ifndef INSULATE_CONVERT_PLAN_UNUSED_LABELS_H
#define INSULATE_CONVERT_PLAN_UNUSED_LABELS_H

#include "convert/conversion.h"

/* Labels of the function that made the module, to which only statements jumped that go, go
 * too, with the statements behind them that nothing else reaches. */
void plan_unused_labels(struct conversion *c);

#endif
