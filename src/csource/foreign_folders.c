#include "csource/foreign_folders.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/limits.h"
#include "csource/submodules.h"

/* --- the paths that the user named ----------------------------------------- */

static void
add_path(struct arena *arena, struct path_list *list, const char *path)
{
    ARENA_GROW(arena, list->paths, list->n_paths, list->capacity);
    list->paths[list->n_paths++] = path;
}

/* The submodules of the repository that PATH lies in: those of the nearest folder that
 * lists any, or is the root of one. */
static void
add_submodules(struct foreign_folders *folders, const char *path)
{
    const char *folder = file_is_folder(path) ? path : path_folder(folders->arena, path);
    for (int depth = 0; depth < LIMIT_PATH_DEPTH && strcmp(folder, "/") != 0; depth++) {
        const char *list = path_join(folders->arena, folder, ".gitmodules");
        if (file_exists(list)) {
            submodules_read(folders->arena, list, &folders->submodules);
            return;
        }
        if (file_exists(path_join(folders->arena, folder, ".git"))) {
            return;
        }
        folder = path_folder(folders->arena, folder);
    }
}

void
foreign_folders_init(struct arena *arena, const struct source_request *request,
                     struct foreign_folders *out)
{
    *out = (struct foreign_folders){.arena = arena, .request = request};
    map_init(&out->known, arena);
    for (size_t i = 0; i < request->n_paths; i++) {
        add_path(arena, &out->named, path_full(arena, request->paths[i]));
        add_submodules(out, out->named.paths[i]);
    }
    for (size_t i = 0; i < request->n_headers; i++) {
        add_path(arena, &out->headers, path_real(arena, request->headers[i]));
    }
}

/* --- whose a path is -------------------------------------------------------- */

static bool
is_at_or_below(const char *path, const char *folder)
{
    return strcmp(path, folder) == 0 || path_below(path, folder) != path;
}

/* Did the user go into FOLDER, one above FILE, by naming FILE or something around it, or,
 * of a file that is included, anything? */
static bool
is_named(const struct foreign_folders *folders, const char *folder, const char *file,
         bool is_included)
{
    for (size_t i = 0; i < folders->named.n_paths; i++) {
        const char *named = folders->named.paths[i];
        if (is_at_or_below(named, folder) && (is_included || is_at_or_below(file, named)))
        {
            return true;
        }
    }
    for (size_t i = 0; i < folders->headers.n_paths; i++) {
        if (strcmp(folders->headers.paths[i], file) == 0) {
            return true;
        }
    }
    return false;
}

/* Folders that hold other projects by custom: those of GitHub's linguist
 * (lib/linguist/vendor.yml, "Vendored dependencies"), those of pip and setuptools
 * (_vendor), and Meson's subprojects. */
static bool
is_foreign_name(const char *name)
{
    static const char *const names[] = {
        "vendor",      "vendors",     "vendored",   "_vendor",   "_vendored",
        "third_party", "third-party", "thirdparty", "3rd_party", "3rd-party",
        "3rdparty",    "extern",      "external",   "externals", "subprojects",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcasecmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool
is_submodule(const struct foreign_folders *folders, const char *path)
{
    for (size_t i = 0; i < folders->submodules.n_paths; i++) {
        if (strcmp(folders->submodules.paths[i], path) == 0) {
            return true;
        }
    }
    return false;
}

static bool
is_excluded(const struct source_request *request, const char *path)
{
    for (size_t i = 0; i < request->n_excluded; i++) {
        const char *pattern = request->excluded[i];
        bool is_name = strchr(pattern, '/') == NULL;
        if (fnmatch(pattern, is_name ? path_base(path) : path, 0) == 0) {
            return true;
        }
    }
    return false;
}

/* Why PATH, a folder or a file, and all below it is foreign; false: it is not. */
static bool
is_foreign(const struct foreign_folders *folders, const char *path, bool is_folder,
           enum left_out_cause *out_cause)
{
    *out_cause = is_excluded(folders->request, path)  ? LEFT_OUT_EXCLUDED
                 : is_submodule(folders, path)        ? LEFT_OUT_SUBMODULE
                                                      : LEFT_OUT_NAME;
    return *out_cause != LEFT_OUT_NAME || (is_folder && is_foreign_name(path_base(path)));
}

static void
count(struct foreign_folders *folders, const char *path, bool is_folder,
      enum left_out_cause cause)
{
    struct left_out_list *met = &folders->met;
    for (size_t i = 0; i < met->n_items; i++) {
        if (strcmp(met->items[i].path, path) == 0) {
            met->items[i].n_files++;
            return;
        }
    }
    ARENA_GROW(folders->arena, met->items, met->n_items, met->capacity);
    met->items[met->n_items++] = (struct left_out){path, is_folder, 1, cause};
}

bool
foreign_folders_take(struct foreign_folders *folders, const char *real_path,
                     bool is_included)
{
    size_t size = 0;
    do {
        size += 1 + strcspn(real_path + size + 1, "/");
        bool is_folder = real_path[size] == '/';
        const char *path = arena_copy(folders->arena, real_path, size);
        enum left_out_cause cause;
        if (is_named(folders, path, real_path, is_included)
            || !is_foreign(folders, path, is_folder, &cause))
        {
            continue;
        }
        if (map_find_string(&folders->known, real_path) == NULL) {
            map_set_string(&folders->known, real_path, folders);
            count(folders, path, is_folder, cause);
        }
        return true;
    } while (real_path[size] != '\0');
    return false;
}

static int
by_path(const void *a, const void *b)
{
    return strcmp(((const struct left_out *)a)->path, ((const struct left_out *)b)->path);
}

struct left_out_list
foreign_folders_list(struct foreign_folders *folders)
{
    if (folders->met.n_items > 1) {
        qsort(folders->met.items, folders->met.n_items, sizeof *folders->met.items,
              by_path);
    }
    return folders->met;
}
