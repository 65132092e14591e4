#include "checks/check.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "extension/concurrency.h"
#include "extension/heap_type.h"
#include "extension/signature.h"

/* --- findings at places -------------------------------------------------- */

static struct finding *add(struct check *check, const char *rule,
                           const struct source_file *file, uint32_t offset,
                           const char *symbol, const char *format, va_list args)
    PRINTF_LIKE(6, 0);

static struct finding *
add(struct check *check, const char *rule, const struct source_file *file,
    uint32_t offset, const char *symbol, const char *format, va_list args)
{
    const char *message = arena_vformat(check->arena, format, args);
    struct finding *finding = findings_add(check->findings, rule, "%s", message);
    finding->symbol = symbol;
    finding->offset = offset;
    if (file != NULL) {
        finding->path = file->path;
        finding->line = source_line(file, offset);
        finding->column = source_column(file, offset);
        finding->point = source_point(file, offset);
    }
    return finding;
}

struct finding *
check_add(struct check *check, const char *rule, const struct source_file *file,
          uint32_t offset, const char *symbol, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct finding *finding = add(check, rule, file, offset, symbol, format, args);
    va_end(args);
    return finding;
}

struct finding *
check_add_variable(struct check *check, const char *rule,
                   const struct variable *variable, const char *format, ...)
{
    const struct declaration *declaration = variable_declaration(variable);
    va_list args;
    va_start(args, format);
    struct finding *finding =
        add(check, rule, declaration ? declaration->file : NULL,
            declaration ? declaration->name : 0, variable->name, format, args);
    va_end(args);
    return finding;
}

struct finding *
check_add_function(struct check *check, const char *rule,
                   const struct function *function, const char *format, ...)
{
    const struct declaration *declaration = function_definition(function);
    va_list args;
    va_start(args, format);
    struct finding *finding =
        add(check, rule, declaration ? declaration->file : NULL,
            declaration ? declaration->name : 0, function->name, format, args);
    va_end(args);
    return finding;
}

/* The macro that is all that a finding at NODE is about, as it makes the whole function or the
 * local that NODE names; NULL: arguments or code around it count, too. */
static const struct macro *
macro_alone(const struct check *check, const struct node *node)
{
    const struct macro *macro = node_macro(check->source, node);
    const struct node *body = node->within != NULL ? node->within->body : NULL;
    if (macro == NULL || body == NULL || node_macro(check->source, body) == macro) {
        return body != NULL ? macro : NULL;
    }
    for (const struct node *at = body; at != NULL && node->kind == NODE_NAME;
         at = node_after(at, body))
    {
        if (at->kind == NODE_VARIABLE && at->variable == node->variable
            && node_macro(check->source, at) == macro)
        {
            return macro;
        }
    }
    return NULL;
}

struct finding *
check_add_node(struct check *check, const char *rule, const struct node *node,
               const char *symbol, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct finding *finding =
        add(check, rule, node->file, node->begin, symbol, format, args);
    va_end(args);
    const struct macro *macro = macro_alone(check, node);
    if (macro != NULL) {
        finding->macro =
            arena_format(check->arena, "%s at %s:%u", macro->name, macro->file->path,
                         source_line(macro->file, macro->begin));
        finding->macro_offset = node->macro_offset;
    }
    return finding;
}

void
check_weigh_guard(struct check *check, struct finding *finding,
                  const struct source_file *file)
{
    if (file_is_guarded(check->extension, file)) {
        finding->level = LEVEL_NOTE;
        finding_add_evidence(check->findings, finding,
                             "the module refuses a second load in the process");
    }
}

void
check_add_writers(struct check *check, struct finding *finding,
                  const struct writes *writes)
{
    enum { MOST = 5 };
    const struct function *last = NULL;
    size_t n = 0;
    for (size_t i = 0; i < writes->n_items && n < MOST; i++) {
        const struct node *write = writes->items[i];
        if (write->within == NULL || write->within == last || write->file == NULL) {
            continue;
        }
        last = write->within;
        finding_add_evidence(check->findings, finding, "written by %s at %s:%u",
                             last->name, write->file->path,
                             source_line(write->file, write->begin));
        n++;
    }
}

/* --- for rules that are alike ----------------------------------------------------- */

