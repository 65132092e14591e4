#include "binary/audit.h"

#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "binary/claims.h"
#include "binary/limits.h"
#include "binary/linkage.h"
#include "binary/readable.h"
#include "binary/verdict.h"

struct audit {
    const struct binary_file *file;
    struct findings *findings;
    struct arena *arena;
    const char *path;   /* of the compiled file */
    const char *module; /* the first module of the file: whose the variables are */
    bool declines;      /* every module of the file keeps other interpreters out */
    bool is_alone;      /* … and a second module object in its own as well */
};

static const char *
keep(struct audit *audit, const char *string)
{
    return string != NULL ? arena_string(audit->arena, string) : NULL;
}

/* Location: DWARF's file, line and column, else the symbol, else section and offset. */
static void
locate(struct audit *audit, struct finding *finding, struct source_place source,
       const char *symbol, const char *place, uint64_t address)
{
    finding->module = audit->module;
    finding->symbol = keep(audit, symbol);
    finding->readable = symbol_readable(audit->arena, symbol);
    finding->offset = address;
    if (source.path != NULL && source.line > 0) {
        finding->path = keep(audit, source.path);
        finding->line = source.line;
        finding->column = source.column;
        finding_add_evidence(audit->findings, finding, "in %s", audit->path);
    }
    else {
        finding->path = audit->path;
        finding->place = keep(audit, place != NULL ? place : symbol);
    }
}

static struct finding *
add_about_module(struct audit *audit, const char *rule, const char *module,
                 const char *place, const char *message)
{
    struct finding *finding = findings_add(audit->findings, rule, "%s", message);
    finding->module = module;
    finding->path = audit->path;
    finding->place = keep(audit, place);
    finding->symbol = finding->place;
    return finding;
}

/* At the entry point of MODULE, whose importable name is NAME. */
static struct finding *
add_at_entry(struct audit *audit, const char *rule, const struct binary_module *module,
             const char *name, const char *message)
{
    struct finding *finding = findings_add(audit->findings, rule, "%s", message);
    locate(audit, finding,
           (struct source_place){module->path, module->line, module->column},
           module->entry, module->entry, 0);
    finding->module = name;
    return finding;
}

/* --- findings about variables ---------------------------------------------------- */

static const char *
memory_words(enum binary_memory memory)
{
    return memory == MEMORY_THREAD ? "thread-local variable" : "static variable";
}

/* A module that keeps other interpreters out shares its statics only between module
 * objects of one interpreter; if there is but one of those, with no one. */
static void
soften(const struct audit *audit, struct finding *finding)
{
    bool is_data = strcmp(finding->rule, "state-static-data") == 0;
    if (finding->level == LEVEL_ERROR && (is_data ? audit->declines : audit->is_alone))
    {
        finding->level = LEVEL_WARNING;
    }
}

static void
report_type(struct audit *audit, const struct binary_type *type)
{
    const char *name = type->name != NULL     ? type->name
                       : type->symbol != NULL ? type->symbol
                                              : type->place;
    struct finding *finding =
        type->n_elements > 1
            ? findings_add(audit->findings, "type-static",
                           "the %zu static types in %s are shared by all interpreters; "
                           "create heap types (PyType_FromModuleAndSpec)",
                           type->n_elements, name)
            : findings_add(audit->findings, "type-static",
                           "static type %s is shared by all interpreters; create a "
                           "heap type (PyType_FromModuleAndSpec)",
                           name);
    soften(audit, finding);
    locate(audit, finding, (struct source_place){type->path, type->line, type->column},
           type->symbol, type->place, type->address);
    if (type->has_flags) {
        bool base = (type->flags & (UINT64_C(1) << 10)) != 0;
        bool collected = (type->flags & (UINT64_C(1) << 14)) != 0;
        finding_add_evidence(audit->findings, finding, "tp_flags: %s, %s",
                             base ? "Py_TPFLAGS_BASETYPE" : "no subclasses",
                             collected ? "Py_TPFLAGS_HAVE_GC"
                                       : "no garbage collection");
    }
    if (type->evidence == EVIDENCE_CODE) {
        finding_add_evidence(audit->findings, finding, "it is passed to %s",
                             type->receiver);
    }
    else if (type->evidence == EVIDENCE_LAYOUT) {
        finding_add_evidence(audit->findings, finding,
                             "its values and relocations match a PyTypeObject");
    }
}

