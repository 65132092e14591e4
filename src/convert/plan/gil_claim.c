/* What stands against declaring that a module needs no GIL. */
#include "convert/plan/gil_claim.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/facts/inactive/code.h"
#include "convert/facts/known_memory.h"
#include "convert/facts/nodes.h"
#include "convert/facts/suspension.h"
#include "convert/findings.h"
#include "convert/plan/guards.h"
#include "convert/plan/module_slots.h"
#include "convert/text/places.h"
#include "extension/calls.h"
#include "extension/conditional.h"
#include "extension/expression.h"
#include "extension/foreign_code.h"
#include "extension/members.h"
#include "extension/module_state.h"
#include "model/extent.h"
#include "model/locking.h"
#include "model/process_wide.h"

/* What is said once, with further places as evidence. */
enum common_obstacle { OBSTACLE_MEMORY, OBSTACLE_POINTER_CALL, OBSTACLE_BRANCH, OBSTACLES };

struct claiming {
    size_t first[OBSTACLES]; /* the finding, by number from 1; 0: none yet */
    struct conversion *c;
    const struct guards *guards;
    struct suspensions *suspensions;
    struct gil_claim_plan *plan;
};

static void
stand_against(struct claiming *k, const struct node *node, const char *symbol,
              const char *message)
{
    k->plan->n_obstacles++;
    report(k->c, "thread-not-converted", node->file, node->begin, symbol, "%s", message);
}

static void
stand_against_together(struct claiming *k, enum common_obstacle kind,
                       const struct node *node, const char *message)
{
    struct findings *findings = k->c->findings;
    if (k->first[kind] == 0) {
        stand_against(k, node, node->within->name, message);
        k->first[kind] = findings->n_items;
        return;
    }
    finding_add_evidence(findings, &findings->items[k->first[kind] - 1],
                         "the same in %s of %s", node->within->name, node->file->path);
}

/* --- calls ---------------------------------------------- */