void
check_signature(struct check *check, const char *rule,
                  const struct function *function, const struct node *place,
                  const struct slot_kind *kind, const char *owner)
{
    const struct type *type = function->type;
    enum misfit misfit = function_misfit(function, kind);
    if (misfit == MISFIT_PARAMETERS) {
        check_add_node(
            check, rule, place, function->name,
            "%s takes %zu argument%s, but the slot %s of '%s' is called with %d; a "
            "cast hides this from the compiler: correct the parameters",
            function->name, type->n_parameters, type->n_parameters == 1 ? "" : "s",
            kind->name, owner, kind->n_parameters);
    }
    else if (misfit == MISFIT_RESULT) {
        check_add_node(
            check, rule, place, function->name,
            "%s returns '%s', but the caller of the slot %s of '%s' expects %s; a cast "
            "hides this from the compiler: correct the return type",
            function->name, type->target->spelling, kind->name, owner,
            slot_result_name(kind->result));
    }
}

void
check_signatures(struct check *check, const char *rule, const struct slots *slots,
                   const char *owner)
{
    for (size_t i = 0; i < slots->n_items; i++) {
        const struct slot *slot = &slots->items[i];
        const struct slot_kind *kind = slot_kind_find(slot->name);
        if (kind != NULL && slot->function != NULL) {
            check_signature(check, rule, slot->function, slot->value, kind, owner);
        }
    }
}

bool
finding_shares_objects(const struct finding *finding)
{
    return finding->level == LEVEL_ERROR
           && (strcmp(finding->rule, "state-static-object") == 0
               || strcmp(finding->rule, "type-static") == 0);
}

static bool
shares_anything(const struct finding *finding)
{
    return finding->level != LEVEL_NOTE
           && (string_starts(finding->rule, "state-static-")
               || strcmp(finding->rule, "type-static") == 0);
}

/* Does FINDING tell of process-wide state in a file of MODULE that WHICH stands for? */
static bool
contradicts(const struct check *check, const struct module *module,
            const struct finding *finding, enum shared_state which)
{
    bool is_state = which == SHARED_OBJECTS ? finding_shares_objects(finding)
                                            : shares_anything(finding);
    const struct source_file *file = source_file_named(check->source, finding->path);
    return is_state && file != NULL && module_holds_file(check->extension, module, file);
}

static void
compare_claim(struct check *check, const struct module *module, const char *rule,
              const char *promise, enum shared_state which)
{
    const size_t n_before = check->findings->n_items;
    size_t n = 0, first = 0;
    for (size_t i = 0; i < n_before; i++) {
        if (contradicts(check, module, &check->findings->items[i], which)) {
            first = n == 0 ? i : first;
            n++;
        }
    }
    if (n == 0) {
        return;
    }
    const char *cause = check->findings->items[first].symbol;
    struct finding *finding =
        check_add_node(check, rule, module->claim_slot->value, module->variable->name,
                       "the module declares that %s, but '%s' %s process-wide; remove "
                       "that state, or the declaration",
                       promise, cause, n > 1 ? "and more are" : "is");
    for (size_t i = 0; i < n_before; i++) {
        const struct finding *other = &check->findings->items[i];
        if (contradicts(check, module, other, which)) {
            finding_add_evidence(check->findings, finding, "%s: %s:%u [%s]",
                                 other->symbol, other->path, other->line, other->rule);
        }
    }
}

void
check_claims(struct check *check, enum interpreters_claim claim, const char *rule,
               const char *promise, enum shared_state which)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        if (module->claim == claim) {
            compare_claim(check, module, rule, promise, which);
        }
    }
}

void
check_each_traverse(struct check *check,
                    void (*run)(struct check *, const struct function *))
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct function *traverse =
            slots_function(&type->slots, "Py_tp_traverse");
        if (traverse != NULL
            && type_is_first_with(extension, type, "Py_tp_traverse", traverse))
        {
            run(check, traverse);
        }
    }
    for (size_t i = 0; i < extension->n_modules; i++) {
        if (extension->modules[i].traverse != NULL) {
            run(check, extension->modules[i].traverse);
        }
    }
}

/* Does a module that FUNCTION belongs to declare that it needs no GIL, or is it asked about? */
static bool
is_without_gil(const struct check *check, const struct function *function)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct module *module = &extension->modules[i];
        if ((check->versions.without_gil || module->gil_claim != NULL)
            && module_holds_file(extension, module, function->file))
        {
            return true;
        }
    }
    return false;
}

bool
check_runs_without_gil(const struct check *check, const struct function *function)
{
    return function_is_concurrent(check->extension, function)
           && is_without_gil(check, function);
}

bool
check_enters_without_gil(const struct check *check, const struct function *function)
{
    return function_is_entered(check->extension, function)
           && is_without_gil(check, function);
}
