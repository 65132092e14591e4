/* The plan of a conversion, for people: what moves, who reads it and through what, what
 * stays. */
#include "report/plan_markdown.h"

#include <string.h>

/* "spam.c:12" */
static void
add_place(struct strbuf *out, struct plan_place place)
{
    strbuf_format(out, "%s:%u", place.path, place.line);
}

/* The first LIMIT of NAMES, and how many more there are. */
static void
add_names(struct strbuf *out, const struct plan_names *names, size_t limit)
{
    for (size_t i = 0; i < names->n_items && i < limit; i++) {
        strbuf_format(out, "%s`%s`", i == 0 ? "" : ", ", names->items[i]);
    }
    if (names->n_items > limit) {
        strbuf_format(out, " and %zu more", names->n_items - limit);
    }
}

/* WORDS in a cell of a table. */
static void
add_words(struct strbuf *out, const char *words)
{
    for (; *words != '\0'; words++) {
        strbuf_add_string(out, *words == '|' ? "\\" : "");
        strbuf_add_char(out, *words == '\n' ? ' ' : *words);
    }
}

/* CODE on one line, in a cell of a table. */
static void
add_code(struct strbuf *out, const char *code)
{
    bool was_blank = false;
    strbuf_add_char(out, '`');
    for (; *code != '\0'; code++) {
        bool is_blank = strchr(" \t\r\n", *code) != NULL;
        if (is_blank && !was_blank) {
            strbuf_add_char(out, ' ');
        }
        else if (!is_blank && *code == '|') {
            strbuf_add_string(out, "\\|");
        }
        else if (!is_blank) {
            strbuf_add_char(out, *code);
        }
        was_blank = is_blank;
    }
    strbuf_add_char(out, '`');
}

static void
print_head(const struct module_plan *module, struct strbuf *out)
{
    strbuf_format(out, "## %s\n\n", module->name);
    if (module->init == INIT_MULTI) {
        strbuf_add_string(out,
                          "The module already uses multi-phase initialisation.\n\n");
    }
    else if (module->entry != NULL) {
        strbuf_format(out,
                      "`%s` becomes one line. Its code moves to the `Py_mod_exec` "
                      "function, which runs for each module object.\n\n",
                      module->entry);
    }
    if (module->waits_for_types) {
        strbuf_add_string(out, "No static variable moves in this stage: each is a type, "
                               "or is needed by functions of a type, and a static type "
                               "does not know its module. The result equals that of "
                               "stage `init`; stage `types` moves all of them.\n\n");
    }
}

static void
print_variables(const struct module_plan *module, struct strbuf *out)
{
    enum { USERS_SHOWN = 4 };
    if (module->n_variables == 0) {
        return;
    }
    strbuf_format(out, "### Moved to `%s`\n\n", module->state_type);
    for (size_t i = 0; i < module->n_variables; i++) {
        const struct planned_variable *variable = &module->variables[i];
        strbuf_format(out, "- `%s` (", variable->field);
        add_place(out, variable->place);
        strbuf_format(out, "): %s; stage `%s`; written by ", variable->words,
                      variable->stage);
        add_names(out, &variable->writers, USERS_SHOWN);
        strbuf_add_string(out, variable->writers.n_items == 0 ? "no function" : "");
        strbuf_add_string(out, "; read by ");
        add_names(out, &variable->readers, USERS_SHOWN);
        strbuf_add_string(out, variable->readers.n_items == 0 ? "no function" : "");
        strbuf_add_char(out, '\n');
    }
    strbuf_add_char(out, '\n');
}

static void
print_functions(const struct module_plan *module, struct strbuf *out)
{
    if (module->n_functions == 0) {
        return;
    }
    strbuf_add_string(out, "### Access to the state\n\n");
    for (size_t i = 0; i < module->n_functions; i++) {
        const struct planned_function *function = &module->functions[i];
        strbuf_format(out, "- `%s` (", function->name);
        add_place(out, function->place);
        strbuf_format(out, "): %s\n", function->words);
    }
    strbuf_add_char(out, '\n');
}

