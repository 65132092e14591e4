/* The dynamic segment, which is what the loader goes by: symbols that are exported
 * and imported, libraries needed, relocations.  Section headers have no say. */
#include <stdlib.h>
#include <string.h>

#include "binary/image_data.h"
#include "binary/limits.h"

/* SHT_RELR and DT_RELR are younger than some elf.h. */
#ifndef DT_RELR
#define DT_RELRSZ 35
#define DT_RELR 36
#endif

struct dynamic {
    uint64_t strings, strings_size;
    uint64_t symbols;
    uint64_t n_symbols;
    uint64_t hash, gnu_hash;
    uint64_t rela, rela_size;
    uint64_t rel, rel_size;
    uint64_t jump, jump_size;
    bool jump_has_addend;
    uint64_t relr, relr_size;
    uint64_t global_table;
    struct range init_array, fini_array;
    uint64_t needed[256]; /* offsets in the string table */
    size_t n_needed;
};

static void
dynamic_add(struct dynamic *dynamic, uint64_t tag, uint64_t value)
{
    switch (tag) {
    case DT_STRTAB:
        dynamic->strings = value;
        break;
    case DT_STRSZ:
        dynamic->strings_size = value;
        break;
    case DT_SYMTAB:
        dynamic->symbols = value;
        break;
    case DT_HASH:
        dynamic->hash = value;
        break;
    case DT_GNU_HASH:
        dynamic->gnu_hash = value;
        break;
    case DT_RELA:
        dynamic->rela = value;
        break;
    case DT_RELASZ:
        dynamic->rela_size = value;
        break;
    case DT_REL:
        dynamic->rel = value;
        break;
    case DT_RELSZ:
        dynamic->rel_size = value;
        break;
    case DT_JMPREL:
        dynamic->jump = value;
        break;
    case DT_PLTRELSZ:
        dynamic->jump_size = value;
        break;
    case DT_PLTREL:
        dynamic->jump_has_addend = value == DT_RELA;
        break;
    case DT_PLTGOT:
        dynamic->global_table = value;
        break;
    case DT_RELR:
        dynamic->relr = value;
        break;
    case DT_RELRSZ:
        dynamic->relr_size = value;
        break;
    case DT_INIT_ARRAY:
        dynamic->init_array.address = value;
        break;
    case DT_INIT_ARRAYSZ:
        dynamic->init_array.size = value;
        break;
    case DT_FINI_ARRAY:
        dynamic->fini_array.address = value;
        break;
    case DT_FINI_ARRAYSZ:
        dynamic->fini_array.size = value;
        break;
    case DT_NEEDED:
        if (dynamic->n_needed < ARRAY_LENGTH(dynamic->needed)) {
            dynamic->needed[dynamic->n_needed++] = value;
        }
        break;
    default:
        break;
    }
}

/* How many symbols the GNU hash table knows of: the highest chain ends it.
 * Layout: nbuckets, symoffset, bloom_size, bloom_shift, bloom[], buckets[],
 * chain[] (glibc elf/dl-lookup.c). */
static uint64_t
gnu_hash_symbols(const struct image *image, uint64_t table)
{
    uint32_t n_buckets = 0;
    uint32_t first = 0;
    uint32_t n_bloom = 0;
    if (!image_u32(image, table, &n_buckets) || !image_u32(image, table + 4, &first)
        || !image_u32(image, table + 8, &n_bloom) || n_buckets > LIMIT_SYMBOLS)
    {
        return 0;
    }
    uint64_t buckets = table + 16 + (uint64_t)n_bloom * image->word_size;
    const uint8_t *raw = image_bytes(image, buckets, 4ULL * n_buckets);
    if (raw == NULL) {
        return 0;
    }
    uint32_t last = 0;
    for (uint32_t i = 0; i < n_buckets; i++) {
        uint32_t bucket = (uint32_t)bytes_number(image, raw + 4ULL * i, 4);
        last = bucket > last ? bucket : last;
    }
    if (last < first) {
        return first;
    }
    uint64_t chain = buckets + 4ULL * n_buckets;
    for (; last < LIMIT_SYMBOLS; last++) {
        raw = image_bytes(image, chain + 4ULL * (last - first), 4);
        if (raw == NULL) {
            return 0;
        }
        if ((bytes_number(image, raw, 4) & 1) != 0) {
            break;
        }
    }
    return (uint64_t)last + 1;
}

