#include "binary/linkage.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/macros.h"
#include "base/strbuf.h"
#include "binary/limits.h"
#include "model/process_wide.h"

struct reporter {
    const struct binary_file *file;
    const char *path;
    const char *module;
    struct findings *findings;
};

static int
compare_name(const void *key, const void *item)
{
    return strcmp(key, *(const char *const *)item);
}

static bool
names_have(const char *const *names, size_t n, const char *name)
{
    return n > 0 && bsearch(name, names, n, sizeof(char *), compare_name) != NULL;
}

bool
linkage_imports(const struct binary_file *file, const char *name)
{
    return names_have(file->imports, file->n_imports, name);
}

static struct finding *
add(struct reporter *reporter, const char *rule, const char *symbol,
    const char *message)
{
    struct finding *finding = findings_add(reporter->findings, rule, "%s", message);
    finding->module = reporter->module;
    finding->path = reporter->path;
    finding->symbol =
        symbol != NULL ? arena_string(reporter->findings->arena, symbol) : NULL;
    finding->place = finding->symbol;
    return finding;
}

/* --- calls ------------------------------------------------------------------- */

static void
report_process_wide(struct reporter *reporter)
{
    for (const struct process_wide *entry = process_wide_table; entry->name != NULL;
         entry++)
    {
        if (linkage_imports(reporter->file, entry->name)) {
            (void)add(reporter, "global-process-call", entry->name,
                      arena_format(reporter->findings->arena, "%s %s", entry->name,
                                   entry->words));
        }
    }
    if (linkage_imports(reporter->file, "PyGILState_Ensure")) {
        (void)add(reporter, "access-gil-state", "PyGILState_Ensure",
                  "PyGILState_Ensure attaches a foreign thread to the main "
                  "interpreter, even if the module was imported in another one; store "
                  "the interpreter at import and attach to it");
    }
}

/* --- exports ----------------------------------------------------------------- */

enum { MOST_NAMED = 5 };

/* A module is looked up by its entry point alone; every other symbol is open to
 * interposition, and to whoever links with the state behind it. */
static void
report_exports(struct reporter *reporter)
{
    const struct binary_file *file = reporter->file;
    if (file->n_exports == 0) {
        return;
    }
    struct finding *finding =
        add(reporter, "global-symbol-exported", file->exports[0],
            arena_format(reporter->findings->arena,
                         "%zu symbol%s besides the init function %s exported; hide %s "
                         "(-fvisibility=hidden)",
                         file->n_exports, file->n_exports == 1 ? "" : "s",
                         file->n_exports == 1 ? "is" : "are",
                         file->n_exports == 1 ? "it" : "them"));
    for (size_t i = 0; i < file->n_exports && i < MOST_NAMED; i++) {
        finding_add_evidence(reporter->findings, finding, "exported: %s",
                             file->exports[i]);
    }
    if (file->n_exports > MOST_NAMED) {
        finding_add_evidence(reporter->findings, finding, "… and %zu more",
                             file->n_exports - MOST_NAMED);
    }
}

/* --- the stable ABI ---------------------------------------------------------- */

static const struct stable_symbol {
    const char *name;
    unsigned minor; /* the limited API of Python 3.minor has it */
} stable_symbols[] = {
#define STABLE_ABI(name, minor) {name, minor},
#include "binary/stable_abi.inc"
#undef STABLE_ABI
};

static int
compare_stable(const void *key, const void *item)
{
    return strcmp(key, ((const struct stable_symbol *)item)->name);
}

static const struct stable_symbol *
stable_find(const char *name)
{
    return bsearch(name, stable_symbols, ARRAY_LENGTH(stable_symbols),
                   sizeof(*stable_symbols), compare_stable);
}

/* A name of the C API: "Py" or "_Py", then a capital, or "_" and a capital. */
static bool
is_python_name(const char *name)
{
    const char *rest = name + (name[0] == '_' ? 1 : 0);
    if (strncmp(rest, "Py", 2) != 0) {
        return false;
    }
    rest += 2;
    rest += *rest == '_' ? 1 : 0;
    return isupper((unsigned char)*rest) != 0 && strchr(name, '_') != NULL;
}

/* Private names that public macros and inline functions of the headers of 3.9 to 3.15
 * expand to, or that the manual documents: whoever imports them did not ask for them. */
