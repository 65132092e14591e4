#include "commands/left_out.h"

#include "base/file.h"

void
request_exclude(struct run *run, const struct words *words,
                struct source_request *request)
{
    const char **patterns = ARENA_ARRAY(run->arena, const char *, words->n_items + 1);
    for (size_t i = 0; i < words->n_items; i++) {
        patterns[i] = path_pattern(run->arena, run->folder, words->items[i]);
    }
    request->excluded = patterns;
    request->n_excluded = words->n_items;
}

void
run_leave_out(struct run *run, const struct source *source)
{
    const struct left_out_list *list = &source->left_out;
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    run->left_out = (struct left_out_list){0};
    for (size_t i = 0; i < list->n_items; i++) {
        ARENA_GROW(run->arena, run->left_out.items, run->left_out.n_items,
                   run->left_out.capacity);
        struct left_out *item = &run->left_out.items[run->left_out.n_items++];
        *item = list->items[i];
        item->path = path_below(item->path, run->folder);
    }
    if (list->n_items != 0) {
        left_out_print(&run->left_out, "", &text);
        run_say(run, "left out, as code of other projects: %s; name a path to include it",
                text.text);
    }
}