static bool
read_segment(struct image *image, struct dynamic *dynamic)
{
    size_t n = 0;
    if (elf_getphdrnum(image->elf, &n) != 0) {
        return false;
    }
    for (size_t i = 0; i < n && i < LIMIT_SEGMENTS; i++) {
        GElf_Phdr header;
        if (gelf_getphdr(image->elf, (int)i, &header) == NULL
            || header.p_type != PT_DYNAMIC)
        {
            continue;
        }
        uint64_t entry = 2ULL * image->word_size;
        for (uint64_t at = 0; at + entry <= header.p_memsz; at += entry) {
            uint64_t tag = 0;
            uint64_t value = 0;
            if (!image_word(image, header.p_vaddr + at, &tag)
                || !image_word(image, header.p_vaddr + at + image->word_size, &value)
                || tag == DT_NULL)
            {
                break;
            }
            dynamic_add(dynamic, tag, value);
        }
        uint32_t n_chain = 0;
        if (dynamic->hash != 0 && image_u32(image, dynamic->hash + 4, &n_chain)) {
            dynamic->n_symbols = n_chain;
        }
        else if (dynamic->gnu_hash != 0) {
            dynamic->n_symbols = gnu_hash_symbols(image, dynamic->gnu_hash);
        }
        return true;
    }
    return false;
}

/* Symbol INDEX of the dynamic table.  Returns false if it is not in the file. */
static bool
dynamic_symbol(const struct image *image, const struct dynamic *dynamic, uint64_t index,
               struct symbol *out_symbol, bool *out_is_defined)
{
    unsigned entry = image->word_size == 8 ? 24 : 16;
    if (index > LIMIT_SYMBOLS) {
        return false;
    }
    const uint8_t *raw = image_bytes(image, dynamic->symbols + index * entry, entry);
    if (raw == NULL) {
        return false;
    }
    bool wide = image->word_size == 8;
    uint64_t name = bytes_number(image, raw, 4);
    uint8_t info = raw[wide ? 4 : 12];
    uint64_t section = bytes_number(image, raw + (wide ? 6 : 14), 2);
    const char *string = name < dynamic->strings_size
                             ? image_string(image, dynamic->strings + name)
                             : NULL;
    if (string == NULL) {
        return false;
    }
    *out_symbol = (struct symbol){
        .name = string,
        .address = bytes_number(image, raw + (wide ? 8 : 4), image->word_size),
        .size = bytes_number(image, raw + (wide ? 16 : 8), image->word_size),
        .type = info & 0xf,
        .is_global = (info >> 4) != STB_LOCAL,
        .is_strong = (info >> 4) == STB_GLOBAL,
    };
    *out_is_defined = section != SHN_UNDEF;
    return true;
}

