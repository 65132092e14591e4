#include "probe/definition.h"

#include "probe/crash.h"
#include "probe/deadline.h"
#include "probe/effect.h"
#include "probe/image.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SLOT_LIMIT 64
#define HOOK_SECONDS 2

/* PyModuleDef_Slot; PySlot of 3.15 (PEP 820) has the same size and its value in the
 * same place, the number in the first two bytes and flags behind it. */
struct slot {
    uint16_t number;
    uint16_t flags;
    uint32_t reserved;
    uintptr_t value;
};

/* Words of PyModuleDef after its object head. */
enum definition_word {
    DEFINITION_SIZE = 5,
    DEFINITION_SLOTS = 7,
    DEFINITION_TRAVERSE = 8,
    DEFINITION_CLEAR = 9,
};

static uintptr_t
definition_word(const struct py_object *definition, enum definition_word word)
{
    uintptr_t value;
    memcpy(&value,
           (const char *)definition + py.head_size + (size_t)word * sizeof value,
           sizeof value);
    return value;
}

/* Py_mod_multiple_interpreters is slot 3 (PEP 684), Py_mod_gil slot 4.  3.15 numbered the
 * slots anew, takes the old numbers in a PyModuleDef, and lets arrays of slots nest
 * (PEP 820). */
#define SLOT_MULTIPLE_INTERPRETERS 3
#define SLOT_GIL 4
#define SLOT_RENUMBERING_315 83 /* what was added to the numbers of these two */
#define SLOT_SUBSLOTS_315 92
#define SLOT_MOD_SLOTS_315 94
#define NESTING_LIMIT 5 /* as in PEP 820 */

/* The name for the value of slot WANTED; NULL: there is none. */
static const char *
declared_in(const struct slot *slots, unsigned wanted, int depth)
{
    static const char *const interpreters[] = {"once", "shared-gil", "own-gil"};
    static const char *const gils[] = {"used", "not-used"};
    const char *const *names = wanted == SLOT_GIL ? gils : interpreters;
    size_t n_names = wanted == SLOT_GIL ? 2 : 3;
    for (int i = 0; slots != NULL && i < SLOT_LIMIT && slots[i].number != 0; i++) {
        bool is_new = py.minor >= 15;
        unsigned number = slots[i].number;
        if ((number == wanted || (is_new && number == wanted + SLOT_RENUMBERING_315))
            && slots[i].value < n_names)
        {
            return names[slots[i].value];
        }
        if (is_new && depth < NESTING_LIMIT
            && (number == SLOT_SUBSLOTS_315 || number == SLOT_MOD_SLOTS_315))
        {
            const char *found =
                declared_in((const struct slot *)slots[i].value, wanted, depth + 1);
            if (found != NULL) {
                return found;
            }
        }
    }
    return NULL;
}

static const char *
declared_by(const struct slot *slots)
{
    const char *declared = declared_in(slots, SLOT_MULTIPLE_INTERPRETERS, 0);
    return declared != NULL ? declared : "none";
}

static const char *
gil_of(const struct slot *slots)
{
    const char *gil = declared_in(slots, SLOT_GIL, 0);
    return gil != NULL ? gil : "";
}

static void
report(const char *kind, const char *declares, uintptr_t size, const char *gil)
{
    struct record record;
    record_begin(&record, RECORD_INIT);
    record_text(&record, kind);
    record_text(&record, declares);
    record_number(&record, (long long)(intptr_t)size);
    record_text(&record, gil);
    record_end(&record);
}

static void
report_definition(const struct py_object *definition)
{
    const struct slot *slots =
        (const struct slot *)definition_word(definition, DEFINITION_SLOTS);
    report("multi", declared_by(slots), definition_word(definition, DEFINITION_SIZE),
           gil_of(slots));
}

/* Calls the hooks in the order of import: PyModExport first from 3.15 (PEP 793). */
static bool
call_hook(const char *name, void *library)
{
    char symbol[300];
    void *(*hook)(void);
    const char *last = strrchr(name, '.');
    last = last != NULL ? last + 1 : name;
    snprintf(symbol, sizeof symbol, "PyModExport_%s", last);
    void *found = py.minor >= 15 ? dlsym(library, symbol) : NULL;
    if (found != NULL) {
        memcpy(&hook, &found, sizeof hook);
        const struct slot *slots = hook();
        if (slots != NULL) {
            report("export", declared_by(slots), 0, gil_of(slots));
        }
        return slots != NULL;
    }
    snprintf(symbol, sizeof symbol, "PyInit_%s", last);
    found = dlsym(library, symbol);
    if (found == NULL) {
        return false;
    }
    memcpy(&hook, &found, sizeof hook);
    const struct py_object *result = hook();
    if (result == NULL) {
        return false;
    }
    if (object_is_exact(result, py.PyModuleDef_Type)) {
        report_definition(result);
    }
    else {
        report("single", "single-phase", 0, "");
    }
    return true;
}

bool
definition_report(const char *name, const char *path)
{
    pid_t pid = effect_fork_copy();
    if (pid < 0) {
        return false;
    }
    if (pid == 0) {
        effect_allow_exit();
        crash_ignore();
        /* An init function that waits is seen by the import. */
        deadline_set(HOOK_SECONDS, NULL);
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        bool known = library != NULL && call_hook(name, library);
        _exit(known ? 0 : 1);
    }
    int status;
    return effect_wait_copy(pid, &status) && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static const struct py_object *
definition_of(struct py_object *module)
{
    struct py_object *(*get)(struct py_object *);
    void *found = dlsym(RTLD_DEFAULT, "PyModule_GetDef");
    if (found == NULL || !object_is_exact(module, py.PyModule_Type)) {
        return NULL;
    }
    memcpy(&get, &found, sizeof get);
    const struct py_object *definition = get(module);
    py.PyErr_Clear();
    return definition;
}

const char *
definition_home(struct py_object *module)
{
    const struct py_object *definition = definition_of(module);
    const struct image *image =
        definition != NULL ? image_at((uintptr_t)definition) : NULL;
    return image != NULL ? image->path : NULL;
}

size_t
definition_state_size(struct py_object *module)
{
    const struct py_object *definition = definition_of(module);
    intptr_t size =
        definition != NULL ? (intptr_t)definition_word(definition, DEFINITION_SIZE) : 0;
    return size > 0 ? (size_t)size : 0;
}

py_traverse
definition_traverse(struct py_object *module)
{
    const struct py_object *definition = definition_of(module);
    uintptr_t word =
        definition != NULL ? definition_word(definition, DEFINITION_TRAVERSE) : 0;
    py_traverse traverse;
    memcpy(&traverse, &word, sizeof traverse);
    return traverse;
}

py_clear
definition_clear(struct py_object *module)
{
    const struct py_object *definition = definition_of(module);
    uintptr_t word =
        definition != NULL ? definition_word(definition, DEFINITION_CLEAR) : 0;
    py_clear clear;
    memcpy(&clear, &word, sizeof clear);
    return clear;
}

void
definition_report_of(struct py_object *module)
{
    const struct py_object *definition = definition_of(module);
    if (definition == NULL) {
        return;
    }
    if (definition_word(definition, DEFINITION_SLOTS) != 0) {
        report_definition(definition);
    }
    else {
        report("single", "single-phase", 0, "");
    }
}
