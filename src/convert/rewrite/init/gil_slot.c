/* The call that says what the slot Py_mod_gil says goes. */
#include "convert/rewrite/init/gil_slot.h"

#include "convert/plan/gil_slot.h"
#include "convert/plan/module.h"
#include "convert/rewrite/changes.h"

void
edit_gil(struct rewriter *r)
{
    static const char reason[] = "a slot declares it";
    const struct source_file *file = r->plan->init->setup->body->file;
    const struct range *call = &r->plan->gil->call;

    if (r->plan->gil->slot == NULL) {
        return;
    }
    if (r->plan->gil->comment != NULL) { /* whole lines, with the branch around it */
        change_cover(r, file, call->begin, call->end, "", reason);
    }
    else {
        remove_text(r, file, call->begin, call->end, reason);
    }
}