static void
read_dynamic_symbols(struct image *image, const struct dynamic *dynamic)
{
    uint64_t n = dynamic->n_symbols;
    uint64_t entry = image->word_size == 8 ? 24 : 16;
    /* A GNU hash table counts to the last defined symbol, behind which no others
     * come.  Without a defined one it says nothing: the string table usually follows
     * the symbols. */
    if (n <= 1 && dynamic->hash == 0 && dynamic->strings > dynamic->symbols) {
        n = (dynamic->strings - dynamic->symbols) / entry;
    }
    n = n < LIMIT_SYMBOLS ? n : LIMIT_SYMBOLS;
    while (n > 0 && image_bytes(image, dynamic->symbols, n * entry) == NULL) {
        n /= 2;
    }
    image->exports = ARENA_ARRAY(image->arena, struct symbol, n + 1);
    image->imports = ARENA_ARRAY(image->arena, const char *, n + 1);
    image->weak_imports = ARENA_ARRAY(image->arena, const char *, n + 1);
    for (uint64_t i = 1; i < n; i++) {
        struct symbol symbol;
        bool is_defined = false;
        if (!dynamic_symbol(image, dynamic, i, &symbol, &is_defined)
            || symbol.name[0] == '\0')
        {
            continue;
        }
        if (is_defined) {
            image->exports[image->n_exports++] = symbol;
        }
        else {
            image->imports[image->n_imports++] = symbol.name;
            if (!symbol.is_strong) {
                image->weak_imports[image->n_weak_imports++] = symbol.name;
            }
        }
    }
    if (image->n_exports > 1) {
        qsort(image->exports, image->n_exports, sizeof(struct symbol), compare_export);
    }
    if (image->n_imports > 1) {
        qsort(image->imports, image->n_imports, sizeof(char *), compare_names);
    }
    if (image->n_weak_imports > 1) {
        qsort(image->weak_imports, image->n_weak_imports, sizeof(char *),
              compare_names);
    }
}

/* --- relocations ----------------------------------------------------------- */

/* The relocations that make pointers, per machine (psABI of each). */
static const struct machine {
    uint16_t machine;
    uint32_t relative, absolute, got, jump;
} machines[] = {
    {EM_X86_64, R_X86_64_RELATIVE, R_X86_64_64, R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT},
    {EM_AARCH64, R_AARCH64_RELATIVE, R_AARCH64_ABS64, R_AARCH64_GLOB_DAT,
     R_AARCH64_JUMP_SLOT},
    {EM_386, R_386_RELATIVE, R_386_32, R_386_GLOB_DAT, R_386_JMP_SLOT},
    {EM_ARM, R_ARM_RELATIVE, R_ARM_ABS32, R_ARM_GLOB_DAT, R_ARM_JUMP_SLOT},
    {EM_PPC64, R_PPC64_RELATIVE, R_PPC64_ADDR64, R_PPC64_GLOB_DAT, R_PPC64_JMP_SLOT},
    {EM_PPC, R_PPC_RELATIVE, R_PPC_ADDR32, R_PPC_GLOB_DAT, R_PPC_JMP_SLOT},
    {EM_S390, R_390_RELATIVE, R_390_64, R_390_GLOB_DAT, R_390_JMP_SLOT},
    {EM_RISCV, R_RISCV_RELATIVE, R_RISCV_64, R_RISCV_64, R_RISCV_JUMP_SLOT},
};

static const struct machine *
machine_find(uint16_t number)
{
    for (size_t i = 0; i < ARRAY_LENGTH(machines); i++) {
        if (machines[i].machine == number) {
            return &machines[i];
        }
    }
    return NULL;
}

struct relocation_list {
    struct relocation *items;
    size_t n, capacity;
};

static void
relocation_add(struct image *image, struct relocation_list *list, uint64_t address,
               uint64_t value, const char *import)
{
    if (list->n >= LIMIT_RELOCATIONS) {
        image->is_cut = true;
        return;
    }
    ARENA_GROW(image->arena, list->items, list->n, list->capacity);
    list->items[list->n++] = (struct relocation){address, value, import};
}

static void
read_relocation_table(struct image *image, const struct dynamic *dynamic,
                      const struct machine *machine, uint64_t table, uint64_t size,
                      bool has_addend, struct relocation_list *list)
{
    unsigned word = image->word_size;
    uint64_t entry = (has_addend ? 3ULL : 2ULL) * word;
    const uint8_t *raw = image_bytes(image, table, size);
    if (raw == NULL) {
        return;
    }
    for (uint64_t at = 0; at + entry <= size; at += entry) {
        uint64_t address = bytes_number(image, raw + at, word);
        uint64_t info = bytes_number(image, raw + at + word, word);
        uint32_t type = word == 8 ? (uint32_t)info : (uint32_t)(info & 0xff);
        uint64_t index = word == 8 ? info >> 32 : info >> 8;
        uint64_t addend = 0;
        if (has_addend) {
            addend = bytes_number(image, raw + at + 2ULL * word, word);
        }
        else if (type != machine->jump && type != machine->got) {
            (void)image_word(image, address, &addend);
        }
        if (type == machine->relative) {
            relocation_add(image, list, address, addend, NULL);
            continue;
        }
        struct symbol symbol;
        bool is_defined = false;
        if ((type != machine->absolute && type != machine->got && type != machine->jump)
            || !dynamic_symbol(image, dynamic, index, &symbol, &is_defined))
        {
            continue;
        }
        relocation_add(image, list, address, is_defined ? symbol.address + addend : 0,
                       is_defined ? NULL : symbol.name);
    }
}

