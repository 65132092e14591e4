/* The edits of free lists, which become part of the state. */
#include "convert/rewrite/state/free_lists.h"

#include <string.h>

#include "convert/facts/inactive/code.h"
#include "convert/text/places.h"
#include "convert/plan/free_lists.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/records.h"
#include "convert/text/style.h"
#include "model/extent.h"

static const char rule[] = "type-not-converted";

/* --- m_clear --------------------------------------------------------------------------- */

void
add_drain(const struct conversion *c, struct strbuf *out, const char *state,
          const struct variable_plan *plan)
{
    const char *count = plan_of_variable(c, plan->free_count)->field;
    struct free_list list;
    bool is_collected = find_free_list(c, plan->variable, &list) && list.type != NULL
                        && plan_of_variable(c, list.type)->is_collected;
    strbuf_format(out,
                  "\twhile (%s->%s > 0) {\n"
                  "\t\t%s(%s->%s[--%s->%s]);\n\t}\n",
                  state, count, is_collected ? "PyObject_GC_Del" : "PyObject_Free",
                  state, plan->field, state, count);
}

/* --- taking an instance ------------------------------------------------------------------ */

static void
edit_revival(struct rewriter *r, const struct free_list *list, const struct node *call,
             const struct variable *local)
{
    static const char reason[] = "an instance holds a reference to its heap type";
    const struct source_file *file = call->file;
    if (strcmp(call_name(call), "_Py_NewReference") == 0) {
        struct brackets arguments;
        if (!use_brackets(file, call->begin, &arguments)) {
            refuse_at(r->late, "type-not-converted", call, list->type->name,
                      "'%s' is taken from its free list through a macro",
                      list->type->name);
            return;
        }
        change(r, file, call->begin, call->begin + (uint32_t)strlen("_Py_NewReference"),
               "PyObject_Init", reason);
        change(r, file, arguments.close, arguments.close,
               TEXT(r, ", %s", field_access(r->plan, list->type)), reason);
        record_state_use(r, file, call->begin, call->end);
    }
    if (!list->had_gc && plan_of_variable(r->plan, list->type)->is_collected) {
        uint32_t end = after_semicolon(file, call->end);
        change(r, file, end, end,
               TEXT(r, "\n%sPyObject_GC_Track(%s);",
                    indent_at(r->plan, file, call->begin), local->name),
               "like tp_alloc");
    }
}

/* Members that dealloc gives up are NULL on the list; in each of its branches. */
static void
clear_members(struct rewriter *r, const struct function *function)
{
    const struct node *body = function->body;
    struct word word = {.file = body->file, .end = body->begin}, object, member;
    while (word_next(&word, NULL, body->end)) {
        if ((word_is(&word, "Py_XDECREF") || word_is(&word, "Py_DECREF"))
            && word_given_member(&word, &object, &member))
        {
            change(r, body->file, word.begin, word.end, "Py_CLEAR",
                   "instances on the free list hold no references");
        }
    }
}

static void
edit_list(struct rewriter *r, const struct free_list *list)
{
    for (size_t i = 0; i < list->list->n_uses; i++) {
        const struct node *use = list->list->uses[i];
        const struct node *item = use->parent;
        const struct node *assign = item != NULL ? item->parent : NULL;
        if (assign == list->push || (item != NULL && item->kind == NODE_SIZEOF)) {
            continue;
        }
        const struct variable *local = free_list_taker(use, list->count);
        const struct node *call = local != NULL ? free_list_revival(use, local) : NULL;
        if (call == NULL) {
            refuse_at(r->late, rule, use, list->list->name,
                      "unsupported use of the free list '%s': it is unclear how an "
                      "instance is taken from it",
                      list->list->name);
            continue;
        }
        edit_revival(r, list, call, local);
    }
    clear_members(r, list->dealloc);
}

void
edit_free_lists(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable_plan *plan = moving(r->plan, r->source->variables[i]);
        struct free_list list;
        if (plan != NULL && plan->is_free_list
            && find_free_list(r->plan, plan->variable, &list))
        {
            edit_list(r, &list);
        }
    }
}
