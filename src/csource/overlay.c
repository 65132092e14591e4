#include "csource/overlay.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/file.h"
#include "base/strbuf.h"

const struct source_text *
overlay_find(const struct source_request *request, const char *real_path)
{
    for (size_t i = 0; i < request->n_texts; i++) {
        if (strcmp(request->texts[i].real_path, real_path) == 0) {
            return &request->texts[i];
        }
    }
    return NULL;
}

/* Append TEXT as the inside of a YAML double-quoted string. */
static void
add_quoted(struct strbuf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text > 0 && *text < ' ') { /* a newline would become a blank */
            strbuf_format(out, "\\x%02x", (unsigned)*text);
            continue;
        }
        if (*text == '"' || *text == '\\') {
            strbuf_add_char(out, '\\');
        }
        strbuf_add_char(out, *text);
    }
}

/* Room for N more open files: the soft limit of 1024 is for programs that use select(). */
static void
allow_files(size_t n)
{
    enum { OTHERS = 512 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < n + OTHERS) {
        limit.rlim_cur = limit.rlim_max < n + OTHERS ? limit.rlim_max : n + OTHERS;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* Put TEXT into a file of OVERLAY that has no name on any disk: there is nothing to
 * remove, whichever way this process ends.  Returns the path by which this process, and
 * what it forks, opens it. */
static const char *
put(struct arena *arena, struct overlay *overlay, const char *text, size_t size,
    struct error *err)
{
    int fd = memfd_create("insulate", MFD_CLOEXEC);
    if (fd < 0) {
        error_set_errno(err, "cannot create a file in memory");
        return NULL;
    }
    overlay->files[overlay->n_files++] = fd;
    const char *path = arena_format(arena, "/proc/self/fd/%d", fd);
    if (file_write_all(fd, text, size) != 0) {
        error_set_errno(err, "cannot create a file in memory");
        return NULL;
    }
    if (access(path, R_OK) != 0) {
        error_set_errno(err, "%s (is /proc mounted?)", path);
        return NULL;
    }
    return path;
}

/* https://clang.llvm.org/docs/: the file format of -ivfsoverlay. */
static const char *
put_map(struct arena *arena, const struct source_request *request,
        struct overlay *overlay, struct error *err)
{
    CLEANUP(strbuf_done) struct strbuf map = STRBUF_INIT;
    strbuf_add_string(&map,
                      "{\"version\": 0, \"use-external-names\": false, \"roots\": [");
    for (size_t i = 0; i < request->n_texts; i++) {
        const struct source_text *text = &request->texts[i];
        const char *contents = put(arena, overlay, text->text, text->size, err);
        if (contents == NULL) {
            return NULL;
        }
        strbuf_add_string(&map, i == 0 ? "" : ",");
        strbuf_add_string(&map, "\n{\"type\": \"file\", \"name\": \"");
        add_quoted(&map, text->real_path);
        strbuf_add_string(&map, "\", \"external-contents\": \"");
        add_quoted(&map, contents);
        strbuf_add_string(&map, "\"}");
    }
    strbuf_add_string(&map, "\n]}\n");
    return put(arena, overlay, map.text, map.size, err);
}

int
overlay_init(struct arena *arena, const struct source_request *request,
             struct plan *plan, struct overlay *out_overlay, struct error *err)
{
    *out_overlay = (struct overlay){NULL, 0};
    if (request->n_texts == 0) {
        return 0;
    }
    out_overlay->files = ARENA_ARRAY(arena, int, request->n_texts + 1);
    allow_files(request->n_texts + 1);
    const char *map = put_map(arena, request, out_overlay, err);
    if (map == NULL) {
        return -1;
    }
    for (size_t i = 0; i < plan->n_units; i++) {
        struct unit_plan *unit = &plan->units[i];
        const char *words[] = {"-ivfsoverlay", map};
        for (size_t k = 0; k < ARRAY_LENGTH(words); k++) {
            ARENA_GROW(arena, unit->arguments, unit->n_arguments, unit->capacity);
            unit->arguments[unit->n_arguments++] = words[k];
        }
    }
    return 0;
}

void
overlay_done(struct overlay *overlay)
{
    for (size_t i = 0; i < overlay->n_files; i++) {
        close(overlay->files[i]);
    }
    overlay->n_files = 0;
}
