#include "binary/image.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "binary/image_data.h"
#include "binary/limits.h"

/* SHT_RELR and DT_RELR are younger than some elf.h. */
#ifndef DT_RELR
#define DT_RELRSZ 35
#define DT_RELR 36
#endif

/* --- reading bytes --------------------------------------------------------- */

const struct segment *
image_segment(const struct image *image, uint64_t address)
{
    for (size_t i = 0; i < image->n_segments; i++) {
        const struct segment *segment = &image->segments[i];
        if (address >= segment->address
            && address - segment->address < segment->memory_size)
        {
            return segment;
        }
    }
    return NULL;
}

const uint8_t *
image_bytes(const struct image *image, uint64_t address, uint64_t size)
{
    const struct segment *segment = image_segment(image, address);
    if (segment == NULL) {
        return NULL;
    }
    uint64_t into = address - segment->address;
    if (into > segment->file_size || size > segment->file_size - into) {
        return NULL;
    }
    /* Segments were cut to the file when they were read. */
    return image->bytes + segment->offset + into;
}

static uint64_t
bytes_number(const struct image *image, const uint8_t *bytes, unsigned size)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++) {
        unsigned place = image->is_big_endian ? size - 1 - i : i;
        value |= (uint64_t)bytes[i] << (8 * place);
    }
    return value;
}

static bool
image_number(const struct image *image, uint64_t address, unsigned size,
             uint64_t *out_value)
{
    const uint8_t *bytes = image_bytes(image, address, size);
    if (bytes != NULL) {
        *out_value = bytes_number(image, bytes, size);
        return true;
    }
    const struct segment *segment = image_segment(image, address);
    if (segment == NULL || segment->memory_size - (address - segment->address) < size) {
        return false;
    }
    *out_value = 0; /* zero-filled (a word across the border counts as zero) */
    return true;
}

bool
image_word(const struct image *image, uint64_t address, uint64_t *out_word)
{
    return image_number(image, address, image->word_size, out_word);
}

bool
image_u32(const struct image *image, uint64_t address, uint32_t *out_value)
{
    uint64_t value = 0;
    if (!image_number(image, address, 4, &value)) {
        return false;
    }
    *out_value = (uint32_t)value;
    return true;
}

const char *
image_string(const struct image *image, uint64_t address)
{
    const struct segment *segment = image_segment(image, address);
    if (segment == NULL || address - segment->address >= segment->file_size) {
        return NULL;
    }
    uint64_t into = address - segment->address;
    uint64_t rest = segment->file_size - into;
    size_t limit = rest < LIMIT_STRING ? (size_t)rest : LIMIT_STRING;
    const char *string = (const char *)image->bytes + segment->offset + into;
    return memchr(string, '\0', limit) != NULL ? string : NULL;
}

size_t
image_relocation_at(const struct image *image, uint64_t address)
{
    size_t low = 0;
    size_t high = image->n_relocations;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->relocations[middle].address < address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low;
}

struct pointer
image_pointer(const struct image *image, uint64_t address)
{
    struct pointer pointer = {POINTER_UNMAPPED, 0, NULL};
    size_t i = image_relocation_at(image, address);
    if (i < image->n_relocations && image->relocations[i].address == address) {
        const struct relocation *relocation = &image->relocations[i];
        pointer.kind = relocation->import != NULL ? POINTER_IMPORT : POINTER_ADDRESS;
        pointer.value = relocation->value;
        pointer.import = relocation->import;
    }
    else if (image_word(image, address, &pointer.value)) {
        pointer.kind = pointer.value == 0 ? POINTER_NULL : POINTER_NUMBER;
    }
    return pointer;
}

/* --- what an address is ---------------------------------------------------- */

/* Sections are kept in the order of their addresses; well-formed ones do not
 * overlap. */
const struct section *
image_section(const struct image *image, uint64_t address)
{
    size_t low = 0;
    size_t high = image->n_sections;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->sections[middle].address <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    for (size_t back = 0; back < 4 && back < low; back++) {
        const struct section *section = &image->sections[low - 1 - back];
        if (address - section->address < section->size) {
            return section;
        }
    }
    return NULL;
}

enum binary_memory
image_memory(const struct image *image, uint64_t address)
{
    const struct segment *segment = image_segment(image, address);
    if (segment == NULL) {
        return MEMORY_UNKNOWN;
    }
    if (!segment->is_writable) {
        return MEMORY_CONSTANT;
    }
    if (address >= image->relro_begin && address < image->relro_end) {
        return MEMORY_RELRO;
    }
    return address - segment->address < segment->file_size ? MEMORY_DATA : MEMORY_ZERO;
}

