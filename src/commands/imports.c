#include "commands/imports.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/child.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "binary/wheel.h"

enum { PYTHON_TIMEOUT_MS = 30000 };

/* --- names --- */

bool
name_is_identifier(const char *text, size_t size)
{
    if (size == 0 || isdigit((unsigned char)text[0])) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (!(isalnum(c) || c == '_' || c >= 0x80)) {
            return false;
        }
    }
    return true;
}

const char *
package_of_path(struct arena *arena, const char *relative, bool *out_is_whole)
{
    CLEANUP(strbuf_done) struct strbuf package = STRBUF_INIT;
    bool is_whole = true;
    const char *slash = NULL;
    for (const char *part = relative; (slash = strchr(part, '/')) != NULL;
         part = slash + 1)
    {
        size_t size = (size_t)(slash - part);
        if (size == 0 || (size == 1 && part[0] == '.')) {
            continue;
        }
        if (!name_is_identifier(part, size)) {
            strbuf_done(&package);
            is_whole = false;
            continue;
        }
        if (package.size > 0) {
            strbuf_add_char(&package, '.');
        }
        strbuf_add(&package, part, size);
    }
    if (out_is_whole != NULL) {
        *out_is_whole = is_whole;
    }
    return arena_string(arena, package.text);
}

/* --- asking --- */

/* Each word of the answer ends with NUL; an empty word parts the lists. */
static int
read_answer(struct arena *arena, const struct strbuf *answer,
            struct imports *out_imports)
{
    struct words *const lists[] = {&out_imports->folders, &out_imports->standard,
                                   &out_imports->suffixes};
    size_t list = 0;
    const char *end = answer->text + answer->size;
    for (const char *at = answer->text; at < end; at += strlen(at) + 1) {
        if (*at != '\0') {
            words_add(arena, lists[list], arena_string(arena, at));
        }
        else if (++list == ARRAY_LENGTH(lists)) {
            break;
        }
    }
    return out_imports->suffixes.n_items > 0 ? 0 : -1;
}

void
imports_add_path(struct arena *arena, struct strbuf *path)
{
    const char *callers = getenv("PYTHONPATH");
    while (callers != NULL && *callers != '\0') {
        size_t size = strcspn(callers, ":");
        if (size > 0) {
            strbuf_format(path, "%s%s", path->size > 0 ? ":" : "",
                          path_real(arena, arena_copy(arena, callers, size)));
        }
        callers += size + (callers[size] == ':');
    }
}