/* DT_RELR: an even word is an address, an odd one a bitmap of the words after
 * the last address (gABI, "Relative relocation table"). */
static void
read_relative_table(struct image *image, const struct dynamic *dynamic,
                    struct relocation_list *list)
{
    unsigned word = image->word_size;
    const uint8_t *raw = image_bytes(image, dynamic->relr, dynamic->relr_size);
    if (raw == NULL || dynamic->relr == 0) {
        return;
    }
    uint64_t next = 0;
    for (uint64_t at = 0; at + word <= dynamic->relr_size; at += word) {
        uint64_t value = bytes_number(image, raw + at, word);
        uint64_t target = 0;
        if ((value & 1) == 0) {
            if (image_word(image, value, &target)) {
                relocation_add(image, list, value, target, NULL);
            }
            next = value + word;
            continue;
        }
        for (unsigned bit = 0; bit < 8 * word - 1; bit++) {
            uint64_t address = next + (uint64_t)bit * word;
            if (((value >> (bit + 1)) & 1) != 0 && image_word(image, address, &target))
            {
                relocation_add(image, list, address, target, NULL);
            }
        }
        next += (8ULL * word - 1) * word;
    }
}

static int
compare_relocations(const void *a, const void *b)
{
    const struct relocation *x = a;
    const struct relocation *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

static void
read_relocations(struct image *image, const struct dynamic *dynamic)
{
    const struct machine *machine = machine_find(image->machine);
    image->machine_is_known = machine != NULL;
    if (machine == NULL) {
        return;
    }
    struct relocation_list list = {0};
    read_relocation_table(image, dynamic, machine, dynamic->rela, dynamic->rela_size,
                          true, &list);
    read_relocation_table(image, dynamic, machine, dynamic->rel, dynamic->rel_size,
                          false, &list);
    read_relocation_table(image, dynamic, machine, dynamic->jump, dynamic->jump_size,
                          dynamic->jump_has_addend, &list);
    read_relative_table(image, dynamic, &list);
    image->relocations = list.items;
    image->n_relocations = list.n;
    bool is_sorted = true;
    for (size_t i = 1; i < list.n && is_sorted; i++) {
        is_sorted = list.items[i - 1].address <= list.items[i].address;
    }
    if (!is_sorted) {
        qsort(list.items, list.n, sizeof(*list.items), compare_relocations);
    }
}

/* --- all of it --------------------------------------------------------------- */

int
dynamic_read(struct image *image, struct error *err)
{
    struct dynamic dynamic = {0};
    if (!read_segment(image, &dynamic)) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s has no dynamic segment: it is not a shared library",
                         image->name);
    }
    read_dynamic_symbols(image, &dynamic);
    read_relocations(image, &dynamic);
    image->global_table = dynamic.global_table;
    image->init_array = dynamic.init_array;
    image->fini_array = dynamic.fini_array;
    image->needed = ARENA_ARRAY(image->arena, const char *, dynamic.n_needed + 1);
    for (size_t i = 0; i < dynamic.n_needed; i++) {
        const char *name =
            dynamic.needed[i] < dynamic.strings_size
                ? image_string(image, dynamic.strings + dynamic.needed[i])
                : NULL;
        if (name != NULL) {
            image->needed[image->n_needed++] = name;
        }
    }
    return 0;
}
