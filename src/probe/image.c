#include "probe/image.h"

#include "probe/readable_pages.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define IMAGE_LIMIT 768   /* numpy, scipy and the standard library load about 250 */
#define FIRST_MEMORIES 8192 /* lines of /proc/self/maps; more with many guard pages */

static struct image images[IMAGE_LIMIT];
/* Their addresses once more, close together: they are looked through for each frame. */
static struct range spans[IMAGE_LIMIT];
static const struct image *target_image;
static int n_images;
static char target_path[512];
static dev_t target_device;
static ino_t target_inode;

struct memory {
    struct range range;
    bool is_private;
};
static struct memory first_memories[FIRST_MEMORIES];
static struct memory *memories = first_memories;
static int memory_capacity = FIRST_MEMORIES;
static int n_memories;
static bool is_asked_by_page;

static uintptr_t
address_of(const char *symbol)
{
    void *found = dlsym(RTLD_DEFAULT, symbol);
    return (uintptr_t)found;
}

static void
add_range(struct range *ranges, int *n, uintptr_t begin, uintptr_t end)
{
    if (*n < IMAGE_RANGES && begin < end) {
        ranges[*n].begin = begin;
        ranges[*n].end = end;
        *n += 1;
    }
}

/* RELRO covers whole pages only: the rest of its last page stays writable. */
static void
cut_relro(struct image *image, uintptr_t begin, uintptr_t end)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    end &= ~(page - 1);
    for (int i = 0; i < image->n_writable; i++) {
        struct range *range = &image->writable[i];
        if (begin <= range->begin && end > range->begin) {
            range->begin = end < range->end ? end : range->end;
        }
    }
}

static void
read_segments(struct image *image, const struct dl_phdr_info *info)
{
    uintptr_t relro_begin = 0;
    uintptr_t relro_end = 0;
    image->whole.begin = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t begin = image->base + header->p_vaddr;
        uintptr_t end = begin + header->p_memsz;
        if (header->p_type == PT_GNU_RELRO) {
            relro_begin = begin;
            relro_end = end;
        }
        if (header->p_type != PT_LOAD) {
            continue;
        }
        if (begin < image->whole.begin) {
            image->whole.begin = begin;
        }
        if (end > image->whole.end) {
            image->whole.end = end;
        }
        if ((header->p_flags & PF_W) != 0) {
            add_range(image->writable, &image->n_writable, begin, end);
        }
        if ((header->p_flags & PF_X) != 0) {
            add_range(image->code, &image->n_code, begin, end);
        }
    }
    cut_relro(image, relro_begin, relro_end);
}

static bool
contains(const struct image *image, uintptr_t address)
{
    return address >= image->whole.begin && address < image->whole.end;
}

static bool
is_target_file(const char *path)
{
    if (target_path[0] == '\0') {
        return false;
    }
    if (strcmp(path, target_path) == 0) {
        return true;
    }
    struct stat status;
    return target_inode != 0 && stat(path, &status) == 0
           && status.st_dev == target_device && status.st_ino == target_inode;
}

static enum image_role
role_of(const struct image *image)
{
    if (contains(image, address_of("Py_BytesMain"))) {
        return IMAGE_CORE;
    }
    if (contains(image, (uintptr_t)&images)) {
        return IMAGE_PROBE;
    }
    if (contains(image, address_of("qsort"))
        || contains(image, address_of("_dl_find_object"))
        || strncmp(image->path, "[vdso]", 6) == 0)
    {
        return IMAGE_SYSTEM;
    }
    return is_target_file(image->path) ? IMAGE_TARGET : IMAGE_OTHER;
}

static int
read_image(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    (void)data;
    if (n_images == IMAGE_LIMIT) {
        return 1;
    }
    struct image *image = &images[n_images];
    memset(image, 0, sizeof *image);
    image->base = info->dlpi_addr;
    if (info->dlpi_name != NULL && info->dlpi_name[0] != '\0') {
        snprintf(image->path, sizeof image->path, "%s", info->dlpi_name);
    }
    else if (n_images == 0) {
        ssize_t n = readlink("/proc/self/exe", image->path, sizeof image->path - 1);
        image->path[n > 0 ? n : 0] = '\0';
    }
    else {
        snprintf(image->path, sizeof image->path, "[vdso]");
    }
    read_segments(image, info);
    image->role = role_of(image);
    if (image->role == IMAGE_TARGET && target_image == NULL) {
        target_image = image;
    }
    spans[n_images++] = image->whole;
    return 0;
}