int
imports_ask(struct arena *arena, const char *python, const char *python_path,
            struct imports *out_imports, struct error *err)
{
    static const char answer[] =
        "library = sysconfig.get_path('stdlib'), sysconfig.get_path('platstdlib')\n"
        "dynload = [os.path.join(p, 'lib-dynload') for p in library]\n"
        "home = {os.path.realpath(p) for p in (*library, *dynload)}\n"
        "words = path + ['']\n"
        "words += [p for p in path if os.path.realpath(p) in home] + ['']\n"
        "words += importlib.machinery.EXTENSION_SUFFIXES + ['']\n"
        "sys.stdout.buffer.write(os.fsencode('\\0'.join(words)))\n";
    /* What site.py would add, without running it: it runs the lines of .pth files that
     * begin with "import", sitecustomize and usercustomize. */
    static const char site[] =
        "import sys, os, sysconfig, importlib.machinery, site\n"
        "path = [p for p in sys.path if p]\n"
        "prefixes = [sys.prefix, sys.exec_prefix]\n"
        "folder = os.path.dirname(os.path.abspath(sys.executable))\n"
        "for place in (folder, os.path.dirname(folder)):\n"
        "    config = os.path.join(place, 'pyvenv.cfg')\n"
        "    if os.path.isfile(config):\n"
        "        base = prefixes\n"
        "        sys.prefix = sys.exec_prefix = os.path.dirname(folder)\n"
        "        prefixes = [sys.prefix]\n"
        "        with open(config, encoding='utf-8', errors='replace') as lines:\n"
        "            pairs = (line.lower().partition('=') for line in lines)\n"
        "            keys = {key.strip(): value.strip() for key, _, value in pairs}\n"
        "        if keys.get('include-system-site-packages') == 'true':\n"
        "            prefixes += base\n"
        "        break\n"
        "folders = site.getsitepackages(list(dict.fromkeys(prefixes)))\n"
        "for folder in filter(os.path.isdir, folders):\n"
        "    path.append(folder)\n"
        "    for name in sorted(os.listdir(folder)):\n"
        "        file = os.path.join(folder, name)\n"
        "        if not name.endswith('.pth') or name[0] == '.':\n"
        "            continue\n"
        "        if not os.path.isfile(file):\n"
        "            continue\n"
        "        with open(file, encoding='utf-8-sig', errors='replace') as lines:\n"
        "            for line in map(str.rstrip, lines):\n"
        "                if not line or line[0] == '#' or '\\0' in line:\n"
        "                    continue\n"
        "                if line.startswith(('import ', 'import\\t')):\n"
        "                    print(file, file=sys.stderr)\n"
        "                    break\n"
        "                line = os.path.abspath(os.path.join(folder, line))\n"
        "                if os.path.exists(line):\n"
        "                    path.append(line)\n"
        "path = list(dict.fromkeys(path))\n";
    static const char own[] = "import sys, os, sysconfig, importlib.machinery\n"
                              "path = [p for p in sys.path if p]\n";
    bool is_isolated = python_path == NULL;
    const char *program = arena_format(arena, "%s%s", is_isolated ? site : own, answer);
    const char *const isolated[] = {python, "-I", "-S", "-c", program, NULL};
    const char *const plain[] = {python, "-c", program, NULL};
    const char *environment[] = {NULL, NULL};
    if (python_path != NULL) {
        environment[0] = arena_format(arena, "PYTHONPATH=%s", python_path);
    }
    const struct child_request request = {
        .argv = is_isolated ? isolated : plain,
        .environment = environment,
        .timeout_ms = PYTHON_TIMEOUT_MS,
    };
    CLEANUP(child_result_done) struct child_result result = {0};
    if (child_run(&request, &result, err) != 0) {
        return error_wrap(err, "cannot read sys.path of %s", python);
    }
    if (read_answer(arena, &result.output, out_imports) != 0 || result.exit_code != 0) {
        return error_set(err, ERROR_CHILD, "cannot read sys.path of %s (%s %d)", python,
                         result.signal_number != 0 ? "signal" : "exit status",
                         result.signal_number != 0 ? result.signal_number
                                                   : result.exit_code);
    }
    char *rest = result.errors.text;
    for (char *line = NULL; is_isolated && (line = strsep(&rest, "\n")) != NULL;) {
        if (string_ends(line, ".pth")) {
            words_add(arena, &out_imports->unrun, arena_string(arena, line));
        }
    }
    return 0;
}

bool
imports_has_standard(const struct imports *imports, const char *folder)
{
    for (size_t i = 0; i < imports->standard.n_items; i++) {
        if (strcmp(imports->standard.items[i], folder) == 0) {
            return true;
        }
    }
    return false;
}

/* --- files --- */

static size_t
folder_rank(const struct imports *imports, const char *folder)
{
    size_t i = 0;
    while (i < imports->folders.n_items
           && strcmp(imports->folders.items[i], folder) != 0)
    {
        i++;
    }
    return i;
}

/* Is the file named a module's name and one of the suffixes?  Other Pythons' modules
 * ("spam.cpython-312-….so") and libraries ("libspam.so.1") are not.  A module's name
 * is any text without a dot: mypyc's begin with a digit. */
static bool
split_name(struct arena *arena, const struct imports *imports, const char *path,
           struct import *out_import)
{
    const char *base = path_base(path);
    for (size_t i = 0; i < imports->suffixes.n_items; i++) {
        const char *suffix = imports->suffixes.items[i];
        size_t size = strlen(base) - strlen(suffix);
        if (string_ends(base, suffix) && size > 0 && memchr(base, '.', size) == NULL) {
            bool is_top = out_import->package[0] == '\0';
            out_import->name = arena_format(arena, "%s%s%.*s", out_import->package,
                                            is_top ? "" : ".", (int)size, base);
            out_import->rank += i;
            return true;
        }
    }
    return false;
}