/* What protects a variable of MODULE that stays for CAUSE. */
static const char *
protection_words(const struct module_plan *module, enum retention cause)
{
    const char *the_gil = module->declares == SUPPORT_OWN_GIL
                              ? "nothing: a per-interpreter GIL is declared"
                              : "the GIL, so a per-interpreter GIL is not declared";
    const char *const words[] = {
        [RETAINED_FOR_STAGE] = "the opt-out: one module object at a time",
        [RETAINED_SETTING] = "atomic access",
        [RETAINED_CONSTRUCTOR] = the_gil,
        [RETAINED_CAPSULE] = the_gil,
        [RETAINED_VALUE] = the_gil,
        [RETAINED_LIBRARY] = the_gil,
        [RETAINED_UNMOVABLE] = the_gil,
        [RETAINED_SET_ONCE] = "itself: it never changes once it is set",
        [RETAINED_OPT_OUT] = "the opt-out's lock",
        [RETAINED_THREAD] = "each thread has its own",
        [RETAINED_LOCK] = "itself",
    };
    return words[cause];
}

/* Why item number I stays; what keeps it under the GIL is said once for several. */
static void
add_reason(struct strbuf *out, const struct module_plan *module, size_t i)
{
    const struct retained_variable *variable = &module->retained[i];
    bool is_by_gil = variable->cause >= RETAINED_CONSTRUCTOR
                     && variable->cause <= RETAINED_UNMOVABLE;
    for (size_t k = 0; k < i && is_by_gil; k++) {
        const struct retained_variable *first = &module->retained[k];
        if (first->cause == variable->cause) {
            strbuf_add_string(out, "as `");
            add_words(out, first->name);
            strbuf_add_string(out, "`");
            return;
        }
    }
    add_words(out, variable->why);
}

static void
print_retained(const struct module_plan *module, struct strbuf *out)
{
    enum { NAMES_SHOWN = 6 };
    if (module->n_retained == 0 && module->constants.n_items == 0
        && module->not_isolated == NULL)
    {
        return;
    }
    strbuf_add_string(out, "### Not moved\n\n");
    if (module->n_retained > 0) {
        strbuf_add_string(out,
                          "| variable | kind | reason | protected by |\n"
                          "|---|---|---|---|\n");
    }
    for (size_t i = 0; i < module->n_retained; i++) {
        const struct retained_variable *variable = &module->retained[i];
        strbuf_format(out, "| `%s` (", variable->name);
        add_place(out, variable->place);
        strbuf_add_string(out, ") | ");
        add_words(out, variable->words);
        strbuf_add_string(out, " | ");
        add_reason(out, module, i);
        strbuf_format(out, " | %s |\n", protection_words(module, variable->cause));
    }
    strbuf_add_string(out, module->n_retained > 0 ? "\n" : "");
    if (module->constants.n_items > 0) {
        strbuf_add_string(out, "Tables and constants that are never written: ");
        add_names(out, &module->constants, NAMES_SHOWN);
        strbuf_add_string(out, "\n\n");
    }
    if (module->not_isolated != NULL) {
        strbuf_format(out, "%s; a per-interpreter GIL is %s\n\n", module->not_isolated,
                      module->declares == SUPPORT_OWN_GIL ? "declared all the same"
                                                          : "not declared");
    }
    for (size_t i = 0; i < module->n_libraries; i++) {
        const struct planned_library *library = &module->libraries[i];
        strbuf_format(out, "- `%s` (", library->name);
        add_place(out, library->place);
        strbuf_format(out, "), %s: ",
                      library->is_unsafe ? "not thread-safe" : "thread safety unknown");
        add_names(out, &library->functions, NAMES_SHOWN);
        strbuf_add_string(out, "; ");
        add_words(out, library->remedy);
        strbuf_add_string(out, "\n");
    }
    strbuf_add_string(out, module->n_libraries > 0 ? "\n" : "");
}

