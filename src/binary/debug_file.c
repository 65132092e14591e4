/* Where to look: gdb's manual, "Debugging Information in Separate Files". */
#include "binary/debug_file.h"

#include <elfutils/libdwelf.h>
#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "binary/image.h"
#include "binary/limits.h"

static const char default_folder[] = "/usr/lib/debug";

bool
elf_has_section(Elf *elf, const char *name)
{
    size_t names = 0;
    Elf_Scn *scn = NULL;
    if (elf_getshdrstrndx(elf, &names) != 0) {
        return false;
    }
    for (size_t n = 0; n < LIMIT_SECTIONS && (scn = elf_nextscn(elf, scn)) != NULL; n++)
    {
        GElf_Shdr header;
        if (gelf_getshdr(scn, &header) == NULL || header.sh_type == SHT_NOBITS
            || header.sh_size == 0)
        {
            continue;
        }
        const char *own = elf_strptr(elf, names, header.sh_name);
        if (own != NULL && strcmp(own, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool
has_information(Elf *elf)
{
    return elf_has_section(elf, ".debug_info") || elf_has_section(elf, ".zdebug_info");
}

/* --- which file belongs to which ---------------------------------------------- */

enum { LEAST_BUILD_ID = 2, MOST_BUILD_ID = 64 };

/* A build-id; size 0: none. */
struct build_id {
    const uint8_t *bytes; /* borrowed from the file */
    size_t size;
};

static struct build_id
build_id_of(Elf *elf)
{
    const void *bytes = NULL;
    ssize_t size = dwelf_elf_gnu_build_id(elf, &bytes);
    return size >= LEAST_BUILD_ID && size <= MOST_BUILD_ID
               ? (struct build_id){bytes, (size_t)size}
               : (struct build_id){NULL, 0};
}

static bool
build_ids_equal(struct build_id a, struct build_id b)
{
    return a.size > 0 && a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
}

/* FOLDER/.build-id/xx/rest.debug */
static const char *
build_id_path(struct arena *arena, const char *folder, struct build_id id)
{
    CLEANUP(strbuf_done) struct strbuf path = STRBUF_INIT;
    strbuf_format(&path, "%s/.build-id/%02x/", folder, id.bytes[0]);
    for (size_t i = 1; i < id.size; i++) {
        strbuf_format(&path, "%02x", id.bytes[i]);
    }
    strbuf_add_string(&path, ".debug");
    return arena_string(arena, path.text);
}

/* The checksum of .gnu_debuglink: CRC-32 as in zip files. */
static uint32_t
checksum(const char *bytes, size_t size)
{
    uint32_t table[256];
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++) {
            value = value >> 1 ^ ((value & 1) != 0 ? UINT32_C(0xedb88320) : 0);
        }
        table[i] = value;
    }
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum = sum >> 8 ^ table[(sum ^ (uint8_t)bytes[i]) & 0xff];
    }
    return ~sum;
}

/* --- opening ------------------------------------------------------------------- */

struct candidate {
    Elf *elf; /* owned; NULL: there is no such file */
    const char *bytes;
    size_t size;
};

static struct candidate
candidate_open(struct arena *arena, const char *path)
{
    struct candidate candidate = {0};
    struct error ignored = ERROR_INIT;
    char *bytes = NULL;
    if (!file_exists(path)
        || file_read(arena, path, LIMIT_BINARY_SIZE, &bytes, &candidate.size, NULL,
                     &ignored)
               != 0)
    {
        return candidate;
    }
    candidate.bytes = bytes;
    candidate.elf = elf_memory(bytes, candidate.size);
    if (candidate.elf != NULL && elf_kind(candidate.elf) != ELF_K_ELF) {
        elf_end(candidate.elf);
        candidate.elf = NULL;
    }
    return candidate;
}

/* Is the candidate of the same kind of machine as IMAGE? */
static bool
fits(const struct image *image, Elf *elf)
{
    GElf_Ehdr header;
    return gelf_getehdr(elf, &header) != NULL && header.e_machine == image->machine
           && (header.e_ident[EI_DATA] == ELFDATA2MSB) == image->is_big_endian
           && (header.e_ident[EI_CLASS] == ELFCLASS64) == (image->word_size == 8);
}

/* Take the file at PATH if it is the one that ID, or else SUM, speaks of. */
static bool
take(struct image *image, const char *path, struct build_id id, const GElf_Word *sum)
{
    struct candidate candidate = candidate_open(image->arena, path);
    if (candidate.elf == NULL) {
        return false;
    }
    struct build_id own = build_id_of(candidate.elf);
    bool is_meant =
        id.size > 0 && own.size > 0
            ? build_ids_equal(id, own)
            : sum != NULL && checksum(candidate.bytes, candidate.size) == *sum;
    if (!is_meant || !fits(image, candidate.elf)
        || (!has_information(candidate.elf)
            && !elf_has_section(candidate.elf, ".symtab")))
    {
        elf_end(candidate.elf);
        return false;
    }
    image->debug_elf = candidate.elf;
    image->debug_path = path;
    image->debug_bytes = (const uint8_t *)candidate.bytes;
    image->debug_size = candidate.size;
    return true;
}

static void
find_by_link(struct image *image, const char *path, const char *folder,
             struct build_id id)
{
    GElf_Word sum = 0;
    const char *name = dwelf_elf_gnu_debuglink(image->elf, &sum);
    /* A name only: a file shall not make us open others anywhere. */
    if (name == NULL || name[0] == '\0' || strchr(name, '/') != NULL) {
        return;
    }
    struct arena *arena = image->arena;
    const char *home = path_folder(arena, path_real(arena, path));
    const char *const places[] = {
        path_join(arena, home, name),
        arena_format(arena, "%s/.debug/%s", home, name),
        arena_format(arena, "%s%s/%s", folder, home, name),
    };
    for (size_t i = 0; i < ARRAY_LENGTH(places); i++) {
        if (take(image, places[i], id, &sum)) {
            return;
        }
    }
}

void
debug_file_find(struct image *image, const struct debug_search *search)
{
    image->debug_folder = search->folder != NULL ? search->folder : default_folder;
    image->debug_path = search->path;
    if (has_information(image->elf) && elf_has_section(image->elf, ".symtab")) {
        return;
    }
    struct build_id id = build_id_of(image->elf);
    bool found =
        id.size > 0
        && take(image, build_id_path(image->arena, image->debug_folder, id), id, NULL);
    if (!found && search->path != NULL) {
        find_by_link(image, search->path, image->debug_folder, id);
    }
}

/* Does PATH, with its links followed, lie below FOLDER?  A file shall not make us open
 * others anywhere. */
static bool
is_below(struct arena *arena, const char *path, const char *folder)
{
    const char *real = path_real(arena, folder);
    const char *file = path_real(arena, path);
    size_t size = strlen(real);
    return strncmp(file, real, size) == 0 && (file[size] == '/' || size == 1);
}

bool
debug_file_connect(struct image *image)
{
    const char *name = NULL;
    const void *bytes = NULL;
    ssize_t size = dwelf_dwarf_gnu_debugaltlink(image->dwarf, &name, &bytes);
    if (size == 0) {
        return true;
    }
    if (size < 0 || size > MOST_BUILD_ID || image->debug_folder == NULL) {
        return false;
    }
    struct build_id id = {bytes, (size_t)size};
    struct arena *arena = image->arena;
    const char *home = image->debug_path != NULL ? path_folder(arena, image->debug_path)
                                                 : image->debug_folder;
    const char *const places[] = {
        build_id_path(arena, image->debug_folder, id),
        path_join(arena, home, name),
    };
    for (size_t i = 0; i < ARRAY_LENGTH(places); i++) {
        if (!is_below(arena, places[i], image->debug_folder)
            && !is_below(arena, places[i], home))
        {
            continue;
        }
        struct candidate candidate = candidate_open(arena, places[i]);
        if (candidate.elf == NULL) {
            continue;
        }
        if (build_ids_equal(id, build_id_of(candidate.elf))) {
            image->alternative = dwarf_begin_elf(candidate.elf, DWARF_C_READ, NULL);
        }
        if (image->alternative != NULL) {
            image->alternative_elf = candidate.elf;
            dwarf_setalt(image->dwarf, image->alternative);
            return true;
        }
        elf_end(candidate.elf);
    }
    return false;
}
