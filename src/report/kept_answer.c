#include "report/kept_answer.h"

#include <jansson.h>
#include <stdlib.h>

/* --- printing ------------------------------------------------------------------------ */

/* [path, kind], and of what was read its device, inode, size and times. */
static json_t *
file_as_json(const struct access *item)
{
    json_t *file = json_pack("[s, I]", item->path, (json_int_t)item->kind);
    const int64_t numbers[] = {item->device, item->node, item->size, item->modified,
                               item->changed};
    for (size_t i = 0; item->is_read && i < ARRAY_LENGTH(numbers); i++) {
        json_array_append_new(file, json_integer(numbers[i]));
    }
    return file;
}

/* [words, answer], which is null if the program failed. */
static json_t *
program_as_json(const struct asked_program *item)
{
    json_t *words = json_array();
    for (size_t i = 0; item->argv[i] != NULL; i++) {
        json_array_append_new(words, json_string(item->argv[i]));
    }
    return json_pack("[o, s?]", words, item->answer);
}

/* [is it of stderr?, text] */
static json_t *
part_as_json(const struct printed_part *item)
{
    return json_pack("[b, s%]", item->is_error, item->text, item->size);
}

bool
kept_answer_print(const struct kept_answer *answer, struct strbuf *out)
{
    json_t *files = json_array(), *programs = json_array(), *parts = json_array();
    bool is_whole = true;
    for (size_t i = 0; i < answer->looks.n_items; i++) {
        is_whole &=
            json_array_append_new(files, file_as_json(&answer->looks.items[i])) == 0;
    }
    for (size_t i = 0; i < answer->looks.n_programs; i++) {
        is_whole &= json_array_append_new(programs,
                                          program_as_json(&answer->looks.programs[i]))
                    == 0;
    }
    for (size_t i = 0; i < answer->printed.n_items; i++) {
        is_whole &= json_array_append_new(parts, part_as_json(&answer->printed.items[i]))
                    == 0;
    }
    json_t *all = json_pack("{s: i, s: o, s: o, s: o}", "code", answer->code, "printed",
                            parts, "files", files, "programs", programs);
    char *text = is_whole ? json_dumps(all, JSON_COMPACT) : NULL;
    json_decref(all);
    if (text != NULL) {
        strbuf_add_string(out, text);
    }
    free(text);
    return text != NULL;
}

/* --- reading ------------------------------------------------------------------------- */

static bool
read_files(struct arena *arena, const json_t *files, struct access_list *out)
{
    size_t i;
    json_t *file;
    json_array_foreach (files, i, file) {
        const char *path = json_string_value(json_array_get(file, 0));
        struct access item = {.kind = json_integer_value(json_array_get(file, 1)),
                              .is_read = json_array_size(file) > 2};
        int64_t *const numbers[] = {&item.device, &item.node, &item.size, &item.modified,
                                    &item.changed};
        for (size_t k = 0; item.is_read && k < ARRAY_LENGTH(numbers); k++) {
            *numbers[k] = json_integer_value(json_array_get(file, k + 2));
        }
        if (path == NULL) {
            return false;
        }
        item.path = arena_string(arena, path);
        ARENA_GROW(arena, out->items, out->n_items, out->capacity);
        out->items[out->n_items++] = item;
    }
    return out->n_items != 0;
}

static bool
read_programs(struct arena *arena, const json_t *programs, struct access_list *out)
{
    size_t i;
    json_t *program;
    json_array_foreach (programs, i, program) {
        const json_t *words = json_array_get(program, 0);
        const char *answer = json_string_value(json_array_get(program, 1));
        size_t n = json_array_size(words);
        const char **argv = ARENA_ARRAY(arena, const char *, n + 1);
        for (size_t k = 0; k < n; k++) {
            const char *word = json_string_value(json_array_get(words, k));
            argv[k] = word != NULL ? arena_string(arena, word) : "";
        }
        argv[n] = NULL;
        if (n == 0) {
            return false;
        }
        ARENA_GROW(arena, out->programs, out->n_programs, out->programs_capacity);
        out->programs[out->n_programs++] = (struct asked_program){
            argv, answer != NULL ? arena_string(arena, answer) : NULL};
    }
    return json_is_array(programs);
}

static bool
read_parts(struct arena *arena, const json_t *parts, struct transcript *out)
{
    size_t i;
    json_t *part;
    json_array_foreach (parts, i, part) {
        const json_t *text = json_array_get(part, 1);
        if (!json_is_string(text)) {
            return false;
        }
        ARENA_GROW(arena, out->items, out->n_items, out->capacity);
        out->items[out->n_items++] = (struct printed_part){
            .is_error = json_is_true(json_array_get(part, 0)),
            .text = arena_copy(arena, json_string_value(text), json_string_length(text)),
            .size = json_string_length(text),
        };
    }
    return json_is_array(parts);
}

bool
kept_answer_read(struct arena *arena, const char *text, size_t size,
                 struct kept_answer *out)
{
    json_t *all = json_loadb(text, size, JSON_ALLOW_NUL, NULL);
    const json_t *code = json_object_get(all, "code");
    *out = (struct kept_answer){.code = (int)json_integer_value(code)};
    bool is_well = json_is_integer(code)
                   && read_files(arena, json_object_get(all, "files"), &out->looks)
                   && read_programs(arena, json_object_get(all, "programs"), &out->looks)
                   && read_parts(arena, json_object_get(all, "printed"), &out->printed);
    json_decref(all);
    return is_well;
}