bool
image_is_code(const struct image *image, uint64_t address)
{
    const struct segment *segment = image_segment(image, address);
    return segment != NULL && segment->is_code;
}

const struct symbol *
image_symbol(const struct image *image, uint64_t address)
{
    size_t low = 0;
    size_t high = image->n_symbols;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->symbols[middle].address <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    /* Symbols may nest or share an address: look a few back for one that
     * covers the address; the nearest label without a size is the second best. */
    const struct symbol *label = NULL;
    for (size_t back = 0; back < 16 && back < low; back++) {
        const struct symbol *symbol = &image->symbols[low - 1 - back];
        if (address - symbol->address < symbol->size) {
            return symbol;
        }
        if (symbol->size == 0 && label == NULL
            && (symbol->address == address
                || (symbol->type == STT_FUNC
                    && image_section(image, address)
                           == image_section(image, symbol->address))))
        {
            label = symbol;
        }
    }
    return label;
}

static int
compare_export(const void *a, const void *b)
{
    return strcmp(((const struct symbol *)a)->name, ((const struct symbol *)b)->name);
}

static int
compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const struct symbol *
image_export(const struct image *image, const char *name)
{
    struct symbol key = {.name = name};
    return image->n_exports == 0 ? NULL
                                 : bsearch(&key, image->exports, image->n_exports,
                                           sizeof(key), compare_export);
}

bool
image_imports(const struct image *image, const char *name)
{
    return image->n_imports > 0
           && bsearch(&name, image->imports, image->n_imports, sizeof(name),
                      compare_names)
                  != NULL;
}

/* --- headers --------------------------------------------------------------- */

static int
refuse_format(const char *name, const uint8_t *bytes, size_t size, struct error *err)
{
    static const struct {
        const char *magic;
        size_t n;
        const char *format;
    } known[] = {
        {"\xcf\xfa\xed\xfe", 4, "a Mach-O file (macOS)"},
        {"\xce\xfa\xed\xfe", 4, "a Mach-O file (macOS)"},
        {"\xfe\xed\xfa\xcf", 4, "a Mach-O file (macOS)"},
        {"\xfe\xed\xfa\xce", 4, "a Mach-O file (macOS)"},
        {"\xca\xfe\xba\xbe", 4, "a universal Mach-O file (macOS)"},
        {"MZ", 2, "a PE file (Windows)"},
        {"!<arch>\n", 8, "a static library"},
        {"!<thin>\n", 8, "a static library"},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(known); i++) {
        if (size >= known[i].n && memcmp(bytes, known[i].magic, known[i].n) == 0) {
            return error_set(err, ERROR_UNSUPPORTED,
                             "%s is %s, which is not covered: only ELF is", name,
                             known[i].format);
        }
    }
    return error_set(err, ERROR_FORMAT, "%s is not a compiled module: %s", name,
                     size == 0 ? "it is empty" : "it is not an ELF file");
}

static int
read_segments(struct image *image, struct error *err)
{
    size_t n = 0;
    if (elf_getphdrnum(image->elf, &n) != 0 || n == 0) {
        return error_set(err, ERROR_FORMAT, "%s has no program headers", image->name);
    }
    if (n > LIMIT_SEGMENTS) {
        return error_set(err, ERROR_LIMIT, "%s has %zu program headers", image->name,
                         n);
    }
    image->segments = ARENA_ARRAY(image->arena, struct segment, n);
    for (size_t i = 0; i < n; i++) {
        GElf_Phdr header;
        if (gelf_getphdr(image->elf, (int)i, &header) == NULL) {
            return error_set(err, ERROR_FORMAT, "%s is cut off in its program headers",
                             image->name);
        }
        if (header.p_type == PT_GNU_RELRO) {
            image->relro_begin = header.p_vaddr;
            image->relro_end = header.p_vaddr + header.p_memsz;
        }
        else if (header.p_type == PT_TLS) {
            image->thread_begin = header.p_vaddr;
            image->thread_size = header.p_memsz;
        }
        if (header.p_type != PT_LOAD || header.p_memsz == 0) {
            continue;
        }
        if (image->n_segments == LIMIT_LOADED_SEGMENTS) {
            return error_set(err, ERROR_LIMIT, "%s has more than %d segments to load",
                             image->name, LIMIT_LOADED_SEGMENTS);
        }
        if (header.p_offset > image->size
            || header.p_filesz > image->size - header.p_offset)
        {
            return error_set(
                err, ERROR_FORMAT,
                "%s is cut off: its segment at 0x%llx ends at byte %llu of "
                "a file of %zu bytes",
                image->name, (unsigned long long)header.p_vaddr,
                (unsigned long long)(header.p_offset + header.p_filesz), image->size);
        }
        if (header.p_filesz > header.p_memsz
            || header.p_memsz > UINT64_MAX - header.p_vaddr)
        {
            return error_set(err, ERROR_FORMAT, "%s has a segment of impossible size",
                             image->name);
        }
        image->segments[image->n_segments++] =
            (struct segment){header.p_vaddr,
                             header.p_memsz,
                             header.p_offset,
                             header.p_filesz,
                             (header.p_flags & PF_W) != 0,
                             (header.p_flags & PF_X) != 0};
    }
    if (image->n_segments == 0) {
        return error_set(err, ERROR_FORMAT, "%s has nothing to load", image->name);
    }
    return 0;
}

