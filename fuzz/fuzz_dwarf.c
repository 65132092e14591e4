/* Debug information from foreign bytes, in a file whose headers are sound: what the
 * readers of types, variables and lines make of it.  The input holds the sections
 * one after the other, each behind two bytes with its size (little-endian). */
#include <elf.h>
#include <string.h>

#include "base/arena.h"
#include "binary/image.h"
#include "fuzz.h"

static const char *const names[] = {
    ".debug_abbrev", ".debug_info",     ".debug_str",         ".debug_line",
    ".debug_addr",   ".debug_line_str", ".debug_str_offsets", ".debug_rnglists",
};

enum {
    N_DEBUG = ARRAY_LENGTH(names),
    CODE = 0x1000, /* addresses: a page of code, one of data, the dynamic segment */
    DATA = 0x2000,
    DYNAMIC = 0x3000,
    PAGE = 0x1000,
    BEGIN = 0x100, /* of the bytes of all three, which are zero */
    END = BEGIN + 0x40,
};

static Elf64_Phdr
loaded(uint64_t address, uint64_t flags)
{
    return (Elf64_Phdr){
        .p_type = PT_LOAD,
        .p_flags = (Elf64_Word)flags,
        .p_offset = BEGIN,
        .p_vaddr = address,
        .p_filesz = END - BEGIN,
        .p_memsz = PAGE,
    };
}

/* The whole file: headers, a few zero bytes, the sections, their names and headers.
 * Returns the size. */
static size_t
file_make(char *out, const uint8_t *bytes, size_t size)
{
    Elf64_Shdr sections[N_DEBUG + 2] = {0};
    size_t at = END;
    for (size_t i = 0; i < N_DEBUG && size >= 2; i++) {
        size_t wanted = (size_t)bytes[0] | (size_t)bytes[1] << 8;
        bytes += 2;
        size -= 2;
        wanted = wanted < size ? wanted : size;
        memcpy(out + at, bytes, wanted);
        sections[i + 1].sh_type = SHT_PROGBITS;
        sections[i + 1].sh_offset = at;
        sections[i + 1].sh_size = wanted;
        sections[i + 1].sh_addralign = 1;
        bytes += wanted;
        size -= wanted;
        at += wanted;
    }
    Elf64_Shdr *strings = &sections[N_DEBUG + 1];
    strings->sh_type = SHT_STRTAB;
    strings->sh_offset = at;
    out[at++] = '\0';
    for (size_t i = 0; i <= N_DEBUG; i++) {
        const char *name = i < N_DEBUG ? names[i] : ".shstrtab";
        sections[i + 1].sh_name = (Elf64_Word)(at - strings->sh_offset);
        memcpy(out + at, name, strlen(name) + 1);
        at += strlen(name) + 1;
    }
    strings->sh_size = at - strings->sh_offset;
    at = (at + 7) / 8 * 8;
    Elf64_Ehdr header = {
        .e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_DYN,
        .e_machine = EM_X86_64,
        .e_version = EV_CURRENT,
        .e_phoff = sizeof(header),
        .e_shoff = at,
        .e_ehsize = sizeof(header),
        .e_phentsize = sizeof(Elf64_Phdr),
        .e_phnum = 3,
        .e_shentsize = sizeof(Elf64_Shdr),
        .e_shnum = N_DEBUG + 2,
        .e_shstrndx = N_DEBUG + 1,
    };
    Elf64_Phdr segments[3] = {loaded(CODE, PF_R | PF_X), loaded(DATA, PF_R | PF_W),
                              loaded(DYNAMIC, PF_R)};
    segments[2].p_type = PT_DYNAMIC;
    memcpy(out, &header, sizeof(header));
    memcpy(out + sizeof(header), segments, sizeof(segments));
    memcpy(out + at, sections, sizeof(sections));
    return at + sizeof(sections);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    char *file = arena_alloc(arena, size + PAGE, 1);
    size_t file_size = file_make(file, bytes, size);
    struct error err = ERROR_INIT;
    CLEANUP(image_cleanup)
    struct image *image = image_open_bytes(arena, "fuzz.so", file, file_size, NULL, &err);
    if (image == NULL) {
        return 0;
    }
    size_t n = 0;
    (void)image_variables(image, &n);
    struct binary_place place;
    for (uint64_t i = 0; i < 16; i++) {
        image_place(image, CODE + 16 * i, &place);
        image_place(image, DATA + 16 * i, &place);
    }
    return 0;
}