/* A table with initial values whose type has room for objects, and that no store
 * was seen to: it may be filled through a pointer, or be a table for good. */
static bool
is_doubtful(const struct binary_state *state)
{
    return state->variable.memory == MEMORY_DATA && !state->is_written
           && !state->is_object && state->giver == NULL && state->taker == NULL;
}

static void
report_object(struct audit *audit, const struct binary_state *state)
{
    const struct binary_variable *variable = &state->variable;
    struct finding *finding =
        findings_add(audit->findings, "state-static-object",
                     "%s %s stores %s shared by all interpreters and module objects; "
                     "move it into the module state",
                     memory_words(variable->memory),
                     variable->name != NULL ? variable->name : "without a symbol",
                     variable->type != NULL && strchr(variable->type, '*') == NULL
                         ? "Python objects"
                         : "a Python object");
    soften(audit, finding);
    if (is_doubtful(state)) {
        finding->level = LEVEL_WARNING;
        finding_add_evidence(audit->findings, finding,
                             "it has initial values and no store to it was found: it "
                             "is a table, or written through a pointer");
    }
    locate(audit, finding,
           (struct source_place){variable->path, variable->line, variable->column},
           variable->name, state->place, variable->address);
    if (variable->type != NULL) {
        finding_add_evidence(audit->findings, finding, "its type is %s",
                             variable->type);
    }
    if (variable->function != NULL) {
        finding_add_evidence(audit->findings, finding, "declared in %s",
                             variable->function);
    }
    finding_add_evidence(audit->findings, finding, "memory: %s",
                         binary_memory_name(variable->memory));
    if (state->giver != NULL) {
        finding_add_evidence(audit->findings, finding, "it stores a result of %s",
                             state->giver);
    }
    else if (state->taker != NULL) {
        finding_add_evidence(audit->findings, finding, "it is passed to %s",
                             state->taker);
    }
}

/* How bad a variable with C data is: changed by what the module's functions do, or by
 * each module object that is initialised; set while the module is initialised, each time
 * to what it was; with a lock of its own; of one thread. */
static enum level
level_of_data(const struct binary_state *state)
{
    if (state->variable.content == CONTENT_GUARDED
        || state->variable.memory == MEMORY_THREAD)
    {
        return LEVEL_NOTE;
    }
    if (state->is_written_later || state->is_of_last_module) {
        return LEVEL_ERROR;
    }
    return state->is_written ? LEVEL_NOTE : LEVEL_WARNING;
}

static const char *
words_of_data(const struct binary_state *state)
{
    if (state->variable.content == CONTENT_GUARDED) {
        return "is shared by all interpreters and module objects and has its own lock";
    }
    if (state->variable.memory == MEMORY_THREAD) {
        return "is shared by all interpreters and module objects that run in the thread; "
               "keep it only if it belongs to the thread";
    }
    if (state->is_written_later) {
        return "changes at run time and is shared by all interpreters and module "
               "objects; move it into the module state";
    }
    if (state->is_of_last_module) {
        return "points to the module object that was initialised last, or to its state, "
               "for all interpreters and module objects; look the module state up";
    }
    return state->is_written ? "is set during module initialisation and shared by all "
                               "interpreters and module objects"
                             : "may change through a pointer and is shared by all "
                               "interpreters and module objects";
}

static void
report_data(struct audit *audit, const struct binary_state *state)
{
    const struct binary_variable *variable = &state->variable;
    const char *doubt =
        variable->type != NULL
            ? ""
            : "; it is unknown whether it stores an object (no debug information)";
    struct finding *finding =
        variable->name != NULL
            ? findings_add(audit->findings, "state-static-data", "%s %s %s%s",
                           memory_words(variable->memory), variable->name,
                           words_of_data(state), doubt)
            : findings_add(audit->findings, "state-static-data",
                           "memory without a symbol (%llu bytes) %s%s",
                           (unsigned long long)variable->size, words_of_data(state),
                           doubt);
    finding->level = level_of_data(state);
    soften(audit, finding);
    locate(audit, finding,
           (struct source_place){variable->path, variable->line, variable->column},
           variable->name, state->place, variable->address);
    if (variable->type != NULL) {
        finding_add_evidence(audit->findings, finding, "its type is %s",
                             variable->type);
    }
    if (variable->function != NULL) {
        finding_add_evidence(audit->findings, finding, "declared in %s",
                             variable->function);
    }
    finding_add_evidence(audit->findings, finding, "memory: %s",
                         binary_memory_name(variable->memory));
}