static void
print_findings(const struct module_plan *module, struct strbuf *out)
{
    strbuf_add_string(out, module->is_refused
                               ? "### Not converted\n\nThe module was not changed, because:\n\n"
                           : module->rung == RUNG_INIT
                               ? "### Converted in part\n\nOnly its initialisation, because:\n\n"
                           : module->rung == RUNG_STATE
                               ? "### Converted in part\n\nStatic types stay, because:\n\n"
                               : "### Converted in part\n\nSome static variables or types stay, because:\n\n");
    for (size_t i = 0; i < module->n_findings; i++) {
        const struct plan_finding *finding = &module->findings[i];
        strbuf_add_string(out, "- ");
        add_place(out, finding->place);
        strbuf_format(out, ": %s\n", finding->message);
        for (size_t k = 0; k < finding->n_evidence; k++) {
            strbuf_format(out, "  - %s\n", finding->evidence[k]);
        }
    }
    strbuf_add_char(out, '\n');
}

static void
print_types(const struct module_plan *module, struct strbuf *out)
{
    bool has_any = false;
    for (size_t i = 0; i < module->n_types; i++) {
        const struct planned_type *type = &module->types[i];
        if (type->added_flags == NULL) {
            continue;
        }
        if (!has_any) {
            strbuf_add_string(out, "### Types\n\n| type | flags | added flags |\n"
                                   "|---|---|---|\n");
            has_any = true;
        }
        strbuf_format(out, "| `%s` | ", type->name);
        add_code(out, type->flags);
        strbuf_add_string(out, " | ");
        add_code(out, type->added_flags);
        strbuf_add_string(out, " |\n");
    }
    strbuf_add_string(out, has_any ? "\n" : "");
    size_t size = out->size;
    for (size_t i = 0; i < module->n_types; i++) {
        const struct planned_type *type = &module->types[i];
        for (size_t k = 0; k < type->n_lost; k++) {
            strbuf_format(out, "- %s\n", type->lost[k].message);
        }
    }
    strbuf_add_string(out, out->size > size ? "\n" : "");
}

/* The names of the versions are those of CPython's change log. */
static void
print_declarations(const struct conversion_plan *plan, const struct module_plan *module,
                   struct strbuf *out)
{
    strbuf_add_string(out, "### Declarations and supported versions\n\n");
    if (module->interpreters != NULL) {
        strbuf_format(out, "- `%s`, since Python 3.12\n", module->interpreters);
    }
    else {
        strbuf_add_string(out, "- no `Py_mod_multiple_interpreters`: Python assumes "
                               "`Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED`\n");
    }
    if (module->gil != NULL) {
        strbuf_format(out, "- `%s`, since Python 3.13\n", module->gil);
    }
    strbuf_format(out, "- supports Python 3.%u and newer", plan->floor);
    if (plan->abi3 != 0) {
        strbuf_format(out, ", in the limited API of 3.%u", plan->abi3);
    }
    strbuf_add_char(out, '\n');
    if (module->has_mutable_types) {
        strbuf_add_string(out, "- Python 3.9 has no immutable heap types: Python "
                               "code can set attributes of the types there\n");
    }
    strbuf_add_char(out, '\n');
}

