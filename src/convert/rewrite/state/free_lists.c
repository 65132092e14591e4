/* The edits of free lists, which become part of the state. */
#include "convert/rewrite/state/free_lists.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/free_lists.h"
#include "convert/plan/names.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/records.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

/* --- m_clear --------------------------------------------------------------------------- */

void
add_drain(const struct conversion *c, struct strbuf *out, const char *state,
          const struct variable_plan *plan)
{
    const char *count = plan_of_variable(c, plan->free_count)->field;
    const struct free_list *list = free_list_of(c, plan->variable);
    bool is_collected = list != NULL && list->type != NULL
                        && plan_of_variable(c, list->type)->is_collected;
    strbuf_format(out,
                  "\twhile (%s->%s > 0) {\n"
                  "\t\t%s(%s->%s[--%s->%s]);\n\t}\n",
                  state, count, is_collected ? "PyObject_GC_Del" : "PyObject_Free",
                  state, plan->field, state, count);
}

/* --- taking an instance ------------------------------------------------------------------ */

static void
edit_revival(struct rewriter *r, const struct revival *revival)
{
    static const char reason[] = "an instance holds a reference to its heap type";
    const struct free_list *list = revival->list;
    const struct node *call = revival->call;
    const struct source_file *file = call->file;
    if (revival->gets_type) {
        uint32_t place = revival->arguments.close;
        change(r, file, call->begin, call->begin + (uint32_t)strlen("_Py_NewReference"),
               "PyObject_Init", reason);
        change(r, file, place, place,
               TEXT(r, ", %s", field_access(r->plan, list->type)), reason);
        record_state_use(r, file, call->begin, call->end);
    }
    if (!list->had_gc && plan_of_variable(r->plan, list->type)->is_collected) {
        uint32_t end = after_semicolon(file, call->end);
        change(r, file, end, end,
               TEXT(r, "\n%sPyObject_GC_Track(%s);",
                    indent_at(r->plan, file, call->begin), revival->local->name),
               "like tp_alloc");
    }
}

void
edit_free_lists(struct rewriter *r)
{
    const struct free_lists *lists = r->plan->free_lists;
    for (size_t i = 0; i < lists->n_revivals; i++) {
        edit_revival(r, &lists->revivals[i]);
    }
    for (size_t i = 0; i < lists->n_releases; i++) {
        const struct member_release *release = &lists->releases[i];
        change(r, release->file, release->name.begin, release->name.end, "Py_CLEAR",
               "instances on the free list hold no references");
    }
}
