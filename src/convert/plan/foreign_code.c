/* Interpreters with a GIL of their own run the module's code at a time, and with it the
 * libraries that it calls: one that is not known to bear that keeps the GIL shared. */
#include "convert/plan/foreign_code.h"

#include <string.h>

#include "base/file.h"
#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/retained_globals.h"
#include "convert/plan/variables.h"
#include "extension/foreign_code.h"
#include "extension/lock.h"
#include "model/process_wide.h"

/* Is FUNCTION one of the project's that no file of the run defines?  What it does is not known,
 * also where a file that did not parse defines it. */
static bool
is_unseen(const struct function *function)
{
    return function->in_project && function->body == NULL && !function->is_static
           && !function->is_member && !function->is_template
           && !string_starts(function->name, "__") && !string_starts(function->name, "Py")
           && !string_starts(function->name, "_Py");
}

/* The library that FUNCTION is of; where it is one of the project's, the file that declares it,
 * without its suffix, and itself where none does: C before C99 may call it all the same. */
static const char *
library_of(const struct conversion *c, const struct function *function)
{
    if (!is_unseen(function)) {
        return function_library(c->arena, function);
    }
    if (function->n_declarations == 0) {
        return function->name;
    }
    const char *name = path_base(function->declarations[0].file->path);
    return arena_copy(c->arena, name, strcspn(name, "."));
}

static enum thread_safety
safety_of(const struct conversion *c, const struct function *function)
{
    bool is_known = !is_unseen(function);
    enum thread_safety safety =
        is_known ? function_thread_safety(function) : THREADS_UNKNOWN;
    for (size_t i = 0; i < c->options->n_thread_safe && safety == THREADS_UNKNOWN; i++) {
        const char *name = c->options->thread_safe[i];
        if (is_known ? function_is_of_library(function, name)
                     : strcmp(library_of(c, function), name) == 0)
        {
            safety = THREADS_SAFE;
        }
    }
    return safety;
}

/* Is it only asked, or used by one thread at a time? */
static bool
is_harmless(const struct conversion *c, const struct node *use, enum thread_safety safety)
{
    const struct node *outer = node_outer_reference(use);
    const struct node *call = use->kind == NODE_CALL ? use : outer->parent;
    bool only_asks = call != NULL && call->kind == NODE_CALL && call_only_asks(call);
    bool is_at_import = safety == THREADS_UNSAFE && use->within != NULL
                        && function_runs_only_at_import(c->extension, use->within);
    return only_asks || is_at_import || (use->within != NULL && node_is_locked(use));
}

/* The entry for FUNCTION: one for each library, or for each function that is known. */
static struct planned_library *
find_library(struct conversion *c, struct foreign_code *code,
             const struct function *function, enum thread_safety safety)
{
    const char *name =
        safety == THREADS_UNSAFE ? "libc" : library_of(c, function);
    for (size_t i = 0; i < code->n_libraries; i++) {
        struct planned_library *library = &code->libraries[i];
        if (strcmp(library->name, name) == 0
            && (safety == THREADS_UNKNOWN
                || plan_names_have(&library->functions, function->name)))
        {
            return library;
        }
    }
    const struct process_wide *entry =
        safety == THREADS_UNSAFE ? process_wide_find(function->name) : NULL;
    ARENA_GROW(c->arena, code->libraries, code->n_libraries, code->capacity);
    struct planned_library *library = &code->libraries[code->n_libraries++];
    *library = (struct planned_library){
        .name = name,
        .is_unsafe = entry != NULL,
        .remedy =
            is_unseen(function)
                ? TEXT(c,
                       "name the file that defines it, too, or pass --thread-safe-library %s "
                       "if several threads may call it",
                       name)
            : entry == NULL
                ? TEXT(c,
                       "if its documentation says that several threads may call it, pass "
                       "--thread-safe-library %s",
                       name)
            : entry->instead != NULL
                ? TEXT(c, "use %s", entry->instead)
                : "lock each call, or use a function that works on its own data",
    };
    return library;
}

