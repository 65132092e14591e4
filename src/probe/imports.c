#include "probe/imports.h"

#include "probe/image.h"

#include <elf.h>
#include <link.h>
#include <stddef.h>

#if defined(__x86_64__)
#define SLOT_CALLED R_X86_64_JUMP_SLOT
#define SLOT_READ R_X86_64_GLOB_DAT
#elif defined(__aarch64__)
#define SLOT_CALLED R_AARCH64_JUMP_SLOT
#define SLOT_READ R_AARCH64_GLOB_DAT
#else
#define SLOT_CALLED 0 /* nothing is found: R_…_NONE has no symbol */
#define SLOT_READ 0
#endif

struct visitor {
    uintptr_t base;
    void (*visit)(void *data, const char *name, uintptr_t *slot);
    void *data;
};

struct tables {
    const ElfW(Rela) *relocations[2]; /* of calls, and of all the rest */
    size_t sizes[2];                  /* bytes */
    const ElfW(Sym) *symbols;
    const char *strings;
};

/* The dynamic linker of glibc has added the base to these; others have not. */
static const void *
at(uintptr_t base, uintptr_t address)
{
    return (const void *)(address < base ? base + address : address);
}

static void
read_tables(const ElfW(Dyn) *entry, uintptr_t base, struct tables *tables)
{
    for (; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
            case DT_JMPREL:
                tables->relocations[0] = at(base, entry->d_un.d_ptr);
                break;
            case DT_PLTRELSZ:
                tables->sizes[0] = entry->d_un.d_val;
                break;
            case DT_RELA:
                tables->relocations[1] = at(base, entry->d_un.d_ptr);
                break;
            case DT_RELASZ:
                tables->sizes[1] = entry->d_un.d_val;
                break;
            case DT_SYMTAB:
                tables->symbols = at(base, entry->d_un.d_ptr);
                break;
            case DT_STRTAB:
                tables->strings = at(base, entry->d_un.d_ptr);
                break;
            default:
                break;
        }
    }
}

static void
visit_relocation(const struct visitor *visitor, const struct tables *tables,
                 const ElfW(Rela) *relocation)
{
    unsigned long type = ELF64_R_TYPE(relocation->r_info);
    size_t symbol = ELF64_R_SYM(relocation->r_info);
    if (symbol != 0 && (type == SLOT_CALLED || type == SLOT_READ)) {
        visitor->visit(visitor->data,
                       tables->strings + tables->symbols[symbol].st_name,
                       (uintptr_t *)(visitor->base + relocation->r_offset));
    }
}

static int
visit_image(struct dl_phdr_info *info, size_t size, void *data)
{
    const struct visitor *visitor = data;
    struct tables tables = {.symbols = NULL};
    (void)size;
    if (info->dlpi_addr != visitor->base) {
        return 0;
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) {
            uintptr_t address = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            read_tables((const ElfW(Dyn) *)address, info->dlpi_addr, &tables);
        }
    }
    for (int table = 0; table < 2 && tables.symbols != NULL && tables.strings != NULL;
         table++)
    {
        size_t n = tables.sizes[table] / sizeof(ElfW(Rela));
        for (size_t i = 0; tables.relocations[table] != NULL && i < n; i++) {
            visit_relocation(visitor, &tables, &tables.relocations[table][i]);
        }
    }
    return 1;
}

void
imports_visit(const struct image *image,
              void (*visit)(void *data, const char *name, uintptr_t *slot), void *data)
{
    struct visitor visitor = {image->base, visit, data};
    dl_iterate_phdr(visit_image, &visitor);
}