static bool
is_of_the_headers(const char *name)
{
    static const char *const beginnings[] = {
        "_PyByteArray_empty_string",
        "_PyBytes_Resize",
        "_PyCriticalSection",
        "_PyMonitoring_Fire",
        "_PyMutex_",
        "_PyObject_AssertFailed",
        "_PyObject_MakeTpCall",
        "_PyTrash_",
        "_PyTuple_Resize",
        "_PyUnicode_Is",
        "_PyUnicode_Ready",
        "_PyUnicode_To",
        "_Py_CheckFunctionResult",
        "_Py_DecRef",
        "_Py_FatalErrorFunc",
        "_Py_IncRef",
        "_Py_MergeZeroLocalRefcount",
        "_Py_NegativeRefcount",
        "_Py_RefTotal",
        "_Py_ascii_whitespace",
        "_Py_c_",
        "_Py_ctype_",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(beginnings); i++) {
        if (string_starts(name, beginnings[i])) {
            return true;
        }
    }
    return false;
}

/* The private part of the C API changes with any release, and much of it reads or sets
 * what the whole runtime shares. */
static void
report_privates(struct reporter *reporter)
{
    const struct binary_file *file = reporter->file;
    struct finding *finding = NULL;
    size_t n = 0;
    for (size_t i = 0; i < file->n_imports; i++) {
        const char *name = file->imports[i];
        if (name[0] != '_' || !is_python_name(name) || stable_find(name) != NULL
            || is_of_the_headers(name))
        {
            continue;
        }
        if (finding == NULL) {
            finding = add(reporter, "access-private-api", name,
                          "the module uses private functions of CPython, which any "
                          "release may change or remove");
        }
        if (n++ < LIMIT_REPORTED) {
            finding_add_evidence(reporter->findings, finding, "it imports %s", name);
        }
    }
}

/* What the names of a file and of its wheel promise. */
struct abi_claim {
    bool is_stable;   /* abi3 */
    bool is_threaded; /* abi3t as well: also for builds without a GIL (PEP 803) */
    unsigned minor;   /* from Python 3.minor on; 0: the names do not say */
    const char *words;
};

/* The oldest minor version of a compressed tag set ("cp39.cp310"); 0: none. */
static unsigned
oldest_of_tags(const char *tags, size_t size)
{
    unsigned oldest = 0;
    for (const char *at = tags; at < tags + size;) {
        size_t length = strcspn(at, ".-");
        if (length > 3 && strncmp(at, "cp3", 3) == 0) {
            unsigned minor = 0;
            for (size_t i = 3; i < length && isdigit((unsigned char)at[i]); i++) {
                minor = minor < 1000 ? minor * 10 + (unsigned)(at[i] - '0') : minor;
            }
            oldest = oldest == 0 || minor < oldest ? minor : oldest;
        }
        at += length + 1;
    }
    return oldest;
}

/* PEP 427: NAME-VERSION(-BUILD)-PYTHON-ABI-PLATFORM.whl, read from its end. */
static void
claim_of_wheel(struct arena *arena, const char *wheel, struct abi_claim *claim)
{
    const char *fields[3] = {NULL, NULL, NULL}; /* platform, ABI, Python */
    size_t sizes[3] = {0};
    const char *end = wheel + strlen(wheel);
    for (size_t i = 0; i < 3; i++) {
        const char *begin = end;
        while (begin > wheel && begin[-1] != '-') {
            begin--;
        }
        if (begin == wheel) {
            return;
        }
        fields[i] = begin;
        sizes[i] = (size_t)(end - begin);
        end = begin - 1;
    }
    const char *abi = arena_format(arena, ".%.*s.", (int)sizes[1], fields[1]);
    claim->is_threaded = strstr(abi, ".abi3t.") != NULL;
    claim->is_stable = claim->is_threaded || strstr(abi, ".abi3.") != NULL;
    claim->minor = claim->is_stable ? oldest_of_tags(fields[2], sizes[2]) : 0;
    claim->words = arena_format(arena, "the wheel's tag %.*s-%.*s", (int)sizes[2],
                                fields[2], (int)sizes[1], fields[1]);
}

static struct abi_claim
claim_of(struct arena *arena, const char *path)
{
    struct abi_claim claim = {0};
    const char *inside = strstr(path, ".whl!/");
    if (inside != NULL) {
        const char *wheel = arena_format(arena, "%.*s", (int)(inside - path), path);
        claim_of_wheel(arena, path_base(wheel), &claim);
    }
    if (string_ends(path, ".abi3t.so") || string_ends(path, ".abi3.so")) {
        bool threaded = string_ends(path, ".abi3t.so");
        if (!claim.is_stable) {
            claim.words = threaded ? "the suffix .abi3t.so" : "the suffix .abi3.so";
        }
        claim.is_stable = true;
        claim.is_threaded = claim.is_threaded || threaded;
    }
    return claim;
}