void
image_refresh(const char *target)
{
    if (target != NULL) {
        struct stat status;
        snprintf(target_path, sizeof target_path, "%s", target);
        target_inode = 0;
        if (stat(target, &status) == 0) {
            target_device = status.st_dev;
            target_inode = status.st_ino;
        }
    }
    /* Threads begin after everything is loaded, and read the list without a lock. */
    if (n_images == 0 || gettid() == getpid()) {
        n_images = 0;
        target_image = NULL;
        dl_iterate_phdr(read_image, NULL);
    }
}

const struct image *
image_at(uintptr_t address)
{
    for (int i = 0; i < n_images; i++) {
        if (address - spans[i].begin < spans[i].end - spans[i].begin) {
            return &images[i];
        }
    }
    return NULL;
}

const struct image *
image_target(void)
{
    return target_image;
}

bool
image_has_code(const struct image *image, uintptr_t address)
{
    for (int i = 0; i < image->n_code; i++) {
        if (address >= image->code[i].begin && address < image->code[i].end) {
            return true;
        }
    }
    return false;
}

bool
image_is_core(uintptr_t address)
{
    const struct image *image = image_at(address);
    return image != NULL && image->role == IMAGE_CORE;
}

bool
image_is_target(uintptr_t address)
{
    const struct image *image = image_at(address);
    return image != NULL && image->role == IMAGE_TARGET;
}

/* One line: `begin-end rwxp offset device inode path`. */
static bool
read_memory_line(const char *line, struct memory *memory)
{
    char *rest;
    memory->range.begin = strtoul(line, &rest, 16);
    if (*rest != '-') {
        return false;
    }
    memory->range.end = strtoul(rest + 1, &rest, 16);
    if (rest[0] != ' ' || rest[1] != 'r') {
        return false;
    }
    bool is_writable = rest[2] == 'w';
    const char *field = rest + 1;
    for (int i = 0; i < 3 && field != NULL; i++) { /* permissions, offset, device */
        field = strchr(field, ' ');
        field = field != NULL ? field + 1 : NULL;
    }
    bool has_file = field != NULL && field[0] != '0';
    memory->is_private = is_writable && !has_file;
    return strstr(line, "[vvar") == NULL && strstr(line, "[vsyscall") == NULL;
}

/* Twice as much room, not from an allocator: that may be the module's. */
static bool
grow_memories(void)
{
    size_t size = (size_t)memory_capacity * sizeof *memories;
    void *grown = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                       -1, 0);
    if (grown == MAP_FAILED) {
        return false;
    }
    memcpy(grown, memories, size);
    if (memories != first_memories) {
        munmap(memories, size);
    }
    memories = grown;
    memory_capacity *= 2;
    return true;
}

void
memory_refresh(void)
{
    char line[1024];
    n_memories = 0;
    is_asked_by_page = false;
    FILE *file = fopen("/proc/self/maps", "re");
    if (file == NULL) {
        return;
    }
    while ((n_memories < memory_capacity || grow_memories())
           && fgets(line, sizeof line, file) != NULL)
    {
        if (read_memory_line(line, &memories[n_memories])) {
            n_memories++;
        }
    }
    fclose(file);
}

static const struct memory *
memory_at(uintptr_t address)
{
    int low = 0;
    int high = n_memories;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (memories[middle].range.begin <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low > 0 && address < memories[low - 1].range.end ? &memories[low - 1] : NULL;
}

void
memory_refresh_pages(void)
{
    is_asked_by_page = true;
    readable_pages_forget();
}

bool
memory_is_readable(uintptr_t address, size_t size)
{
    if (is_asked_by_page) {
        return readable_pages_have(address, size > 0 ? size : 1);
    }
    if (address + size < address) {
        return false;
    }
    const struct memory *memory = memory_at(address);
    while (memory != NULL && memory->range.end < address + size) {
        memory = memory_at(memory->range.end); /* may go on in the next mapping */
    }
    return memory != NULL;
}

bool
memory_is_private(uintptr_t address)
{
    const struct memory *memory = memory_at(address);
    if (memory == NULL || !memory->is_private) {
        return false;
    }
    return image_at(address) == NULL; /* .bss is anonymous too */
}