/* The variables of a generator's run-time part are the generator's affair: one
 * finding of each kind, with their number, instead of hundreds. */
static void
report_generated(struct audit *audit, const char *rule, enum level level, size_t n,
                 const char *what)
{
    if (n == 0) {
        return;
    }
    struct finding *finding = findings_add(
        audit->findings, rule,
        "%zu %s generated by %s are shared by all interpreters and module objects", n,
        what, generator_name(audit->file->generator));
    finding->module = audit->module;
    finding->path = audit->path;
    finding->level = level;
    soften(audit, finding);
}

static struct tally
report_variables(struct audit *audit)
{
    const struct binary_file *file = audit->file;
    struct tally tally = {0};
    for (size_t i = 0; i < file->n_types; i++) {
        tally.n_types += file->types[i].n_elements;
        if (file->generator == GENERATOR_NONE && i < LIMIT_REPORTED) {
            report_type(audit, &file->types[i]);
        }
    }
    for (size_t i = 0; i < file->n_states; i++) {
        bool is_object = file->states[i].variable.content == CONTENT_OBJECT;
        bool is_sure = is_object && !is_doubtful(&file->states[i]);
        tally.n_objects += is_sure ? 1 : 0;
        tally.n_data += is_sure ? 0 : 1;
        tally.n_changing +=
            !is_object && level_of_data(&file->states[i]) == LEVEL_ERROR ? 1 : 0;
        tally.n_untyped += !is_sure && file->states[i].variable.type == NULL ? 1 : 0;
        size_t reported = is_sure ? tally.n_objects : tally.n_data;
        if (file->generator != GENERATOR_NONE || reported > LIMIT_REPORTED) {
            continue;
        }
        if (is_object) {
            report_object(audit, &file->states[i]);
        }
        else {
            report_data(audit, &file->states[i]);
        }
    }
    if (file->generator != GENERATOR_NONE) {
        report_generated(audit, "type-static", LEVEL_ERROR, tally.n_types, "static types");
        report_generated(audit, "state-static-object", LEVEL_ERROR, tally.n_objects,
                         "variables with Python objects");
        /* Which of them change, it does not say. */
        report_generated(audit, "state-static-data", LEVEL_WARNING, tally.n_data,
                         "variables with mutable C data");
    }
    size_t most = tally.n_types > tally.n_objects ? tally.n_types : tally.n_objects;
    most = most > tally.n_data ? most : tally.n_data;
    if (file->generator == GENERATOR_NONE && most > LIMIT_REPORTED) {
        struct finding *finding =
            findings_add(audit->findings, "state-not-visible",
                         "only the first %d of each kind are listed (%zu types, %zu "
                         "variables with objects, %zu with C data)",
                         LIMIT_REPORTED, tally.n_types, tally.n_objects, tally.n_data);
        finding->module = audit->module;
        finding->path = audit->path;
    }
    return tally;
}

/* --- findings about the modules ------------------------------------------------- */

static void
report_claims(struct audit *audit, const struct binary_module *module, const char *name,
              const struct tally *tally)
{
    enum support claim = module_claim(module);
    if ((claim != SUPPORT_OWN_GIL && claim != SUPPORT_SHARED_GIL)
        || tally->n_types + tally->n_objects + tally->n_changing == 0)
    {
        return;
    }
    bool own = claim == SUPPORT_OWN_GIL;
    const char *message = arena_format(
        audit->arena, "%s declares %s, but has process-wide state: %s", name,
        own ? "Py_MOD_PER_INTERPRETER_GIL_SUPPORTED"
            : "Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED",
        tally_words(audit->arena, tally));
    struct finding *finding =
        add_at_entry(audit, own ? "claim-own-gil-false" : "claim-shared-gil-false",
                     module, name, message);
    for (size_t i = 0; i < audit->file->n_types && i < 3; i++) {
        const struct binary_type *type = &audit->file->types[i];
        finding_add_evidence(audit->findings, finding, "static type %s",
                             type->name != NULL     ? type->name
                             : type->symbol != NULL ? type->symbol
                                                    : type->place);
    }
}