/* What guards data where there is no GIL. */
static void
print_guards(const struct module_plan *module, struct strbuf *out)
{
    if (!module->has_guards) {
        return;
    }
    strbuf_add_string(out, "### Without the GIL\n\n");
    if (module->n_guards == 0) {
        strbuf_add_string(out, "Threads share no data of the module that changes.\n\n");
    }
    else {
        strbuf_add_string(out, "| data | of | guard |\n|---|---|---|\n");
    }
    for (size_t i = 0; i < module->n_guards; i++) {
        const struct planned_guard *guard = &module->guards[i];
        strbuf_format(out, "| `%s` (%s:%u) | %s%s%s%s | ", guard->name, guard->place.path,
                      guard->place.line, guard->owner, guard->type != NULL ? ", `" : "",
                      guard->type != NULL ? guard->type : "",
                      guard->type != NULL ? "`" : "");
        strbuf_format(out, "%s%s |\n",
                      guard->guard == NULL ? "**none**: "
                      : guard->is_there    ? "already: "
                                           : "",
                      guard->guard == NULL                           ? guard->why
                      : strcmp(guard->guard, "critical-section") == 0 ? "critical section"
                      : strcmp(guard->guard, "once") == 0             ? "stored once"
                                                                      : guard->guard);
    }
    strbuf_add_string(out, module->n_guards > 0 ? "\n" : "");
    if (module->sections.n_items > 0) {
        strbuf_add_string(out, "Functions that take a critical section: ");
        for (size_t i = 0; i < module->sections.n_items; i++) {
            strbuf_format(out, "%s`%s`", i > 0 ? ", " : "", module->sections.items[i]);
        }
        strbuf_add_string(out, ".\n\n");
    }
    strbuf_add_string(out, module->is_gil_unused
                               ? "The module declares `Py_MOD_GIL_NOT_USED`.\n\n"
                               : "The module does not declare `Py_MOD_GIL_NOT_USED`.\n\n");
    bool is_first = true;
    for (size_t i = 0; i < module->n_findings; i++) {
        const struct plan_finding *finding = &module->findings[i];
        if (finding->level != LEVEL_NOTE && string_starts(finding->rule, "thread-")) {
            strbuf_format(out, "%s- %s:%u: %s [%s]\n", is_first ? "Left to do:\n\n" : "",
                          finding->place.path, finding->place.line, finding->message,
                          finding->rule);
            for (size_t k = 0; k < finding->n_evidence; k++) {
                strbuf_format(out, "  - %s\n", finding->evidence[k]);
            }
            is_first = false;
        }
    }
    strbuf_add_string(out, is_first ? "" : "\n");
}

static void
print_costs(const struct planned_costs *costs, struct strbuf *out)
{
    strbuf_add_string(out, "### Cost\n\n");
    strbuf_format(out, "- %zu edits%s\n", costs->n_edits,
                  costs->has_new_header ? ", and a new header" : "");
    if (costs->n_by_module > 0) {
        strbuf_format(
            out,
            "- functions that get the state from their module, with one call of "
            "`PyModule_GetState` each: %zu\n",
            costs->n_by_module);
    }
    if (costs->n_by_type > 0) {
        strbuf_format(
            out,
            "- methods and slots that look up the module through the type of their "
            "instance, some nanoseconds per call: %zu\n",
            costs->n_by_type);
    }
    if (costs->n_handed > 0) {
        strbuf_format(out, "- functions with an additional parameter: %zu\n",
                      costs->n_handed);
    }
    if (costs->is_once) {
        strbuf_add_string(out, "- a second module object or interpreter gets an "
                               "ImportError\n");
    }
    if (costs->n_collected > 0) {
        strbuf_format(
            out,
            "- types whose instances are now tracked by the garbage collector, "
            "16 bytes each: %zu\n",
            costs->n_collected);
    }
    if (costs->n_holders > 0) {
        strbuf_format(out,
                      "- types whose instances hold the module, because their deallocation "
                      "needs its state, 8 bytes each: %zu\n",
                      costs->n_holders);
    }
    strbuf_add_char(out, '\n');
}

/* "1 static", "2 statics" */
static void
add_count(struct strbuf *out, size_t n, const char *one, const char *many)
{
    strbuf_format(out, "%zu %s", n, n == 1 ? one : many);
}

static void
print_stage_state(const struct planned_stage *stage, struct strbuf *out)
{
    if (stage->n_variables == 0) {
        strbuf_add_string(out, "the same as `init`: functions of static types need every "
                               "variable; continue with `types` | as `init`");
        return;
    }
    strbuf_add_string(out, "moves ");
    add_count(out, stage->n_variables, "static", "statics");
    strbuf_add_string(out, " | as `init`; functions get the state from their module");
}