static int
compare_sections(const void *a, const void *b)
{
    const struct section *x = a;
    const struct section *y = b;
    if (x->address != y->address) {
        return x->address < y->address ? -1 : 1;
    }
    return (x->size > y->size) - (x->size < y->size);
}

/* Section headers are for names only; a file without them is fine.  Those that are
 * loaded are kept; .tbss has an address but takes no room. */
static void
read_sections(struct image *image)
{
    size_t n = 0;
    size_t names = 0;
    if (elf_getshdrnum(image->elf, &n) != 0 || n == 0 || n > LIMIT_SECTIONS) {
        return;
    }
    bool has_names = elf_getshdrstrndx(image->elf, &names) == 0;
    image->sections = ARENA_ARRAY(image->arena, struct section, n);
    Elf_Scn *scn = NULL;
    while ((scn = elf_nextscn(image->elf, scn)) != NULL && image->n_sections < n) {
        GElf_Shdr header;
        if (gelf_getshdr(scn, &header) == NULL || (header.sh_flags & SHF_ALLOC) == 0
            || (header.sh_type == SHT_NOBITS && (header.sh_flags & SHF_TLS) != 0))
        {
            continue;
        }
        const char *name =
            has_names ? elf_strptr(image->elf, names, header.sh_name) : NULL;
        image->sections[image->n_sections++] = (struct section){
            .name = name != NULL ? arena_string(image->arena, name) : "",
            .address = header.sh_addr,
            .size = header.sh_size,
            .is_writable = (header.sh_flags & SHF_WRITE) != 0,
            .is_code = (header.sh_flags & SHF_EXECINSTR) != 0,
            .has_bytes = header.sh_type != SHT_NOBITS,
        };
    }
    if (image->n_sections > 1) {
        qsort(image->sections, image->n_sections, sizeof(*image->sections),
              compare_sections);
    }
}

/* --- symbols --------------------------------------------------------------- */

static int
compare_symbols(const void *a, const void *b)
{
    const struct symbol *x = a;
    const struct symbol *y = b;
    if (x->address != y->address) {
        return x->address < y->address ? -1 : 1;
    }
    if (x->size != y->size) {
        return x->size < y->size ? -1 : 1;
    }
    if (x->is_global != y->is_global) {
        return x->is_global ? 1 : -1;
    }
    return strcmp(x->name, y->name);
}

/* Mapping symbols ($d, $x), section and file symbols name nothing. */
static bool
symbol_is_useful(const GElf_Sym *raw, const char *name)
{
    unsigned type = GELF_ST_TYPE(raw->st_info);
    return name != NULL && name[0] != '\0' && name[0] != '$'
           && raw->st_shndx != SHN_UNDEF && raw->st_shndx != SHN_ABS
           && (type == STT_OBJECT || type == STT_FUNC || type == STT_TLS
               || type == STT_NOTYPE || type == STT_GNU_IFUNC || type == STT_COMMON);
}

/* The name at OFFSET of a string table (borrowed from the file), or NULL. */
static const char *
table_string(const struct image *image, const GElf_Shdr *strings, uint64_t offset)
{
    if ((strings->sh_flags & SHF_COMPRESSED) != 0 || strings->sh_offset > image->size
        || strings->sh_size > image->size - strings->sh_offset
        || offset >= strings->sh_size)
    {
        return NULL;
    }
    const char *name = (const char *)image->bytes + strings->sh_offset + offset;
    uint64_t rest = strings->sh_size - offset;
    size_t limit = rest < LIMIT_STRING ? (size_t)rest : LIMIT_STRING;
    return memchr(name, '\0', limit) != NULL ? name : NULL;
}