/* m_clear is not always called ("m_clear" in the manual of module objects), so that one
 * of m_clear and m_free is enough for releasing what the state owns. */
static void
report_hooks(struct audit *audit, const struct binary_module *module, const char *name)
{
    bool releases = module->has_clear || module->has_free;
    if (!module->has_state_size || module->state_size <= 0 || releases) {
        return;
    }
    const char *what = module->has_traverse
                           ? "and an m_traverse, but neither m_clear nor m_free: "
                             "objects in the state are never released"
                           : "but no m_traverse, m_clear or m_free: correct only if "
                             "the state owns no resources";
    add_at_entry(audit, "gc-module-hooks", module, name,
                 arena_format(audit->arena, "%s has %lld bytes of module state %s",
                              name, (long long)module->state_size, what));
}

static void
report_definition(struct audit *audit, const struct binary_module *module,
                  const char *name)
{
    if (module->init == INIT_SINGLE) {
        bool anew = module_is_made_anew(module);
        const char *message = arena_format(
            audit->arena,
            "%s uses single-phase initialisation: %s; return PyModuleDef_Init(&def) "
            "and initialise the module in a Py_mod_exec slot",
            name,
            anew ? "interpreters with their own GIL refuse it"
                 : "all interpreters share one module object");
        struct finding *finding =
            add_at_entry(audit, "init-single-phase", module, name, message);
        finding->level = anew ? LEVEL_WARNING : finding->level;
        if (module->doubt != NULL) {
            finding_add_evidence(audit->findings, finding, "%s", module->doubt);
        }
        if (module->has_state_size) {
            finding_add_evidence(audit->findings, finding, "m_size is %lld",
                                 (long long)module->state_size);
        }
        return;
    }
    if (module->has_state_size && module->state_size < 0 && module->init == INIT_MULTI)
    {
        add_at_entry(audit, "init-size-negative", module, name,
                     "m_size is negative, so multi-phase initialisation fails; set it "
                     "to 0 or to the size of the module state");
    }
    if (module_claim(module) == SUPPORT_NONE) {
        add_at_entry(audit, "claim-missing", module, name,
                     arena_format(audit->arena,
                                  "%s has no Py_mod_multiple_interpreters slot: only "
                                  "interpreters that share the GIL can import it",
                                  name));
    }
    report_hooks(audit, module, name);
    if (module->init != INIT_UNKNOWN
        && linkage_imports(audit->file, "PyState_FindModule"))
    {
        add_about_module(
            audit, "access-find-module", name, "PyState_FindModule",
            "PyState_FindModule returns NULL for a module with multi-phase "
            "initialisation; pass the module, or use "
            "PyType_GetModuleByDef");
    }
}

static void
report_doubts(struct audit *audit, const struct binary_module *module, const char *name)
{
    if (module->init == INIT_UNKNOWN) {
        add_at_entry(audit, "state-not-visible", module, name,
                     arena_format(audit->arena,
                                  "the initialisation of %s is unknown: %s", name,
                                  module->doubt));
    }
    else if (module->init != INIT_SINGLE && !module->slots_are_known) {
        add_at_entry(audit, "state-not-visible", module, name,
                     arena_format(audit->arena,
                                  "the slots of %s were not found or are created at "
                                  "run time, so its declarations are unknown",
                                  name));
    }
}

static void
audit_module(struct audit *audit, const struct binary_module *module, const char *name,
             const struct tally *tally, struct module_reports *modules)
{
    struct module_report *report = module_reports_add(modules);
    report->module = name;
    report->path = audit->path;
    report->init = module->init;
    report->declares = module_claim(module);
    report->gil = module->gil == SLOT_ZERO  ? "used"
                  : module->gil == SLOT_ONE ? "not-used"
                                            : NULL;
    module_reach_verdict(audit->file, module, tally, audit->arena, report);
    report_definition(audit, module, name);
    report_claims(audit, module, name, tally);
    report_doubts(audit, module, name);
}

