#include "commands/file_ignores.h"

#include <fnmatch.h>
#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "commands/selector.h"

const char *
path_pattern(struct arena *arena, const char *folder, const char *pattern)
{
    CLEANUP(strbuf_done) struct strbuf whole = STRBUF_INIT;
    if (strchr(pattern, '/') == NULL || pattern[0] == '/') {
        return pattern;
    }
    for (const char *at = folder; *at != '\0'; at++) {
        strbuf_add_string(&whole, strchr("*?[\\", *at) != NULL ? "\\" : "");
        strbuf_add_char(&whole, *at);
    }
    pattern += strncmp(pattern, "./", 2) == 0 ? 2 : 0;
    strbuf_format(&whole, "/%s", pattern);
    bool is_folder = whole.text[whole.size - 1] == '/';
    return arena_copy(arena, whole.text, whole.size - is_folder);
}

int
file_ignores_read(struct arena *arena, const struct words *words, const char *folder,
                  struct file_ignores *out, struct error *err)
{
    *out = (struct file_ignores){
        .items = ARENA_ARRAY(arena, struct file_ignore, words->n_items + 1),
        .folder = folder,
    };
    for (size_t i = 0; i < words->n_items; i++) {
        const char *word = words->items[i];
        const char *colon = strrchr(word, ':');
        if (colon == NULL || colon == word || colon[1] == '\0') {
            return error_set(err, ERROR_USAGE,
                             "invalid value '%s' for --per-file-ignores (expected "
                             "PATTERN:RULE, such as 'tests/*:state')",
                             word);
        }
        struct file_ignore *item = &out->items[out->n_items++];
        const char *pattern = arena_copy(arena, word, (size_t)(colon - word));
        item->pattern = path_pattern(arena, folder, pattern);
        selectors_split(arena, &item->rules, colon + 1);
        if (selectors_check(arena, &item->rules, err) != 0) {
            return -1;
        }
    }
    return 0;
}

bool
file_ignores_have(struct arena *arena, const struct file_ignores *ignores,
                  const char *path, const char *rule)
{
    static const struct words all = {0};
    for (size_t i = 0; i < ignores->n_items && path != NULL; i++) {
        const struct file_ignore *item = &ignores->items[i];
        bool is_name = strchr(item->pattern, '/') == NULL;
        const char *subject =
            is_name ? path_base(path)
                    : path_join(arena, ignores->folder,
                                strncmp(path, "./", 2) == 0 ? path + 2 : path);
        if (fnmatch(item->pattern, subject, 0) == 0
            && !selectors_allow(&all, &item->rules, rule))
        {
            return true;
        }
    }
    return false;
}

const char *
file_ignore_word(struct arena *arena, const char *folder, const char *pattern,
                 const char *rule)
{
    return arena_format(arena, "%s:%s", path_pattern(arena, folder, pattern), rule);
}