static void
note_library(struct conversion *c, const struct node *use,
             const struct planned_library *library, const struct function *function)
{
    if (library->is_unsafe) {
        const struct process_wide *entry = process_wide_find(function->name);
        note(c, "global-process-call", use->file, use->begin, function->name,
             "the module shares the GIL: %s %s; %s", function->name, entry->words,
             library->remedy);
    }
    else if (is_unseen(function)) {
        note(c, "global-unlocked", use->file, use->begin, function->name,
             "the module shares the GIL: '%s' is defined in no file of the run; %s",
             function->name, library->remedy);
    }
    else if (strcmp(library->name, function->name) == 0) {
        note(c, "global-unlocked", use->file, use->begin, function->name,
             "the module shares the GIL: it is not known whether several threads may call what "
             "%s finds here; if they may, pass --thread-safe-library %s",
             function->name, function->name);
    }
    else {
        note(c, "global-unlocked", use->file, use->begin, function->name,
             "the module shares the GIL: it is not known whether several threads may call "
             "'%s' of %s; %s",
             function->name, library->name, library->remedy);
    }
}

static void
add_use(struct conversion *c, struct foreign_code *code, const struct node *use,
        bool is_reason)
{
    const struct function *function = use->function;
    enum thread_safety safety = function != NULL && !constructs_plain_struct(use, function)
                                    ? safety_of(c, function)
                                    : THREADS_SAFE;
    if (safety == THREADS_SAFE || is_harmless(c, use, safety)) {
        return;
    }
    struct planned_library *library = find_library(c, code, function, safety);
    if (library->functions.n_items == 0) {
        library->place = plan_place_at(use->file, use->begin);
        if (is_reason) {
            note_library(c, use, library, function);
        }
    }
    if (!plan_names_have(&library->functions, function->name)) {
        plan_names_add(c->arena, &library->functions, function->name);
    }
}

/* Is VARIABLE, whose value all interpreters share, defined in no file of the run?  What
 * CPython has of that kind is its own affair. */
static bool
is_foreign_data(const struct variable *variable)
{
    return variable_is_static(variable) && !variable->is_thread_local
           && (!variable->in_project || variable->storage == STORAGE_EXTERN)
           && !string_starts(variable->name, "Py")
           && !string_starts(variable->name, "_Py");
}

/* USE writes a variable that cannot move, as it is not the project's to change. */
static void
add_write(struct conversion *c, const struct node *use)
{
    const struct variable *variable = use->variable;
    if (type_holds_object(variable->type)) {
        refuse(c, "state-not-converted", use->file, use->begin, variable->name,
               "'%s' stores a reference to an object, but is not defined in a file that "
               "is converted, so it stays process-wide; name the file that defines it",
               variable->name);
    }
    else if (c->retained->not_isolated == NULL) {
        note(c, "state-not-converted", use->file, use->begin, variable->name,
             "'%s' is not defined in a file that is converted, so it stays process-wide, "
             "and the module shares the GIL",
             variable->name);
        share_globals(c, TEXT(c, "'%s' is process-wide", variable->name));
    }
}

static void
add_uses(struct conversion *c, struct foreign_code *code, const struct node *root,
         bool is_reason)
{
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        add_use(c, code, node, is_reason);
        if (node->kind == NODE_NAME && node->variable != NULL && node->is_written
            && is_foreign_data(node->variable))
        {
            add_write(c, node);
        }
    }
}

void
plan_foreign_code(struct conversion *c)
{
    /* What the module declares of itself, others have decided. */
    if (c->module->is_multi_phase && c->module->claim == CLAIM_OWN_GIL) {
        return;
    }
    struct foreign_code *code = ARENA_NEW(c->arena, struct foreign_code);
    bool is_reason = c->retained->not_isolated == NULL;
    *code = (struct foreign_code){.libraries = NULL};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (!plan_of_function(c, function)->belongs) {
            continue;
        }
        for (size_t k = 0; k < function->n_initials; k++) {
            add_uses(c, code, function->initials[k], is_reason);
        }
        add_uses(c, code, function->body, is_reason);
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (variable->owner == NULL && plan_of_variable(c, variable)->belongs) {
            add_uses(c, code, variable->initial, is_reason);
        }
    }
    c->foreign_code = code;
    if (is_reason && code->n_libraries > 0) {
        const struct planned_library *first = &code->libraries[0];
        share_globals(c, first->is_unsafe
                             ? TEXT(c, "'%s' is not thread-safe", first->functions.items[0])
                             : TEXT(c, "'%s' of %s is not known to be thread-safe",
                                    first->functions.items[0], first->name));
    }
}
