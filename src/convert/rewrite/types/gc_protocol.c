/* What the garbage-collection protocol asks of a heap type's functions: traverse
 * visits the type, dealloc untracks first and drops the type last. */
#include "convert/rewrite/types/gc_protocol.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/gc_functions.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/member_visits.h"
#include "convert/plan/module_holders.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

/* --- traverse -------------------------------------------------------------------- */

static void
edit_member_visit(struct rewriter *r, const struct member_visit *visit)
{
    const struct source_file *file = visit->place->file;
    const char *self = visit->traverse->parameters[0]->name;
    const char *object =
        visit->cast != NULL ? TEXT(r, "((%s *)%s)", visit->cast, self) : self;
    change(r, file, visit->place->begin, visit->place->begin,
           TEXT(r, "Py_VISIT(%s->%s);\n%s", object, visit->member,
                indent_at(r->plan, file, visit->place->begin)),
           TEXT(r, "the instance owns its %s", visit->member));
}

static void
edit_traverse(struct rewriter *r, const struct traverse_plan *plan)
{
    static const char reason[] = "instances visit their heap type";
    const struct function *function = plan->function;
    const struct source_file *file = function->body->file;
    const char *self = parameter_name(r, function, 0, "self");
    const char *visit = parameter_name(r, function, 1, "visit");
    const char *arg = parameter_name(r, function, 2, "arg");
    const char *text = TEXT(r, "Py_VISIT(Py_TYPE(%s%s));", object_cast(r->plan), self);

    if (strcmp(visit, "visit") != 0 || strcmp(arg, "arg") != 0) {
        text = TEXT(r, "if (%s((PyObject *)Py_TYPE(%s%s), %s) != 0) { return -1; }",
                    visit, object_cast(r->plan), self, arg);
    }
    if (plan->place == NULL) {
        begin_body(r, function->body, text, reason);
        return;
    }
    uint32_t place = plan->place->begin;
    change(r, file, place, place,
           TEXT(r, "%s\n%s", text, indent_at(r->plan, file, place)), reason);
}

/* --- dealloc --------------------------------------------------------------------- */

/* The instance is freed: let the type, and the module that it held, go behind that. */
static void
edit_free(struct rewriter *r, const struct instance_free *freed,
          const struct dealloc_plan *plan)
{
    static const char reason[] = "an instance holds a reference to its heap type";
    const struct node *call = freed->node;
    const struct source_file *file = call->file;
    uint32_t end = after_semicolon(file, call->end);

    if (freed->is_function) {
        change(r, file, freed->name.begin, freed->name.end,
               type_function(r->plan, plan->type_local, "tp_free"),
               "tp_free of the type frees the instance");
        end = after_semicolon(file, freed->arguments.close + 1);
    }
    const char *blank =
        freed->is_branch ? " " : TEXT(r, "\n%s", indent_at(r->plan, file, call->begin));
    const char *releases =
        TEXT(r, "%sPy_DECREF(%s%s);", blank, object_cast(r->plan), plan->type_local);
    if (plan->holder != NULL) {
        releases = TEXT(r, "%s%sPy_DECREF(%s);", releases, blank, plan->module_local);
    }
    if (freed->is_branch) {
        change(r, file, call->begin, call->begin, "{ ", reason);
        releases = TEXT(r, "%s }", releases);
    }
    change(r, file, end, end, releases, reason);
}

static void
edit_dealloc(struct rewriter *r, const struct dealloc_plan *plan)
{
    static const char reason[] = "untrack first, release the type last";
    const struct function *function = plan->function;
    const struct source_file *file = function->body->file;
    const char *self = parameter_name(r, function, 0, "self");
    const char *type = plan->type_local;
    const struct node *first = function->body->first;
    const char *indent =
        first != NULL && line_begin(file, first->begin) > function->body->begin
            ? indent_at(r->plan, file, first->begin)
            : style_of(r->plan, file)->indent;
    const char *lines = plan->by_header || type == NULL
                            ? NULL
                            : TEXT(r, "PyTypeObject *%s = Py_TYPE(%s%s);", type,
                                   object_cast(r->plan), self);
    if (plan->holder != NULL) {
        lines = TEXT(r, "%s\n%sPyObject *%s = %s;", lines, indent, plan->module_local,
                     held_module(r->plan, plan->holder, function->parameters[0]->type,
                                 self));
    }
    if (plan->late != NULL) {
        remove_text(r, file, plan->late->begin, after_semicolon(file, plan->late->end),
                    "the garbage collector must not see a partly cleared object");
    }
    if (plan->untracks_behind != NULL) {
        uint32_t place = after_semicolon(file, plan->untracks_behind->end);
        change(r, file, place, place, TEXT(r, "\n%sPyObject_GC_UnTrack(%s);", indent, self),
               reason);
    }
    else if (plan->untracks) {
        lines = lines != NULL
                    ? TEXT(r, "%s\n%sPyObject_GC_UnTrack(%s);", lines, indent, self)
                    : TEXT(r, "PyObject_GC_UnTrack(%s);", self);
    }
    if (lines != NULL) {
        begin_body(r, function->body, lines, reason);
    }
    for (size_t i = 0; i < plan->n_freeings; i++) {
        const struct instance_free *freed = &plan->freeings[i];
        if (plan->by_header) {
            free_by_header(r, freed->node, &freed->arguments, reason);
        }
        else {
            edit_free(r, freed, plan);
        }
    }
}

void
edit_gc_functions(struct rewriter *r)
{
    const struct gc_functions *functions = r->plan->gc_functions;
    for (size_t i = 0; i < functions->n_deallocs; i++) {
        edit_dealloc(r, &functions->deallocs[i]);
    }
    for (size_t i = 0; i < functions->n_traverses; i++) {
        edit_traverse(r, &functions->traverses[i]);
    }
    for (size_t i = 0; i < r->plan->member_visits->n_items; i++) {
        edit_member_visit(r, &r->plan->member_visits->items[i]);
    }
}