static const char *
version_words(struct arena *arena, const struct abi_claim *claim)
{
    return claim->minor > 0 ? arena_format(arena, " of Python 3.%u", claim->minor) : "";
}

/* Symbols that the claimed version does not promise to have. */
static void
check_imports(struct reporter *reporter, const struct abi_claim *claim)
{
    const struct binary_file *file = reporter->file;
    struct arena *arena = reporter->findings->arena;
    struct finding *finding = NULL;
    size_t n = 0;
    for (size_t i = 0; i < file->n_imports; i++) {
        const char *name = file->imports[i];
        const struct stable_symbol *stable = stable_find(name);
        bool is_late =
            stable != NULL && claim->minor > 0 && stable->minor > claim->minor;
        if (!is_python_name(name) || (stable != NULL && !is_late)
            || names_have(file->weak_imports, file->n_weak_imports, name))
        {
            continue;
        }
        if (finding == NULL) {
            finding = add(reporter, "claim-abi3-false", name,
                          arena_format(arena,
                                       "%s declares the stable ABI%s, but the module "
                                       "uses symbols outside it",
                                       claim->words, version_words(arena, claim)));
        }
        if (n++ >= LIMIT_REPORTED) {
            continue;
        }
        if (is_late) {
            finding_add_evidence(reporter->findings, finding,
                                 "%s is in the stable ABI since Python 3.%u", name,
                                 stable->minor);
        }
        else {
            finding_add_evidence(reporter->findings, finding,
                                 "%s is not in the stable ABI", name);
        }
    }
}

/* PyModule_FromDefAndSpec2 of a Python that does not know a slot raises SystemError:
 * 3 (interpreters) is known since 3.12, 4 (GIL) since 3.13. */
static void
check_slots(struct reporter *reporter, const struct abi_claim *claim)
{
    for (size_t i = 0; i < reporter->file->n_modules; i++) {
        const struct binary_module *module = &reporter->file->modules[i];
        bool interpreters = module->interpreters != SLOT_ABSENT && claim->minor < 12;
        bool gil = module->gil != SLOT_ABSENT && claim->minor < 13;
        if (claim->minor == 0 || module->init != INIT_MULTI || (!interpreters && !gil))
        {
            continue;
        }
        (void)add(
            reporter, "claim-abi3-false", module->entry,
            arena_format(reporter->findings->arena,
                         "%s declares Python 3.%u, but the import fails there with "
                         "SystemError: the %s slot requires Python 3.%d",
                         claim->words, claim->minor,
                         interpreters ? "Py_mod_multiple_interpreters" : "Py_mod_gil",
                         interpreters ? 12 : 13));
    }
}

/* The limited API hides the struct PyTypeObject, that for builds without a GIL
 * PyObject and PyModuleDef as well. */
static void
check_structs(struct reporter *reporter, const struct abi_claim *claim)
{
    const struct binary_file *file = reporter->file;
    struct arena *arena = reporter->findings->arena;
    for (size_t i = 0; i < file->n_types; i++) {
        const struct binary_type *type = &file->types[i];
        if (type->evidence == EVIDENCE_CODE) {
            continue; /* PyStructSequence_InitType takes one of unknown layout */
        }
        (void)add(reporter, "claim-abi3-false",
                  type->symbol != NULL ? type->symbol : type->place,
                  arena_format(arena,
                               "%s declares the stable ABI, but the module contains a "
                               "PyTypeObject, whose layout differs between versions",
                               claim->words));
        break;
    }
    for (size_t i = 0; i < file->n_modules && claim->is_threaded; i++) {
        if (file->modules[i].init == INIT_MULTI && file->modules[i].has_definition) {
            (void)add(
                reporter, "claim-abi3-false", file->modules[i].entry,
                arena_format(
                    arena,
                    "%s declares free-threaded builds, but the module contains a "
                    "PyModuleDef, whose layout differs there; export PyModExport_%s",
                    claim->words, file->modules[i].name));
        }
    }
}

static void
report_claims(struct reporter *reporter)
{
    struct abi_claim claim = claim_of(reporter->findings->arena, reporter->path);
    if (claim.is_stable) {
        check_imports(reporter, &claim);
        check_slots(reporter, &claim);
        check_structs(reporter, &claim);
    }
}

void
linkage_report(const struct binary_file *file, const char *path, const char *module,
               struct findings *findings)
{
    struct reporter reporter = {file, path, module, findings};
    report_process_wide(&reporter);
    report_privates(&reporter);
    report_exports(&reporter);
    report_claims(&reporter);
}