/* The file's name up to its first dot; inside a wheel, the member's. */
static const char *
stem_of(struct arena *arena, const char *path)
{
    const char *base = path_base(path);
    const char *inside = strrchr(base, '!');
    base = inside != NULL ? inside + 1 : base;
    return arena_format(arena, "%.*s", (int)strcspn(base, "."), base);
}

/* What the file is imported as, below PACKAGE: the stem of its name, but __init__.so is
 * the package itself, whose entry point is named for its last part. */
static const char *
imported_stem(struct arena *arena, const char *path, const char *package)
{
    const char *stem = stem_of(arena, path);
    if (strcmp(stem, "__init__") != 0 || package[0] == '\0') {
        return stem;
    }
    const char *dot = strrchr(package, '.');
    return dot != NULL ? dot + 1 : package;
}

/* The importable name of the module NAME in the file at PATH. */
static const char *
module_name(struct arena *arena, const char *path, const char *package,
            const char *name)
{
    bool is_package = strcmp(stem_of(arena, path), "__init__") == 0
                      && (strcmp(name, "__init__") == 0
                          || strcmp(name, imported_stem(arena, path, package)) == 0);
    if (is_package && package[0] != '\0') {
        return arena_string(arena, package);
    }
    return package[0] != '\0' ? arena_format(arena, "%s.%s", package, name)
                              : arena_string(arena, name);
}

static const struct binary_module *
find_module(const struct binary_file *file, const char *name)
{
    for (size_t i = 0; i < file->n_modules; i++) {
        if (strcmp(file->modules[i].name, name) == 0) {
            return &file->modules[i];
        }
    }
    return NULL;
}

/* The module that an import of the file asks for: NAME.suffixes.so. */
static const struct binary_module *
main_module(struct arena *arena, const struct binary_file *file, const char *package)
{
    const struct binary_module *found =
        find_module(file, imported_stem(arena, file->path, package));
    found = found != NULL ? found : find_module(file, "__init__");
    return found != NULL ? found : &file->modules[0];
}

void
binary_audit(const struct binary_file *file, const char *package,
             struct findings *findings, struct module_reports *modules)
{
    if (file->n_modules == 0) {
        return;
    }
    const struct binary_module *first = main_module(findings->arena, file, package);
    struct audit audit = {
        .file = file,
        .findings = findings,
        .arena = findings->arena,
        .path = arena_string(findings->arena, file->path),
        .module = module_name(findings->arena, file->path, package, first->name),
        .declines = true,
        .is_alone = true,
    };
    for (size_t i = 0; i < file->n_modules; i++) {
        const struct binary_module *module = &file->modules[i];
        audit.declines = audit.declines && module_declines(file, module);
        audit.is_alone =
            audit.is_alone && audit.declines && module_is_single_object(file, module);
    }
    struct tally tally = report_variables(&audit);
    linkage_report(file, audit.path, audit.module, findings);
    if (file->generator != GENERATOR_NONE) {
        add_about_module(
            &audit, "generated-code", audit.module, NULL,
            arena_format(audit.arena,
                         "this module was generated by %s: its variables are counted, "
                         "not listed; %s",
                         generator_name(file->generator),
                         generator_remedy(file->generator)));
    }
    if (!file->code_is_known) {
        struct finding *finding = add_about_module(
            &audit, "state-not-visible", audit.module, NULL,
            file->relocations_are_known
                ? "machine code of this architecture is not analysed: variables are "
                  "classified by symbols, relocations and debug information"
                : "machine code and relocations of this architecture are not analysed: "
                  "only debug information and symbols are used");
        if (file->code_doubt != NULL) {
            finding_add_evidence(audit.findings, finding, "%s", file->code_doubt);
        }
    }
    if (file->is_cut) {
        add_about_module(&audit, "state-not-visible", audit.module, NULL,
                         "a limit was reached while reading the file: the findings may "
                         "be incomplete");
    }
    for (size_t i = 0; i < file->n_modules; i++) {
        const struct binary_module *module = &file->modules[i];
        bool is_shadowed =
            i > 0 && strcmp(file->modules[i - 1].name, module->name) == 0;
        bool is_of_shim = strcmp(module->name, "__init__") == 0 && module != first;
        if (!is_shadowed && !is_of_shim) {
            audit_module(
                &audit, module,
                module_name(findings->arena, file->path, package, module->name), &tally,
                modules);
        }
    }
}