/* The extensions below PLACE, which is FOLDER of sys.path or lies in it. */
static int
add_files(struct arena *arena, const struct imports *imports, const char *folder,
          const char *place, struct import_list *list, struct error *err)
{
    struct path_list files = {0};
    if (file_list(arena, place, name_is_compiled, &files, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < files.n_paths; i++) {
        bool is_whole;
        const char *relative = path_below(files.paths[i], folder);
        struct import import = {
            .path = files.paths[i],
            .package = package_of_path(arena, relative, &is_whole),
            .rank = folder_rank(imports, folder) * imports->suffixes.n_items,
        };
        if (is_whole && split_name(arena, imports, import.path, &import)) {
            ARENA_GROW(arena, list->items, list->n_items, list->capacity);
            list->items[list->n_items++] = import;
        }
    }
    return 0;
}

/* Packages that are links to folders elsewhere, as environments are put together from
 * a store.  One that leads to FOLDER, or to what holds it, would never end.  What cannot
 * be listed, as a link to a whole disk, is no package. */
static void
add_linked(struct arena *arena, const struct imports *imports, const char *folder,
           struct import_list *list)
{
    const char *real = path_real(arena, folder);
    DIR *entries = opendir(folder);
    for (struct dirent *each; entries != NULL && (each = readdir(entries)) != NULL;) {
        const char *child = path_join(arena, folder, each->d_name);
        if (each->d_name[0] == '.' || !file_is_link(child) || !file_is_folder(child)) {
            continue;
        }
        const char *target = path_real(arena, child);
        size_t size = strlen(target);
        bool holds_folder = strncmp(real, target, size) == 0
                            && (real[size] == '/' || real[size] == '\0' || size == 1);
        struct error ignored = ERROR_INIT;
        if (!holds_folder) {
            (void)!add_files(arena, imports, folder, child, list, &ignored);
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
}

int
imports_add_folder(struct arena *arena, const struct imports *imports,
                   const char *folder, struct import_list *list, struct error *err)
{
    if (!file_is_folder(folder)) {
        return 0; /* an archive, or a folder that never was */
    }
    if (add_files(arena, imports, folder, folder, list, err) != 0) {
        return -1;
    }
    add_linked(arena, imports, folder, list);
    return 0;
}

static int
compare_paths(const void *a, const void *b)
{
    const struct import *x = a;
    const struct import *y = b;
    int order = strcmp(x->path, y->path);
    return order != 0 ? order : (int)strlen(y->package) - (int)strlen(x->package);
}

static int
compare_names(const void *a, const void *b)
{
    const struct import *x = a;
    const struct import *y = b;
    int order = strcmp(x->name, y->name);
    order = order != 0 ? order : (x->rank > y->rank) - (x->rank < y->rank);
    return order != 0 ? order : strcmp(x->path, y->path);
}

void
import_list_sort(struct import_list *list)
{
    size_t kept = 0;
    if (list->n_items > 1) {
        qsort(list->items, list->n_items, sizeof *list->items, compare_paths);
    }
    for (size_t i = 0; i < list->n_items; i++) {
        if (kept == 0 || strcmp(list->items[kept - 1].path, list->items[i].path) != 0) {
            list->items[kept++] = list->items[i];
        }
    }
    list->n_items = kept;
}

void
import_list_choose(struct import_list *list)
{
    size_t kept = 0;
    if (list->n_items > 1) {
        qsort(list->items, list->n_items, sizeof *list->items, compare_names);
    }
    for (size_t i = 0; i < list->n_items; i++) {
        if (kept == 0 || strcmp(list->items[kept - 1].name, list->items[i].name) != 0) {
            list->items[kept++] = list->items[i];
        }
    }
    list->n_items = kept;
}
