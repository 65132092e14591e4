#include "model/left_out.h"

#include <string.h>

static const struct cause_words {
    const char *name, *words;
} causes[] = {
    [LEFT_OUT_NAME] = {"name", ""},
    [LEFT_OUT_SUBMODULE] = {"submodule", ", a git submodule"},
    [LEFT_OUT_EXCLUDED] = {"excluded", ", excluded"},
};

const char *
left_out_cause_name(enum left_out_cause cause)
{
    return causes[cause].name;
}

/* How much of PATH its folder is, with the slash. */
static size_t
folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* How many files of one folder, left out for one cause, LIST has from number FIRST on. */
static size_t
count_beside(const struct left_out_list *list, size_t first)
{
    const struct left_out *one = &list->items[first];
    size_t size = folder_size(one->path), n = 0;
    while (!one->is_folder && first + n < list->n_items) {
        const struct left_out *other = &list->items[first + n];
        if (other->is_folder || other->cause != one->cause
            || folder_size(other->path) != size || strncmp(other->path, one->path, size) != 0)
        {
            break;
        }
        n++;
    }
    return n;
}

void
left_out_print(const struct left_out_list *list, const char *quote, struct strbuf *out)
{
    enum { MOST_BY_NAME = 3 };
    for (size_t i = 0; i < list->n_items; i++) {
        const struct left_out *item = &list->items[i];
        const char *words = causes[item->cause].words;
        const char *separator = i == 0 ? "" : ", ";
        size_t n = count_beside(list, i), size = folder_size(item->path);
        if (n > MOST_BY_NAME && size > 0) {
            strbuf_format(out, "%s%zu files in %s%.*s%s (%s)", separator, n, quote, (int)size,
                          item->path, quote, left_out_cause_name(item->cause));
            i += n - 1;
            continue;
        }
        strbuf_format(out, "%s%s%s%s%s (%zu file%s%s)", separator, quote, item->path,
                      item->is_folder ? "/" : "", quote, item->n_files,
                      item->n_files == 1 ? "" : "s", words);
    }
}