static void
read_symbol_section(struct image *image, Elf_Scn *scn, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(scn, NULL);
    Elf_Scn *strings_scn = elf_getscn(image->elf, header->sh_link);
    GElf_Shdr strings;
    if (data == NULL || strings_scn == NULL
        || gelf_getshdr(strings_scn, &strings) == NULL)
    {
        return;
    }
    size_t n =
        data->d_size / (image->word_size == 8 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym));
    if (n > LIMIT_SYMBOLS) {
        n = LIMIT_SYMBOLS;
    }
    image->symbols = ARENA_ARRAY(image->arena, struct symbol, n + 1);
    image->thread_symbols = ARENA_ARRAY(image->arena, struct symbol, n + 1);
    for (size_t i = 0; i < n; i++) {
        GElf_Sym raw;
        if (gelf_getsym(data, (int)i, &raw) == NULL) {
            break;
        }
        const char *name = table_string(image, &strings, raw.st_name);
        if (!symbol_is_useful(&raw, name)) {
            continue;
        }
        uint8_t type = (uint8_t)GELF_ST_TYPE(raw.st_info);
        struct symbol symbol = {name, raw.st_value, raw.st_size, type,
                                GELF_ST_BIND(raw.st_info) != STB_LOCAL};
        if (type == STT_TLS) {
            image->thread_symbols[image->n_thread_symbols++] = symbol;
        }
        else {
            image->symbols[image->n_symbols++] = symbol;
        }
    }
}

static void
read_symbols(struct image *image)
{
    Elf_Scn *best = NULL;
    GElf_Shdr best_header = {0};
    Elf_Scn *scn = NULL;
    size_t n = 0;
    while ((scn = elf_nextscn(image->elf, scn)) != NULL && n++ < LIMIT_SECTIONS) {
        GElf_Shdr header;
        if (gelf_getshdr(scn, &header) == NULL) {
            continue;
        }
        if (header.sh_type == SHT_SYMTAB
            || (header.sh_type == SHT_DYNSYM && best == NULL))
        {
            best = scn;
            best_header = header;
            if (header.sh_type == SHT_SYMTAB) {
                break;
            }
        }
    }
    image->is_stripped = best == NULL || best_header.sh_type != SHT_SYMTAB;
    if (best != NULL) {
        read_symbol_section(image, best, &best_header);
    }
    if (image->n_symbols > 1) {
        qsort(image->symbols, image->n_symbols, sizeof(struct symbol), compare_symbols);
    }
    if (image->n_thread_symbols > 1) {
        qsort(image->thread_symbols, image->n_thread_symbols, sizeof(struct symbol),
              compare_symbols);
    }
}

/* --- the dynamic segment: what the loader goes by ---------------------------- */

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
    case DT_RELR:
        dynamic->relr = value;
        break;
    case DT_RELRSZ:
        dynamic->relr_size = value;
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
    uint32_t last = 0;
    for (uint32_t i = 0; i < n_buckets; i++) {
        uint32_t bucket = 0;
        if (!image_u32(image, buckets + 4ULL * i, &bucket)) {
            return 0;
        }
        last = bucket > last ? bucket : last;
    }
    if (last < first) {
        return first;
    }
    uint64_t chain = buckets + 4ULL * n_buckets;
    for (; last < LIMIT_SYMBOLS; last++) {
        uint32_t hash = 0;
        if (!image_u32(image, chain + 4ULL * (last - first), &hash)) {
            return 0;
        }
        if ((hash & 1) != 0) {
            break;
        }
    }
    return (uint64_t)last + 1;
}

static bool
read_dynamic(struct image *image, struct dynamic *dynamic)
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
    };
    *out_is_defined = section != SHN_UNDEF;
    return true;
}

