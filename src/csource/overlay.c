#include "csource/overlay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
        if (*text == '"' || *text == '\\') {
            strbuf_add_char(out, '\\');
        }
        strbuf_add_char(out, *text);
    }
}

static char *
name_of(struct arena *arena, const struct overlay *overlay, size_t i)
{
    return arena_format(arena, "%s/%zu", overlay->folder, i);
}

/* https://clang.llvm.org/docs/: the file format of -ivfsoverlay. */
static int
write_map(struct arena *arena, const struct source_request *request,
          const struct overlay *overlay, const char *path, struct error *err)
{
    CLEANUP(strbuf_done) struct strbuf map = STRBUF_INIT;
    strbuf_add_string(&map,
                      "{\"version\": 0, \"use-external-names\": false, \"roots\": [");
    for (size_t i = 0; i < request->n_texts; i++) {
        strbuf_add_string(&map, i == 0 ? "" : ",");
        strbuf_add_string(&map, "\n{\"type\": \"file\", \"name\": \"");
        add_quoted(&map, request->texts[i].real_path);
        strbuf_add_string(&map, "\", \"external-contents\": \"");
        add_quoted(&map, name_of(arena, overlay, i));
        strbuf_add_string(&map, "\"}");
    }
    strbuf_add_string(&map, "\n]}\n");
    return file_write(path, map.text, map.size, err);
}

int
overlay_init(struct arena *arena, const struct source_request *request,
             struct plan *plan, struct overlay *out_overlay, struct error *err)
{
    *out_overlay = (struct overlay){NULL, 0};
    if (request->n_texts == 0) {
        return 0;
    }
    const char *parent = getenv("TMPDIR");
    char *folder = arena_format(arena, "%s/insulate-XXXXXX",
                                parent != NULL && *parent != '\0' ? parent : "/tmp");
    if (mkdtemp(folder) == NULL) {
        return error_set_errno(err, "making a folder like %s", folder);
    }
    out_overlay->folder = folder;
    for (size_t i = 0; i < request->n_texts; i++) {
        const struct source_text *text = &request->texts[i];
        out_overlay->n_files = i + 1;
        if (file_write(name_of(arena, out_overlay, i), text->text, text->size, err)
            != 0)
        {
            return -1;
        }
    }
    char *map = arena_format(arena, "%s/map", folder);
    if (write_map(arena, request, out_overlay, map, err) != 0) {
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
    if (overlay->folder == NULL) {
        return;
    }
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    for (size_t i = 0; i < overlay->n_files; i++) {
        unlink(name_of(arena, overlay, i));
    }
    unlink(arena_format(arena, "%s/map", overlay->folder));
    rmdir(overlay->folder);
    overlay->folder = NULL;
}
