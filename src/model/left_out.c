#include "model/left_out.h"

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

void
left_out_print(const struct left_out_list *list, const char *quote, struct strbuf *out)
{
    for (size_t i = 0; i < list->n_items; i++) {
        const struct left_out *item = &list->items[i];
        strbuf_format(out, "%s%s%s%s%s (%zu file%s%s)", i == 0 ? "" : ", ", quote,
                      item->path, item->is_folder ? "/" : "", quote, item->n_files,
                      item->n_files == 1 ? "" : "s", causes[item->cause].words);
    }
}