static void
read_dynamic_symbols(struct image *image, const struct dynamic *dynamic)
{
    uint64_t n = dynamic->n_symbols;
    uint64_t entry = image->word_size == 8 ? 24 : 16;
    /* A hash table leaves undefined symbols out at its end only if there are no
     * defined ones; the string table usually follows the symbols. */
    if (dynamic->strings > dynamic->symbols) {
        uint64_t fits = (dynamic->strings - dynamic->symbols) / entry;
        n = n < fits && dynamic->hash == 0 ? fits : n;
    }
    n = n < LIMIT_SYMBOLS ? n : LIMIT_SYMBOLS;
    while (n > 0 && image_bytes(image, dynamic->symbols, n * entry) == NULL) {
        n /= 2;
    }
    image->exports = ARENA_ARRAY(image->arena, struct symbol, n + 1);
    image->imports = ARENA_ARRAY(image->arena, const char *, n + 1);
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
        }
    }
    if (image->n_exports > 1) {
        qsort(image->exports, image->n_exports, sizeof(struct symbol), compare_export);
    }
    if (image->n_imports > 1) {
        qsort(image->imports, image->n_imports, sizeof(char *), compare_names);
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
    if (list->n < LIMIT_RELOCATIONS) {
        ARENA_GROW(image->arena, list->items, list->n, list->capacity);
        list->items[list->n++] = (struct relocation){address, value, import};
    }
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

/* --- opening --------------------------------------------------------------- */

static int
image_read(struct image *image, struct error *err)
{
    elf_version(EV_CURRENT);
    /* libelf does not write to memory that it was only told to read. */
    char *bytes = (char *)(uintptr_t)image->bytes;
    image->elf = elf_memory(bytes, image->size);
    GElf_Ehdr header;
    if (image->elf == NULL || elf_kind(image->elf) != ELF_K_ELF
        || gelf_getehdr(image->elf, &header) == NULL)
    {
        return error_set(err, ERROR_FORMAT, "%s has a broken ELF header", image->name);
    }
    if (header.e_type != ET_DYN && header.e_type != ET_EXEC) {
        bool is_object = header.e_type == ET_REL;
        return error_set(err, is_object ? ERROR_UNSUPPORTED : ERROR_FORMAT,
                         "%s is %s, not a shared library", image->name,
                         is_object                  ? "an object file"
                         : header.e_type == ET_CORE ? "a core dump"
                                                    : "an ELF file of unknown type");
    }
    image->machine = header.e_machine;
    image->is_big_endian = header.e_ident[EI_DATA] == ELFDATA2MSB;
    image->word_size = header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
    if (read_segments(image, err) != 0) {
        return -1;
    }
    read_sections(image);
    read_symbols(image);
    struct dynamic dynamic = {0};
    if (!read_dynamic(image, &dynamic)) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s has no dynamic segment: it is not a shared library",
                         image->name);
    }
    read_dynamic_symbols(image, &dynamic);
    read_relocations(image, &dynamic);
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

struct image *
image_open_bytes(struct arena *arena, const char *name, const char *bytes, size_t size,
                 struct error *err)
{
    const uint8_t *start = (const uint8_t *)bytes;
    if (size < EI_NIDENT || memcmp(bytes, ELFMAG, SELFMAG) != 0) {
        refuse_format(name, start, size, err);
        return NULL;
    }
    struct image *image = ARENA_NEW(arena, struct image);
    image->arena = arena;
    image->name = name;
    image->bytes = start;
    image->size = size;
    if (image_read(image, err) != 0) {
        image_close(image);
        return NULL;
    }
    return image;
}

struct image *
image_open(struct arena *arena, const char *path, struct error *err)
{
    char *bytes = NULL;
    size_t size = 0;
    if (file_read(arena, path, LIMIT_BINARY_SIZE, &bytes, &size, NULL, err) != 0) {
        return NULL;
    }
    return image_open_bytes(arena, path, bytes, size, err);
}

void
image_close(struct image *image)
{
    if (image == NULL) {
        return;
    }
    if (image->dwarf != NULL) {
        dwarf_end(image->dwarf);
        image->dwarf = NULL;
    }
    if (image->elf != NULL) {
        elf_end(image->elf);
        image->elf = NULL;
    }
}

void
image_cleanup(struct image **image)
{
    image_close(*image);
}

Dwarf *
image_dwarf(struct image *image)
{
    if (!image->dwarf_tried) {
        image->dwarf_tried = true;
        image->dwarf = dwarf_begin_elf(image->elf, DWARF_C_READ, NULL);
    }
    return image->dwarf;
}

/* --- variables ------------------------------------------------------------- */

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
        }
    }
    if (out_place->symbol == NULL) {
        const struct symbol *symbol = image_symbol(image, address);
        if (symbol != NULL) {
            out_place->symbol = symbol->name;
            out_place->symbol_offset = address - symbol->address;
        }
    }
    out_place->is_function = is_code;
    if (is_code) {
        (void)dwarf_line(image, address, &out_place->path, &out_place->line);
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
