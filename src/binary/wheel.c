#include "binary/wheel.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "binary/limits.h"

enum { FIRST_CHUNK = 1 << 16, BLOCK = 1 << 16 };

struct reader {
    struct archive *archive; /* owned */
    const char *path;
    int64_t unpacked; /* bytes so far, of all members */
    int64_t end;      /* of the packed bytes read so far, in the archive */
};

static void
reader_done(struct reader *reader)
{
    if (reader->archive != NULL) {
        archive_read_free(reader->archive);
    }
}

bool
name_is_compiled(const char *name)
{
    return string_ends(name, ".so") || string_ends(name, ".pyd")
           || string_ends(name, ".dylib");
}

static const char *
archive_words(struct archive *archive)
{
    const char *words = archive_error_string(archive);
    return words != NULL ? words : "unknown error";
}

static bool
is_separator(char c)
{
    return c == '/' || c == '\\';
}

/* A member whose path leaves the folder it is unpacked into, on any system. */
static bool
path_escapes(const char *path)
{
    if (is_separator(path[0]) || (path[0] != '\0' && path[1] == ':')) {
        return true;
    }
    for (const char *part = path; *part != '\0';) {
        size_t size = strcspn(part, "/\\");
        if (size == 2 && strncmp(part, "..", 2) == 0) {
            return true;
        }
        part += size + (part[size] != '\0' ? 1 : 0);
    }
    return false;
}

/* Does the member unpack to more than a compiled file can? */
static int
check_size(const struct reader *reader, const char *member, size_t size, int64_t begin,
           struct error *err)
{
    if (size > LIMIT_BINARY_SIZE || reader->unpacked > LIMIT_WHEEL_BYTES) {
        return error_set(
            err, ERROR_LIMIT,
            "%s exceeds the limit of %lld uncompressed bytes and was skipped", member,
            size > LIMIT_BINARY_SIZE ? LIMIT_BINARY_SIZE : LIMIT_WHEEL_BYTES);
    }
    int64_t packed = archive_filter_bytes(reader->archive, -1) - begin;
    if (size > LIMIT_RATIO_FROM && packed >= 0
        && (int64_t)size / LIMIT_RATIO > packed + BLOCK)
    {
        return error_set(err, ERROR_LIMIT,
                         "%s exceeds the compression ratio of %d and was skipped",
                         member, LIMIT_RATIO);
    }
    return 0;
}

/* Is this the begin of an ELF file?  Of others their first block tells what they are. */
static bool
is_elf(const char *bytes, size_t size)
{
    return size >= 4 && memcmp(bytes, "\177ELF", 4) == 0;
}

/* Unpack the current member into memory (owned: memory_free). */
static int
member_read(struct reader *reader, const char *member, char **out_bytes,
            size_t *out_size, struct error *err)
{
    size_t capacity = FIRST_CHUNK;
    size_t size = 0;
    char *bytes = memory_alloc(capacity);
    la_ssize_t got = 1;
    int64_t begin = archive_filter_bytes(reader->archive, -1);
    while (got > 0 && (size == 0 || is_elf(bytes, size))) {
        if (capacity - size < BLOCK) {
            capacity *= 2;
            bytes = memory_resize(bytes, capacity);
        }
        got = archive_read_data(reader->archive, bytes + size, BLOCK);
        size += got > 0 ? (size_t)got : 0;
        reader->unpacked += got > 0 ? got : 0;
        if (check_size(reader, member, size, begin, err) != 0) {
            free(bytes);
            return -1;
        }
    }
    if (got < 0) {
        free(bytes);
        return error_set(err, ERROR_FORMAT, "%s cannot be unpacked: %s", member,
                         archive_words(reader->archive));
    }
    *out_bytes = bytes;
    *out_size = size;
    return 0;
}

static void
visit_member(struct reader *reader, const char *member, wheel_visitor *visitor,
             void *data)
{
    struct error err = ERROR_INIT;
    CLEANUP(memory_free) char *bytes = NULL;
    size_t size = 0;
    bool is_compiled = name_is_compiled(member);
    int64_t begin = archive_filter_bytes(reader->archive, -1); /* behind its header */
    if (path_escapes(member)) {
        error_set(&err, ERROR_FORMAT,
                  "the path of the member is outside the installation directory");
        visitor(data, member, NULL, 0, &err);
        return;
    }
    if (!is_compiled) {
        return;
    }
    if (begin < reader->end) {
        error_set(&err, ERROR_FORMAT, "the member overlaps another member");
    }
    else if (member_read(reader, member, &bytes, &size, &err) != 0) {
        bytes = NULL;
    }
    int64_t end = archive_filter_bytes(reader->archive, -1);
    reader->end = end > reader->end ? end : reader->end;
    visitor(data, member, bytes, size, &err);
}

static int
reader_run(struct reader *reader, wheel_visitor *visitor, void *data, struct error *err)
{
    for (size_t n = 0; n < LIMIT_WHEEL_MEMBERS; n++) {
        struct archive_entry *entry = NULL;
        int status = archive_read_next_header(reader->archive, &entry);
        if (status == ARCHIVE_EOF) {
            return 0;
        }
        if (status < ARCHIVE_WARN) {
            return error_set(err, ERROR_FORMAT, "%s is not a readable wheel: %s",
                             reader->path, archive_words(reader->archive));
        }
        const char *member = archive_entry_pathname(entry);
        if (member == NULL || archive_entry_filetype(entry) != AE_IFREG) {
            continue;
        }
        visit_member(reader, member, visitor, data);
        if (reader->unpacked > LIMIT_WHEEL_BYTES) {
            return error_set(err, ERROR_LIMIT,
                             "%s exceeds the limit of %lld uncompressed bytes: the "
                             "rest was not read",
                             reader->path, LIMIT_WHEEL_BYTES);
        }
    }
    return error_set(err, ERROR_LIMIT, "%s has more than %d members", reader->path,
                     LIMIT_WHEEL_MEMBERS);
}

/* Zip files are read by their directory at the end, as installers do it. */
static struct reader
reader_new(const char *path)
{
    struct reader reader = {.archive = archive_read_new(), .path = path};
    if (reader.archive == NULL) {
        memory_exhausted();
    }
    archive_read_support_format_zip_seekable(reader.archive);
    return reader;
}

int
wheel_read(const char *path, wheel_visitor *visitor, void *data, struct error *err)
{
    CLEANUP(reader_done) struct reader reader = reader_new(path);
    if (archive_read_open_filename(reader.archive, path, BLOCK) != ARCHIVE_OK) {
        return error_set(err, ERROR_FORMAT, "%s is not a readable wheel: %s", path,
                         archive_words(reader.archive));
    }
    return reader_run(&reader, visitor, data, err);
}

int
wheel_read_bytes(const char *name, const char *bytes, size_t size,
                 wheel_visitor *visitor, void *data, struct error *err)
{
    CLEANUP(reader_done) struct reader reader = reader_new(name);
    if (archive_read_open_memory(reader.archive, bytes, size) != ARCHIVE_OK) {
        return error_set(err, ERROR_FORMAT, "%s is not a readable wheel: %s", name,
                         archive_words(reader.archive));
    }
    return reader_run(&reader, visitor, data, err);
}
