#include "binary/code_facts.h"

#include <stdlib.h>
#include <string.h>

#include "binary/limits.h"

static const struct object_api {
    const char *name;
    bool returns_object;
    uint8_t object_arguments;
} object_apis[] = {
#define API(name, returns_object, arguments) {name, returns_object, arguments},
#include "binary/object_api.inc"
#undef API
};

static int
compare_api(const void *key, const void *item)
{
    return strcmp(key, ((const struct object_api *)item)->name);
}

static const struct object_api *
api_find(const char *name)
{
    return bsearch(name, object_apis, ARRAY_LENGTH(object_apis), sizeof(*object_apis),
                   compare_api);
}

struct collector {
    const struct image *image;
    struct code_facts *facts;
};

static void
fact_add(struct collector *collector, enum fact_kind kind, uint64_t address,
         const char *api, unsigned argument, uint64_t at)
{
    struct code_facts *facts = collector->facts;
    if (facts->n >= LIMIT_CODE_FACTS) {
        facts->is_cut = true;
        return;
    }
    ARENA_GROW(collector->image->arena, facts->items, facts->n, facts->capacity);
    facts->items[facts->n++] =
        (struct code_fact){address, at, api, (uint8_t)kind, (uint8_t)argument};
}

static bool
is_writable(const struct image *image, uint64_t address)
{
    enum binary_memory memory = image_memory(image, address);
    return memory == MEMORY_DATA || memory == MEMORY_ZERO;
}

static void
on_call(void *data, const char *import, uint64_t local_target,
        const struct value arguments[MAX_ARGUMENTS], uint64_t at)
{
    struct collector *collector = data;
    (void)local_target;
    if (import == NULL
        || (strncmp(import, "Py", 2) != 0 && strncmp(import, "_Py", 3) != 0))
    {
        return;
    }
    const struct object_api *api = NULL;
    for (unsigned i = 0; i < MAX_ARGUMENTS; i++) {
        if (arguments[i].kind == VALUE_ADDRESS
            && is_writable(collector->image, arguments[i].number))
        {
            fact_add(collector, FACT_HANDED, arguments[i].number, import, i, at);
        }
        else if (arguments[i].kind == VALUE_LOADED) {
            api = api != NULL ? api : api_find(import);
            if (api != NULL && (api->object_arguments >> i & 1) != 0) {
                fact_add(collector, FACT_USED, arguments[i].number, import, i, at);
            }
        }
    }
}

static void
on_store(void *data, uint64_t address, bool is_indexed, bool is_word,
         const struct value *value, uint64_t at)
{
    struct collector *collector = data;
    (void)is_indexed;
    fact_add(collector, FACT_STORED, address, NULL, 0, at);
    if (is_word && value->kind == VALUE_RESULT) {
        const struct object_api *api = api_find(value->import);
        if (api != NULL && api->returns_object) {
            fact_add(collector, FACT_RECEIVED, address, value->import, 0, at);
        }
    }
}

static void
on_take(void *data, uint64_t address, uint64_t at)
{
    fact_add(data, FACT_TAKEN, address, NULL, 0, at);
}

static int
compare_facts(const void *a, const void *b)
{
    const struct code_fact *x = a;
    const struct code_fact *y = b;
    if (x->address != y->address) {
        return x->address < y->address ? -1 : 1;
    }
    if (x->kind != y->kind) {
        return x->kind < y->kind ? -1 : 1;
    }
    if (x->argument != y->argument) {
        return x->argument < y->argument ? -1 : 1;
    }
    return x->api == y->api || x->api == NULL || y->api == NULL
               ? 0
               : strcmp(x->api, y->api);
}

void
code_facts_read(const struct image *image, struct code_facts *out_facts)
{
    *out_facts = (struct code_facts){0};
    struct collector collector = {image, out_facts};
    const struct code_visitor visitor = {
        .data = &collector, .call = on_call, .store = on_store, .take = on_take};
    out_facts->is_known = code_sweep(image, &visitor);
    if (out_facts->n > 1) {
        qsort(out_facts->items, out_facts->n, sizeof(*out_facts->items), compare_facts);
    }
}

size_t
code_facts_at(const struct code_facts *facts, uint64_t address)
{
    size_t low = 0;
    size_t high = facts->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (facts->items[middle].address < address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low;
}
