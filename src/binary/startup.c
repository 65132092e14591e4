#include "binary/startup.h"

#include <stdlib.h>
#include <string.h>

#include "binary/limits.h"

struct walker {
    const struct image *image;
    struct startup *startup;
    uint64_t *functions; /* arena; to be followed, in the order of discovery */
    size_t n, capacity;
    uint64_t *seen; /* arena; open addressing, a power of two; 0: free */
    size_t seen_capacity;
};

static size_t
seen_slot(const uint64_t *seen, size_t capacity, uint64_t function)
{
    size_t at = (size_t)(function * 0x9e3779b97f4a7c15ULL >> 40) & (capacity - 1);
    while (seen[at] != 0 && seen[at] != function) {
        at = (at + 1) & (capacity - 1);
    }
    return at;
}

/* Keeps `seen` at most half full. */
static void
walker_grow(struct walker *walker)
{
    size_t capacity = walker->seen_capacity > 0 ? 2 * walker->seen_capacity : 64;
    uint64_t *bigger = ARENA_ARRAY(walker->image->arena, uint64_t, capacity);
    for (size_t i = 0; i < walker->n; i++) {
        bigger[seen_slot(bigger, capacity, walker->functions[i])] =
            walker->functions[i];
    }
    walker->seen = bigger;
    walker->seen_capacity = capacity;
}

static void
walker_push(struct walker *walker, uint64_t function)
{
    if (function == 0 || walker->n >= LIMIT_FOLLOWED_IN_FILE) {
        return;
    }
    if (2 * (walker->n + 1) > walker->seen_capacity) {
        walker_grow(walker);
    }
    size_t at = seen_slot(walker->seen, walker->seen_capacity, function);
    if (walker->seen[at] == function) {
        return;
    }
    walker->seen[at] = function;
    ARENA_GROW(walker->image->arena, walker->functions, walker->n, walker->capacity);
    walker->functions[walker->n++] = function;
}

static void
walker_keep(struct walker *walker, uint64_t at)
{
    struct startup *startup = walker->startup;
    if (startup->n < LIMIT_CODE_FACTS) {
        ARENA_GROW(walker->image->arena, startup->instructions, startup->n,
                   startup->capacity);
        startup->instructions[startup->n++] = at;
    }
}

static void
on_call(void *data, const char *import, uint64_t local_target,
        const struct value arguments[MAX_ARGUMENTS], uint64_t at)
{
    struct walker *walker = data;
    walker_keep(walker, at);
    if (import == NULL) {
        walker_push(walker, local_target);
    }
    else if (walker->startup->refusal == NULL
             && (strcmp(import, "PyErr_SetString") == 0
                 || strcmp(import, "PyErr_Format") == 0)
             && arguments[0].kind == VALUE_CONTENT
             && strcmp(arguments[0].import, "PyExc_ImportError") == 0
             && arguments[1].kind == VALUE_ADDRESS)
    {
        walker->startup->refusal = image_string(walker->image, arguments[1].number);
    }
}

/* What an exec function gets as its argument, as a value. */
#define MODULE_ARGUMENT "the module object"

/* Does every module object have another one? */
static bool
is_of_one_module(const struct value *value)
{
    static const char *const sources[] = {MODULE_ARGUMENT, "PyModule_GetState",
                                          "PyType_GetModuleState"};
    for (size_t i = 0; value->kind == VALUE_RESULT && i < ARRAY_LENGTH(sources); i++) {
        if (strcmp(value->import, sources[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void
on_store(void *data, uint64_t address, bool is_indexed, bool is_word,
         const struct value *value, uint64_t at)
{
    struct walker *walker = data;
    struct startup *startup = walker->startup;
    walker_keep(walker, at);
    if (is_word && !is_indexed && is_of_one_module(value)
        && startup->n_owners < ARRAY_LENGTH(startup->owners))
    {
        startup->owners[startup->n_owners++] = address;
    }
    if (!is_indexed && value->kind == VALUE_NUMBER && value->number == 1
        && startup->n_flags < ARRAY_LENGTH(startup->flags))
    {
        startup->flags[startup->n_flags++] = address;
    }
}

static void
on_take(void *data, uint64_t address, uint64_t at)
{
    (void)address;
    walker_keep(data, at);
}

static int
compare_instructions(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* C++ constructors of statics, and what the C start-up files bring along, run when
 * the library is loaded and unloaded. */
static void
push_array(struct walker *walker, struct range array)
{
    unsigned word = walker->image->word_size;
    for (uint64_t at = 0; at + word <= array.size && at < 64ULL * word; at += word) {
        struct pointer function = image_pointer(walker->image, array.address + at);
        if (function.kind == POINTER_ADDRESS) {
            walker_push(walker, function.value);
        }
    }
}

static const struct value exec_arguments[MAX_ARGUMENTS] = {
    {.kind = VALUE_RESULT, .import = MODULE_ARGUMENT},
};

static bool
modules_have_exec(const struct modules *modules, uint64_t function)
{
    for (size_t i = 0; i < modules->n; i++) {
        const struct binary_module *module = &modules->items[i];
        for (size_t k = 0; k < ARRAY_LENGTH(module->exec); k++) {
            if (module->exec[k] == function) {
                return true;
            }
        }
    }
    return false;
}

void
startup_read(const struct image *image, const struct modules *modules,
             struct startup *out_startup)
{
    *out_startup = (struct startup){0};
    struct walker walker = {.image = image, .startup = out_startup};
    for (size_t i = 0; i < modules->n; i++) {
        const struct binary_module *module = &modules->items[i];
        walker_push(&walker, module->entry_address);
        for (size_t k = 0; k < ARRAY_LENGTH(module->exec); k++) {
            walker_push(&walker, module->exec[k]);
        }
        for (size_t k = 0; k < ARRAY_LENGTH(module->hooks); k++) {
            walker_push(&walker, module->hooks[k]);
        }
    }
    push_array(&walker, image->init_array);
    push_array(&walker, image->fini_array);
    const struct code_visitor visitor = {
        .data = &walker, .call = on_call, .store = on_store, .take = on_take};
    for (size_t next = 0; next < walker.n; next++) {
        uint64_t function = walker.functions[next];
        bool is_exec = modules_have_exec(modules, function);
        (void)code_follow(image, function, is_exec ? exec_arguments : NULL, &visitor);
    }
    if (out_startup->n > 1) {
        qsort(out_startup->instructions, out_startup->n, sizeof(uint64_t),
              compare_instructions);
    }
}

bool
startup_sets_flag(const struct startup *startup, uint64_t address)
{
    for (size_t i = 0; i < startup->n_flags; i++) {
        if (startup->flags[i] == address) {
            return true;
        }
    }
    return false;
}

bool
startup_sets_owner(const struct startup *startup, uint64_t address, uint64_t size)
{
    for (size_t i = 0; i < startup->n_owners; i++) {
        if (startup->owners[i] - address < (size > 0 ? size : 1)) {
            return true;
        }
    }
    return false;
}

bool
startup_has(const struct startup *startup, uint64_t at)
{
    return startup->n > 0
           && bsearch(&at, startup->instructions, startup->n, sizeof(uint64_t),
                      compare_instructions)
                  != NULL;
}
