/* The variables of an image, and names for its addresses. */
#include <stdlib.h>
#include <string.h>

#include "binary/image.h"
#include "binary/image_data.h"
#include "binary/readable.h"

static int
compare_variables(const void *a, const void *b)
{
    const struct binary_variable *x = a;
    const struct binary_variable *y = b;
    bool x_thread = x->memory == MEMORY_THREAD;
    bool y_thread = y->memory == MEMORY_THREAD;
    if (x_thread != y_thread) {
        return x_thread ? 1 : -1;
    }
    if (x->address != y->address) {
        return x->address < y->address ? -1 : 1;
    }
    if (x->evidence != y->evidence) { /* what debug information says comes first */
        return x->evidence > y->evidence ? -1 : 1;
    }
    if (x->size != y->size) {
        return x->size > y->size ? -1 : 1;
    }
    return strcmp(x->name != NULL ? x->name : "", y->name != NULL ? y->name : "");
}

static bool
variable_is_exported(const struct image *image, const char *name, uint64_t address)
{
    const struct symbol *symbol = image_export(image, name);
    return symbol != NULL && symbol->address == address;
}

static struct binary_variable
variable_of_symbol(const struct image *image, const struct symbol *symbol)
{
    return (struct binary_variable){
        .name = symbol->name,
        .address = symbol->address,
        .size = symbol->size,
        .memory = symbol->type == STT_TLS ? MEMORY_THREAD
                                          : image_memory(image, symbol->address),
        .is_exported = variable_is_exported(image, symbol->name, symbol->address),
    };
}

const struct binary_variable *
image_variables(struct image *image, size_t *out_n_variables)
{
    if (image->variables_are_read) {
        *out_n_variables = image->n_variables;
        return image->variables;
    }
    image->variables_are_read = true;
    struct binary_variable *declared = NULL;
    size_t n_declared = 0;
    dwarf_read_variables(image, &declared, &n_declared);
    image->has_declarations = n_declared > 0;
    size_t capacity = n_declared + image->n_symbols + image->n_thread_symbols;
    struct binary_variable *all =
        ARENA_ARRAY(image->arena, struct binary_variable, capacity + 1);
    size_t n = 0;
    for (size_t i = 0; i < n_declared; i++) {
        struct binary_variable variable = declared[i];
        if (variable.memory != MEMORY_THREAD) {
            variable.memory = image_memory(image, variable.address);
        }
        if (variable.memory == MEMORY_CONSTANT || variable.memory == MEMORY_UNKNOWN) {
            continue;
        }
        variable.is_exported =
            variable_is_exported(image, variable.name, variable.address);
        all[n++] = variable;
    }
    for (size_t i = 0; i < image->n_symbols; i++) {
        const struct symbol *symbol = &image->symbols[i];
        enum binary_memory memory = image_memory(image, symbol->address);
        if ((symbol->type == STT_OBJECT || symbol->type == STT_COMMON)
            && symbol->size > 0 && memory >= MEMORY_RELRO)
        {
            all[n++] = variable_of_symbol(image, symbol);
        }
    }
    for (size_t i = 0; i < image->n_thread_symbols; i++) {
        all[n++] = variable_of_symbol(image, &image->thread_symbols[i]);
    }
    if (n > 1) {
        qsort(all, n, sizeof(*all), compare_variables);
    }
    /* One variable per address: debug information first, then the largest. */
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (kept > 0 && all[kept - 1].address == all[i].address
            && (all[kept - 1].memory == MEMORY_THREAD)
                   == (all[i].memory == MEMORY_THREAD))
        {
            if (all[kept - 1].size == 0) {
                all[kept - 1].size = all[i].size;
            }
            continue;
        }
        all[kept++] = all[i];
    }
    image->variables = all;
    image->n_variables = kept;
    *out_n_variables = kept;
    return all;
}

/* --- places ---------------------------------------------------------------- */

static const struct binary_variable *
variable_at(const struct image *image, uint64_t address)
{
    size_t low = 0;
    size_t high = image->n_variables;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct binary_variable *variable = &image->variables[middle];
        if (variable->memory != MEMORY_THREAD && variable->address <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    for (size_t back = 0; back < 16 && back < low; back++) {
        const struct binary_variable *variable = &image->variables[low - 1 - back];
        uint64_t size = variable->size > 0 ? variable->size : 1;
        if (address - variable->address < size) {
            return variable;
        }
    }
    return NULL;
}

static const char *
place_text(struct arena *arena, const char *name, uint64_t offset)
{
    return offset == 0
               ? name
               : arena_format(arena, "%s+0x%llx", name, (unsigned long long)offset);
}

void
image_place(struct image *image, uint64_t address, struct binary_place *out_place)
{
    *out_place = (struct binary_place){0};
    const struct section *section = image_section(image, address);
    if (section != NULL) {
        out_place->section = section->name;
        out_place->section_offset = address - section->address;
    }
    bool is_code = image_is_code(image, address);
    if (!is_code) {
        size_t n_variables = 0;
        (void)image_variables(image, &n_variables);
        const struct binary_variable *variable = variable_at(image, address);
        if (variable != NULL && variable->name != NULL) {
            out_place->symbol = variable->name;
            out_place->symbol_offset = address - variable->address;
            out_place->path = variable->path;
            out_place->line = variable->line;
            out_place->column = variable->column;
        }
    }
    if (out_place->symbol == NULL) {
        const struct symbol *symbol = image_symbol(image, address);
        if (symbol != NULL) {
            out_place->symbol = symbol->name;
            out_place->symbol_offset = address - symbol->address;
        }
    }
    out_place->readable = symbol_readable(image->arena, out_place->symbol);
    out_place->is_function = is_code;
    struct source_place source;
    if (is_code && dwarf_line(image, address, &source)) {
        out_place->path = source.path;
        out_place->line = source.line;
        out_place->column = source.column;
    }
    if (out_place->symbol != NULL) {
        out_place->text =
            place_text(image->arena, out_place->symbol, out_place->symbol_offset);
    }
    else if (out_place->section != NULL && out_place->section[0] != '\0') {
        out_place->text = arena_format(image->arena, "%s+0x%llx", out_place->section,
                                       (unsigned long long)out_place->section_offset);
    }
    else {
        out_place->text =
            arena_format(image->arena, "0x%llx", (unsigned long long)address);
    }
}
