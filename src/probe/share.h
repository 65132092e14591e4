/* Reports what two graphs share and may not. */
#ifndef INSULATE_PROBE_SHARE_H
#define INSULATE_PROBE_SHARE_H

#include "probe/graph.h"

enum share_between {
    BETWEEN_SHARED_GIL, /* two interpreters with one GIL */
    BETWEEN_OWN_GIL,    /* two interpreters with a GIL each */
    BETWEEN_MODULES,    /* two module objects in one interpreter */
};

/* Reports each object that both graphs hold and that the rules do not allow; of a
 * shared tree only the top.  `elsewhere`: objects that belong to somebody else; may
 * be empty.  Needs the interpreter of `one` attached.  Returns how many. */
int share_report(const struct graph *one, const struct graph *other,
                 enum share_between between, const struct pointer_set *elsewhere);

#endif
