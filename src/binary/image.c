#include "binary/image.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "binary/debug_file.h"
#include "binary/disassembler.h"
#include "binary/image_data.h"
#include "binary/limits.h"

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

uint64_t
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

/* Linkers that do not part code from constants put both into one segment: sections tell
 * them apart, where the file has any. */
bool
image_is_code(const struct image *image, uint64_t address)
{
    const struct segment *segment = image_segment(image, address);
    if (segment == NULL || !segment->is_code) {
        return false;
    }
    const struct section *section = image_section(image, address);
    return section != NULL ? section->is_code : image->n_sections == 0;
}

bool
image_is_data(const struct image *image, uint64_t address)
{
    const struct segment *segment = image_segment(image, address);
    return segment != NULL
           && (image->n_sections == 0 || !image_is_code(image, address));
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

int
compare_export(const void *a, const void *b)
{
    return strcmp(((const struct symbol *)a)->name, ((const struct symbol *)b)->name);
}

int
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
                             "%s is %s; only ELF files are supported", name,
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
            return error_set(err, ERROR_FORMAT,
                             "%s is truncated in its program headers", image->name);
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
            return error_set(err, ERROR_LIMIT, "%s has more than %d loadable segments",
                             image->name, LIMIT_LOADED_SEGMENTS);
        }
        if (header.p_offset > image->size
            || header.p_filesz > image->size - header.p_offset)
        {
            return error_set(err, ERROR_FORMAT,
                             "%s is truncated: its segment at 0x%llx ends at byte "
                             "%llu, but the file has %zu bytes",
                             image->name, (unsigned long long)header.p_vaddr,
                             (unsigned long long)(header.p_offset + header.p_filesz),
                             image->size);
        }
        if (header.p_filesz > header.p_memsz
            || header.p_memsz > UINT64_MAX - header.p_vaddr)
        {
            return error_set(err, ERROR_FORMAT, "%s has a segment with an invalid size",
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
        return error_set(err, ERROR_FORMAT, "%s has no loadable segment", image->name);
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

/* One of the files that an image is read from. */
struct file_bytes {
    Elf *elf;
    const uint8_t *bytes;
    size_t size;
};

/* The name at OFFSET of a string table (borrowed from the file), or NULL. */
static const char *
table_string(const struct file_bytes *file, const GElf_Shdr *strings, uint64_t offset)
{
    if ((strings->sh_flags & SHF_COMPRESSED) != 0 || strings->sh_offset > file->size
        || strings->sh_size > file->size - strings->sh_offset
        || offset >= strings->sh_size)
    {
        return NULL;
    }
    const char *name = (const char *)file->bytes + strings->sh_offset + offset;
    uint64_t rest = strings->sh_size - offset;
    size_t limit = rest < LIMIT_STRING ? (size_t)rest : LIMIT_STRING;
    return memchr(name, '\0', limit) != NULL ? name : NULL;
}

static void
read_symbol_section(struct image *image, const struct file_bytes *file, Elf_Scn *scn,
                    const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(scn, NULL);
    Elf_Scn *strings_scn = elf_getscn(file->elf, header->sh_link);
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
        const char *name = table_string(file, &strings, raw.st_name);
        if (!symbol_is_useful(&raw, name)) {
            continue;
        }
        uint8_t type = (uint8_t)GELF_ST_TYPE(raw.st_info);
        struct symbol symbol = {
            .name = name,
            .address = raw.st_value,
            .size = raw.st_size,
            .type = type,
            .is_global = GELF_ST_BIND(raw.st_info) != STB_LOCAL,
            .is_strong = GELF_ST_BIND(raw.st_info) == STB_GLOBAL,
        };
        if (type == STT_TLS) {
            image->thread_symbols[image->n_thread_symbols++] = symbol;
        }
        else {
            image->symbols[image->n_symbols++] = symbol;
        }
    }
}

/* The whole symbol table of FILE, else that of dynamic symbols.  Returns false if it has
 * no whole one. */
static bool
read_symbols_of(struct image *image, const struct file_bytes *file)
{
    Elf_Scn *best = NULL;
    GElf_Shdr best_header = {0};
    Elf_Scn *scn = NULL;
    size_t n = 0;
    while ((scn = elf_nextscn(file->elf, scn)) != NULL && n++ < LIMIT_SECTIONS) {
        GElf_Shdr header;
        if (gelf_getshdr(scn, &header) == NULL || header.sh_type == SHT_NOBITS) {
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
    if (best != NULL) {
        image->n_symbols = image->n_thread_symbols = 0;
        read_symbol_section(image, file, best, &best_header);
    }
    return best != NULL && best_header.sh_type == SHT_SYMTAB;
}

static void
read_symbols(struct image *image)
{
    const struct file_bytes own = {image->elf, image->bytes, image->size};
    const struct file_bytes other = {image->debug_elf, image->debug_bytes,
                                     image->debug_size};
    image->is_stripped = !read_symbols_of(image, &own);
    if (image->is_stripped && image->debug_elf != NULL) {
        image->is_stripped = !read_symbols_of(image, &other);
    }
    if (image->n_symbols > 1) {
        qsort(image->symbols, image->n_symbols, sizeof(struct symbol), compare_symbols);
    }
    if (image->n_thread_symbols > 1) {
        qsort(image->thread_symbols, image->n_thread_symbols, sizeof(struct symbol),
              compare_symbols);
    }
}

/* --- opening --------------------------------------------------------------- */

static int
image_read(struct image *image, const struct debug_search *search, struct error *err)
{
    elf_version(EV_CURRENT);
    /* libelf does not write to memory that it was only told to read. */
    char *bytes = (char *)(uintptr_t)image->bytes;
    image->elf = elf_memory(bytes, image->size);
    GElf_Ehdr header;
    if (image->elf == NULL || elf_kind(image->elf) != ELF_K_ELF
        || gelf_getehdr(image->elf, &header) == NULL)
    {
        return error_set(err, ERROR_FORMAT, "%s has an invalid ELF header",
                         image->name);
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
    if (search != NULL) {
        debug_file_find(image, search);
    }
    read_symbols(image);
    if (dynamic_read(image, err) != 0) {
        return -1;
    }
    disassembler_open(image);
    return 0;
}

struct image *
image_open_bytes(struct arena *arena, const char *name, const char *bytes, size_t size,
                 const struct debug_search *search, struct error *err)
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
    if (image_read(image, search, err) != 0) {
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
    const struct debug_search search = {.path = path};
    return image_open_bytes(arena, path, bytes, size, &search, err);
}

void
image_close(struct image *image)
{
    if (image == NULL) {
        return;
    }
    disassembler_close(image);
    if (image->dwarf != NULL) {
        dwarf_end(image->dwarf);
        image->dwarf = NULL;
    }
    if (image->alternative != NULL) {
        dwarf_end(image->alternative);
        image->alternative = NULL;
    }
    Elf **const elves[] = {&image->alternative_elf, &image->debug_elf, &image->elf};
    for (size_t i = 0; i < ARRAY_LENGTH(elves); i++) {
        elf_end(*elves[i]); /* NULL is fine */
        *elves[i] = NULL;
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
        bool is_parted = image->debug_elf != NULL
                         && !elf_has_section(image->elf, ".debug_info")
                         && !elf_has_section(image->elf, ".zdebug_info");
        image->dwarf = dwarf_begin_elf(is_parted ? image->debug_elf : image->elf,
                                       DWARF_C_READ, NULL);
        if (image->dwarf != NULL && !debug_file_connect(image)) {
            dwarf_end(image->dwarf);
            image->dwarf = NULL;
        }
    }
    return image->dwarf;
}