static void
print_stage_types(const struct module_plan *module, const struct planned_stage *stage,
                  struct strbuf *out)
{
    strbuf_add_string(out, "creates ");
    add_count(out, stage->n_types, "heap type", "heap types");
    strbuf_add_string(out, " from static types");
    if (stage->n_variables > 0) {
        strbuf_add_string(out, ", and moves ");
        add_count(out, stage->n_variables, "static", "statics");
        strbuf_add_string(out, " that their functions need");
    }
    if (module->interpreters != NULL) {
        strbuf_format(out, "; the module declares `%s`", module->interpreters);
    }
    strbuf_add_string(out, " | ");
    add_count(out, stage->n_by_type, "function gets", "functions get");
    strbuf_add_string(out, " the state from a type, ");
    add_count(out, stage->n_others, "other", "others");
    strbuf_add_string(out, " from module or parameter");
}

static void
print_stages(const struct module_plan *module, struct strbuf *out)
{
    if (module->n_stages == 0) {
        return;
    }
    strbuf_add_string(out, "### In stages\n\n| stage | changes | cost |\n"
                           "|---|---|---|\n");
    for (size_t i = 0; i < module->n_stages; i++) {
        const struct planned_stage *stage = &module->stages[i];
        strbuf_format(out, "| `%s` | ", stage->name);
        if (stage->n_types > 0) {
            print_stage_types(module, stage, out);
        }
        else if (i > 0) {
            print_stage_state(stage, out);
        }
        else {
            strbuf_add_string(
                out, "multi-phase initialisation and an opt-out; all static variables "
                     "stay | a second module object or interpreter gets an ImportError");
        }
        strbuf_add_string(out, " |\n");
    }
    strbuf_add_char(out, '\n');
}

/* What no test of the module alone shows. */
static void
print_review(const struct module_plan *module, struct strbuf *out)
{
    strbuf_add_string(out, "### Review and verification\n\n");
    if (module->moves_objects) {
        strbuf_add_string(
            out, "- each interpreter has its own classes, exceptions and cached "
                 "objects; those of one interpreter are unknown in another\n");
    }
    if (module->moves_data) {
        strbuf_add_string(out, "- settings and counters start again in each module "
                               "object\n");
    }
    for (size_t i = 0; i < module->counters.n_items; i++) {
        strbuf_format(out,
                      "- `%s` only creates unique numbers: an instance that is "
                      "deallocated after its module keeps its number\n",
                      module->counters.items[i]);
    }
    if (module->moves_types) {
        strbuf_add_string(out, "- other extensions that use the address of a static "
                               "type get another object\n");
    }
    strbuf_format(
        out,
        "- build it, run the tests of the package, and run `insulate prove %s`\n"
        "- `insulate compare BEFORE AFTER --module %s` reports the differences "
        "that Python code can observe\n\n",
        module->name, module->name);
}

static void
print_left_out(const struct left_out_list *list, struct strbuf *out)
{
    if (list->n_items != 0) {
        strbuf_add_string(out, "Left out, as code of other projects: ");
        left_out_print(list, "`", out);
        strbuf_add_string(out, ". Nothing of it is changed; name a path to include it.\n\n");
    }
}

static void
print_unverified(const struct plan_names *branches, struct strbuf *out)
{
    if (branches->n_items == 0) {
        return;
    }
    strbuf_add_string(out, "Not verified: the result was not read with these `#if` "
                           "conditions, which the build does not have.\n\n");
    for (size_t i = 0; i < branches->n_items; i++) {
        strbuf_format(out, "- %s\n", branches->items[i]);
    }
    strbuf_add_char(out, '\n');
}

void
plan_print_markdown(const struct conversion_plan *plan, struct strbuf *out)
{
    print_left_out(&plan->left_out, out);
    print_unverified(&plan->unverified, out);
    for (size_t i = 0; i < plan->n_modules; i++) {
        const struct module_plan *module = &plan->modules[i];
        if (module->is_broken) {
            continue; /* nothing is known of it but the finding */
        }
        print_head(module, out);
        print_variables(module, out);
        print_functions(module, out);
        print_retained(module, out);
        if (module->is_refused) {
            print_findings(module, out);
            continue;
        }
        if (module->rung >= RUNG_SOME_STATICS) {
            print_findings(module, out);
        }
        print_types(module, out);
        print_declarations(plan, module, out);
        print_guards(module, out);
        print_costs(&module->costs, out);
        print_stages(module, out);
        print_review(module, out);
    }
}