static bool
is_known_member(const struct node *callee)
{
    static const char *const names[] = {"tp_alloc", "tp_free", "tp_dealloc", "tp_new",
                                        "tp_init"};
    for (size_t i = 0; callee->kind == NODE_MEMBER && i < ARRAY_LENGTH(names); i++) {
        if (strcmp(callee->text, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static enum thread_safety
safety_of(const struct conversion *c, const struct function *function)
{
    enum thread_safety safety = function_thread_safety(function);
    for (size_t i = 0; i < c->options->n_thread_safe && safety == THREADS_UNKNOWN; i++) {
        if (function_is_of_library(function, c->options->thread_safe[i])) {
            safety = THREADS_SAFE;
        }
    }
    return safety;
}

static void
check_call(struct claiming *k, const struct node *call)
{
    const struct function *target = call_target(call);
    const struct node *callee = node_bare(call->first);
    const char *within = call->within->name;
    if (target == NULL) {
        if (callee == NULL || (!is_known_member(callee) && !is_visit_parameter(callee))) {
            stand_against_together(k, OBSTACLE_POINTER_CALL, call,
                          TEXT(k->c,
                               "%s calls through a pointer; it is not known whether "
                               "several threads may call that at a time: call the function "
                               "by its name",
                               within));
        }
        return;
    }
    if (constructs_plain_struct(call, target)) {
        return;
    }
    bool is_lock = locking_of(target->name) != LOCKING_NONE
                   && strstr(target->name, "CriticalSection") == NULL;
    if (is_lock) {
        stand_against(k, call, target->name,
                      TEXT(k->c,
                           "%s uses a lock of the module's own; which data it guards is "
                           "not analysed: declare Py_MOD_GIL_NOT_USED by hand if that is "
                           "all that threads share",
                           within));
        return;
    }
    if (target->in_project && target->body == NULL && !target->is_static
        && !string_starts(target->name, "__"))
    {
        stand_against(k, call, target->name,
                      TEXT(k->c,
                           "'%s' is defined in no file of the run; name the file, too",
                           target->name));
        return;
    }
    enum thread_safety safety = safety_of(k->c, target);
    if (safety == THREADS_SAFE || call_only_asks(call)) {
        return;
    }
    const struct process_wide *entry = process_wide_find(target->name);
    stand_against(k, call, target->name,
                  safety == THREADS_UNSAFE && entry != NULL
                      ? TEXT(k->c, "%s %s; %s", target->name, entry->words,
                             entry->instead != NULL ? TEXT(k->c, "use %s", entry->instead)
                                                    : "guard each call with a PyMutex")
                      : TEXT(k->c,
                             "it is not known whether several threads may call '%s' of %s; "
                             "if its documentation says so, pass --thread-safe-library %s",
                             target->name, function_library(k->c->arena, target),
                             function_library(k->c->arena, target)));
}

/* --- memory ---------------------------------------------- */

/* The pointer that NODE looks behind; NULL: it looks behind none. */
static const struct node *
pointer_behind(const struct node *node)
{
    if (node->kind == NODE_MEMBER && node->op == '>' && node->first != NULL) {
        return node->first;
    }
    if (node->kind == NODE_UNARY && node->op == OP_DEREFERENCE) {
        return node->first;
    }
    return node->kind == NODE_SUBSCRIPT && node->first->type != NULL
                   && node->first->type->kind == TYPE_POINTER
               ? node->first
               : NULL;
}

static bool
is_written_there(const struct node *node)
{
    const struct node *outer = node_outer(node);
    const struct node *parent = outer->parent;
    return node->is_written || node->is_address_taken
           || (parent != NULL
               && ((parent->kind == NODE_ASSIGN && parent->first == outer)
                   || (parent->kind == NODE_UNARY
                       && (parent->op == OP_INCREMENT || parent->op == OP_DECREMENT))));
}

/* Fields of types and objects that stay as they are, and of structs that guards.h has. */
static bool
is_harmless_member(const struct claiming *k, const struct node *node)
{
    const struct type *type = node->first->type;
    const struct record *record =
        type != NULL && type->target != NULL ? type->target->record : NULL;
    if (record == NULL || node->kind != NODE_MEMBER) {
        return false;
    }
    bool is_own = record->file != NULL && record->file->is_project;
    return (is_own
            && (record_is_object(record) || type_points_to_state(k->c->extension, type)
                || record == k->c->module->state))
           || (!is_own && !is_written_there(node)
               && (strcmp(record->name, "PyTypeObject") == 0
                   || strcmp(record->name, "PyTupleObject") == 0
                   || strcmp(record->name, "PyModuleDef") == 0
                   || strcmp(record->name, "PyObject") == 0));
}

static bool
is_in_project_text(const struct node *node)
{
    /* What a macro of Python's headers looks at is CPython's own. */
    return node->origin != ORIGIN_MACRO || node->macro_file != NULL;
}

static bool
check_memory(struct claiming *k, const struct node *node)
{
    const struct node *pointer = pointer_behind(node);
    if (pointer == NULL || !is_in_project_text(node) || is_harmless_member(k, node)
        || memory_is_known(k->c, k->guards->threads, pointer, is_written_there(node)))
    {
        return false;
    }
    stand_against_together(k, OBSTACLE_MEMORY, node,
                  TEXT(k->c,
                       "%s uses memory through a pointer, and it is not known whether other "
                       "threads change that: copy it, or lock every use",
                       node->within->name));
    return true;
}

/* --- steps that belong together ---------------------------------------------- */

/* The object that CALL, a function of CPython for containers, works on; NULL: it is none. */
static const struct node *
container_of(const struct node *call, bool *out_changes)
{
    static const char *const changing[] = {"PyDict_SetItem", "PyDict_SetItemString",
                                           "PyDict_DelItem", "PyDict_DelItemString",
                                           "PyList_Append", "PyList_SetItem",
                                           "PyList_SetSlice", "PySet_Add", "PySet_Discard",
                                           "PyObject_SetItem", "PyObject_DelItem",
                                           "PyObject_SetAttr", "PyObject_SetAttrString"};
    static const char *const kinds[] = {"PyDict_", "PyList_", "PySet_", "PyObject_",
                                        "PySequence_", "PyMapping_"};
    const char *name = call_name(call);
    *out_changes = false;
    for (size_t i = 0; i < ARRAY_LENGTH(changing); i++) {
        *out_changes |= strcmp(name, changing[i]) == 0;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++) {
        if (string_starts(name, kinds[i])) {
            return call_argument(call, 0);
        }
    }
    return NULL;
}

static bool
runs_python_between(const struct claiming *k, const struct function *function,
                    const struct node *first, const struct node *second)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        if (call != first && call != second && call_may_suspend(k->suspensions, call)
            && released_reference(call) == NULL
            && !string_starts(call_name(call), "PyErr_")
            && node_may_precede(first, call) && node_may_precede(call, second))
        {
            return true;
        }
    }
    return false;
}

/* Two steps on a container that threads share: another thread may change it in between, as it
 * could not with the GIL. */
static bool
check_steps(struct claiming *k, const struct function *function, const struct node *call)
{
    bool changes, other_changes;
    const struct node *container = container_of(call, &changes);
    const struct node *origin = container != NULL && changes ? node_resolved(container) : NULL;
    bool is_field = origin != NULL && origin->kind == NODE_MEMBER;
    for (size_t i = 0; is_field && i < function->n_calls; i++) {
        const struct node *other = function->calls[i];
        const struct node *of = other != call ? container_of(other, &other_changes) : NULL;
        if (of != NULL && nodes_are_alike(of, container) && node_may_precede(other, call)
            && !runs_python_between(k, function, other, call))
        {
            stand_against(
                k, call, origin->text,
                TEXT(k->c,
                     "%s looks at '%s' and changes it in two calls, between which other "
                     "threads can change it: use one call that does both "
                     "(PyDict_SetDefaultRef), or a lock",
                     function->name, origin->text));
            return true;
        }
    }
    return false;
}

/* --- functions ---------------------------------------------- */

/* Does a build without the GIL compile code of FUNCTION that this one does not? */
static bool
has_other_code(const struct function *function)
{
    const struct build build = {.version = 0x030e00f0,
                                .knows_gil = true,
                                .is_free_threaded = true};
    const struct source_file *file = function->body->file;
    for (size_t i = 0; i < file->n_skipped; i++) {
        const struct range *skipped = &file->skipped[i];
        if (skipped->begin >= function->body->begin && skipped->begin < function->body->end
            && offset_is_compiled(file, (skipped->begin + skipped->end) / 2, &build)
                   != TRUTH_NO)
        {
            return true;
        }
    }
    return false;
}

static void
check_function(struct claiming *k, const struct function *function)
{
    bool has_memory = false, has_steps = false;
    if (has_other_code(function)) {
        stand_against_together(
            k, OBSTACLE_BRANCH, function->body,
            TEXT(k->c,
                 "%s has code in branches of #if that this build does not compile, and "
                 "perhaps one without the GIL does; it is not analysed: read it with the "
                 "headers and flags of that build (--python)",
                 function->name));
    }
    for (const struct node *node = function->body; node != NULL;
         node = node_after(node, function->body))
    {
        if (node->kind == NODE_CALL) {
            check_call(k, node);
            has_steps = has_steps || check_steps(k, function, node);
        }
        has_memory = has_memory || check_memory(k, node);
    }
}

/* Entries of PyMemberDef that Python code can write, of fields that C code uses. */
static void
check_members(struct claiming *k)
{
    for (size_t i = 0; i < k->c->source->n_variables; i++) {
        const struct variable *table = k->c->source->variables[i];
        if (table->type == NULL || !type_is_record(table->type, "PyMemberDef")
            || !variable_is_static(table))
        {
            continue;
        }
        for (size_t j = 0; j < table->n_initializers; j++) {
            const struct initializer *at = &table->initializers[j];
            if (strcmp(at->field, "offset") == 0 && at->file != NULL
                && module_holds_file(k->c->extension, k->c->module, at->file)
                && !members_are_readonly(table, at->element)
                && text_has_word(at->file, at->begin, at->end, "offsetof"))
            {
                k->plan->n_obstacles++;
                report(k->c, "thread-not-converted", at->file, at->begin, table->name,
                       "an entry of '%s' lets Python code write a field without a lock; "
                       "use a getter and a setter, or make it read-only",
                       table->name);
            }
        }
    }
}

/* --- the slot ---------------------------------------------- */

static void
find_slot(struct claiming *k)
{
    const struct conversion *c = k->c;
    const struct variable *table = slot_table(c);
    const struct declaration *definition = variable_declaration(c->module->variable);
    const struct declaration *d = table != NULL ? variable_declaration(table) : NULL;
    struct range last;
    if (d != NULL) {
        struct word word = {.file = d->file, .end = d->name};
        if (word_next(&word, "Py_mod_gil", d->end)) {
            k->plan->is_there = word_next(&word, "Py_MOD_GIL_NOT_USED", d->end);
            if (!k->plan->is_there) {
                k->plan->n_obstacles++;
                report(k->c, "thread-not-converted", d->file, word.begin, table->name,
                       "the module declares that it uses the GIL; remove the slot "
                       "Py_mod_gil if that is not meant");
            }
            return;
        }
        if (last_braces(d->file, d->name, d->end, &last)
            && line_begin(d->file, last.begin) > d->name)
        {
            k->plan->file = d->file;
            k->plan->place = line_begin(d->file, last.begin);
            return;
        }
    }
    k->plan->n_obstacles++;
    report(k->c, "thread-not-converted", definition->file, definition->name,
           c->module->variable->name,
           "no table of slots was found that can declare Py_MOD_GIL_NOT_USED");
}

void
plan_gil_claim(struct conversion *c)
{
    struct gil_claim_plan *plan = ARENA_NEW(c->arena, struct gil_claim_plan);
    struct claiming k = {.c = c,
                         .guards = c->guards,
                         .suspensions = suspensions_new(c),
                         .plan = plan};
    *plan = (struct gil_claim_plan){.is_made = false};
    for (size_t i = 0; i < c->guards->n_places; i++) {
        plan->n_obstacles += c->guards->places[i].guard == GUARD_NONE;
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        if (c->guards->threads->contexts[i] != CONTEXT_NONE) {
            check_function(&k, c->source->functions[i]);
        }
    }
    check_members(&k);
    find_slot(&k);
    plan->is_made =
        plan->n_obstacles == 0 && plan->file != NULL && !c->options->no_gil_claim;
    c->gil_claim = plan;
}
