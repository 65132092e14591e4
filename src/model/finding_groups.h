/* Findings with one cause, as one. */
#ifndef INSULATE_MODEL_FINDING_GROUPS_H
#define INSULATE_MODEL_FINDING_GROUPS_H

#include "model/finding.h"

/* Sort FINDINGS.  Those of a module that have one cause, or say the same of the same
 * thing, become one: the first, with the others as its evidence.  Notes stay. */
void findings_group(struct findings *findings);
/* The same of those that differ in nothing but their module. */
void findings_group_modules(struct findings *findings);

#endif
