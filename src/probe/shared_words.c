#include "probe/shared_words.h"

#include "probe/definition.h"
#include "probe/image.h"
#include "probe/object.h"

#include <stdio.h>
#include <string.h>

#define AREA_LIMIT 80
#define LOWEST_ADDRESS 65536

struct area {
    const char *what;
    const char *type; /* of an instance */
    uintptr_t begin;
    int n_words;
    bool is_file; /* named by its offset in the file */
};

static struct area areas[AREA_LIMIT];
static int n_areas, n_words;
static uintptr_t image_base;

static void
add_area(const char *what, const char *type, uintptr_t begin, uintptr_t end,
         bool is_file)
{
    begin = (begin + 7) & ~(uintptr_t)7;
    int count = end > begin ? (int)((end - begin) / 8) : 0;
    /* An instance may be smaller than its type says (datetime without a time zone). */
    if (n_areas == AREA_LIMIT || count > SHARED_WORD_LIMIT - n_words
        || !memory_is_readable(begin, (size_t)count * 8))
    {
        return;
    }
    areas[n_areas++] = (struct area){what, type, begin, count, is_file};
    n_words += count;
}

void
shared_words_find(struct py_object *module, struct py_object *instances)
{
    const struct image *image = image_target();
    n_areas = n_words = 0;
    memory_refresh();
    size_t state_size = definition_state_size(module);
    uintptr_t state = state_size > 0 && py.PyModule_GetState != NULL
                          ? (uintptr_t)py.PyModule_GetState(module)
                          : 0;
    if (state != 0) {
        add_area("the module state", "", state, state + state_size, false);
    }
    for (ssize_t i = 0; i < py.PyList_Size(instances); i++) {
        const struct py_object *instance = py.PyList_GetItem(instances, i);
        const struct py_object *type = object_type(instance);
        uintptr_t size = type_word(type, TYPE_BASIC_SIZE);
        add_area("an instance of ", type_name(type), (uintptr_t)instance + py.head_size,
                 (uintptr_t)instance + size, false);
    }
    for (int i = 0; image != NULL && i < image->n_writable; i++) {
        image_base = image->base;
        add_area("static data", "", image->writable[i].begin, image->writable[i].end,
                 true);
    }
    py.PyErr_Clear();
}

int
shared_words_count(void)
{
    return n_words;
}

void
shared_words_read(uint64_t *values)
{
    for (int i = 0; i < n_areas; i++) {
        memcpy(values, (const void *)areas[i].begin, (size_t)areas[i].n_words * 8);
        values += areas[i].n_words;
    }
}

void
shared_words_name(int index, char *text, size_t size)
{
    for (int i = 0; i < n_areas; i++) {
        const struct area *area = &areas[i];
        if (index < area->n_words) {
            uintptr_t offset = area->is_file
                                   ? area->begin + (uintptr_t)index * 8 - image_base
                                   : (uintptr_t)index * 8;
            snprintf(text, size, "%s%s at offset %zu", area->what, area->type,
                     (size_t)offset);
            return;
        }
        index -= area->n_words;
    }
    snprintf(text, size, "shared memory");
}

/* Its number; below 0: it is in none of them. */
static int
index_of(uintptr_t address)
{
    int index = 0;
    for (int i = 0; i < n_areas; i++) {
        uintptr_t offset = address - areas[i].begin;
        if (address >= areas[i].begin && offset / 8 < (uintptr_t)areas[i].n_words) {
            return index + (int)(offset / 8);
        }
        index += areas[i].n_words;
    }
    return -1;
}

uintptr_t
shared_words_address(int index)
{
    for (int i = 0; i < n_areas; i++) {
        if (index < areas[i].n_words) {
            return areas[i].begin + (uintptr_t)index * 8;
        }
        index -= areas[i].n_words;
    }
    return 0;
}

bool
shared_words_has(uintptr_t address)
{
    return index_of(address) >= 0;
}

bool
shared_words_name_address(uintptr_t address, char *text, size_t size)
{
    int index = index_of(address);
    if (index >= 0) {
        shared_words_name(index, text, size);
    }
    return index >= 0;
}

bool
shared_words_is_address(uint64_t value)
{
    return value >= LOWEST_ADDRESS && memory_is_readable(value, 1);
}
