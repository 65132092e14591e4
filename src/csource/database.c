#include "csource/database.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/response.h"

/* --- reading ------------------------------------------------------------- */

void
database_init(struct database *database, struct arena *arena)
{
    *database = (struct database){.arena = arena};
    map_init(&database->by_file, arena);
}

void
compile_command_add_word(struct arena *arena, struct compile_command *command,
                         const char *word)
{
    ARENA_GROW(arena, command->words, command->n_words, command->capacity);
    command->words[command->n_words++] = word;
}

void
database_add(struct database *database, struct compile_command *command)
{
    map_set_string(&database->by_file, path_real(database->arena, command->file),
                   command);
}

/* The next word of the shell command at *AT, or NULL at its end: quotes and
 * backslashes as the POSIX shell reads them, no expansions. */
static const char *
shell_word(struct arena *arena, const char **at)
{
    const char *c = *at + strspn(*at, " \t\r\n");
    if (*c == '\0') {
        return NULL;
    }
    CLEANUP(strbuf_done) struct strbuf word = STRBUF_INIT;
    char quote = '\0';
    for (; *c != '\0' && (quote != '\0' || strchr(" \t\r\n", *c) == NULL); c++) {
        if (quote == '\0' && (*c == '"' || *c == '\'')) {
            quote = *c;
        }
        else if (*c == quote) {
            quote = '\0';
        }
        else if (*c == '\\' && c[1] != '\0'
                 && (quote == '\0' || (quote == '"' && strchr("\"\\$`", c[1]) != NULL)))
        {
            strbuf_add_char(&word, *++c);
        }
        else {
            strbuf_add_char(&word, *c);
        }
    }
    *at = c;
    return arena_copy(arena, word.text, word.size);
}

struct call {
    struct arena *arena;
    struct compile_command *command;
};

static void
take_word(const char *word, void *data)
{
    const struct call *call = data;
    compile_command_add_word(call->arena, call->command, word);
}

/* The command that OBJECT describes; NULL if it is not as the format says. */
static struct compile_command *
read_command(struct arena *arena, const json_t *object, const char *database_folder)
{
    const char *folder = json_string_value(json_object_get(object, "directory"));
    const char *file = json_string_value(json_object_get(object, "file"));
    const json_t *arguments = json_object_get(object, "arguments");
    const char *line = json_string_value(json_object_get(object, "command"));
    if (folder == NULL || file == NULL || (!json_is_array(arguments) && line == NULL)) {
        return NULL;
    }
    struct compile_command *command = ARENA_NEW(arena, struct compile_command);
    command->folder = path_join(arena, database_folder, folder);
    command->file = path_join(arena, command->folder, file);
    struct call call = {arena, command};
    if (!json_is_array(arguments)) {
        const char *word;
        while ((word = shell_word(arena, &line)) != NULL) {
            response_expand(arena, command->folder, word, take_word, &call);
        }
        return command;
    }
    for (size_t i = 0; i < json_array_size(arguments); i++) {
        const char *word = json_string_value(json_array_get(arguments, i));
        if (word == NULL) {
            return NULL;
        }
        response_expand(arena, command->folder, word, take_word, &call);
    }
    return command;
}

int
database_read(struct arena *arena, const char *path, struct database *database,
              struct error *err)
{
    char *text;
    size_t size;
    if (file_read(arena, path, LIMIT_SOURCE_SIZE, &text, &size, NULL, err) != 0) {
        return -1;
    }
    json_error_t problem;
    json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &problem);
    if (root == NULL) {
        return error_set(err, ERROR_FORMAT, "%s:%d:%d: %s", path, problem.line,
                         problem.column, problem.text);
    }
    bool is_right = json_is_array(root);
    const char *folder = path_folder(arena, path_real(arena, path));
    for (size_t i = 0; is_right && i < json_array_size(root); i++) {
        struct compile_command *command =
            read_command(arena, json_array_get(root, i), folder);
        if (command != NULL) {
            database_add(database, command);
        }
        is_right = command != NULL;
    }
    json_decref(root);
    if (!is_right) {
        return error_set(err, ERROR_FORMAT,
                         "%s is no compilation database: a list of objects with "
                         "directory, file and arguments or command",
                         path);
    }
    database->path = path;
    return 0;
}

/* --- writing ------------------------------------------------------------- */

static json_t *
command_json(const struct compile_command *command)
{
    json_t *words = json_array();
    for (size_t i = 0; i < command->n_words; i++) {
        /* A word that is no UTF-8 cannot be told in JSON. */
        json_t *word = json_string(command->words[i]);
        json_array_append_new(words, word ? word : json_string(""));
    }
    return json_pack("{s:s, s:s, s:o}", "directory", command->folder, "file",
                     command->file, "arguments", words);
}

void
compile_command_print(const struct compile_command *command, struct strbuf *out)
{
    json_t *object = command_json(command);
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    if (text != NULL) {
        strbuf_add_string(out, text);
        strbuf_add_char(out, '\n');
    }
    free(text);
    json_decref(object);
}

static int
by_file(const void *a, const void *b)
{
    const struct map_entry *const *x = a, *const *y = b;
    return strcmp((*x)->key, (*y)->key);
}

int
database_write(const struct database *database, const char *path, struct error *err)
{
    const struct map *map = &database->by_file;
    const struct map_entry **entries =
        ARENA_ARRAY(database->arena, const struct map_entry *, map->n_entries);
    size_t n = 0;
    for (size_t i = 0; i < map->capacity; i++) {
        if (map->entries[i].value != NULL) {
            entries[n++] = &map->entries[i];
        }
    }
    if (n > 1) {
        qsort(entries, n, sizeof *entries, by_file);
    }
    json_t *root = json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *object = command_json(entries[i]->value);
        if (object != NULL) {
            json_array_append_new(root, object);
        }
    }
    char *text = json_dumps(root, JSON_INDENT(2));
    json_decref(root);
    if (text == NULL) {
        return error_set(err, ERROR_FORMAT, "the recorded commands are no UTF-8");
    }
    CLEANUP(strbuf_done) struct strbuf whole = STRBUF_INIT;
    strbuf_format(&whole, "%s\n", text);
    free(text);
    return file_write(path, whole.text, whole.size, err);
}

/* --- the log ------------------------------------------------------------- */

int
database_read_log(struct database *database, const char *path, size_t *out_n_commands,
                  size_t *out_n_gone, struct error *err)
{
    char *text;
    size_t size;
    if (file_read(database->arena, path, LIMIT_SOURCE_SIZE, &text, &size, NULL, err)
        != 0)
    {
        return -1;
    }
    *out_n_commands = *out_n_gone = 0;
    char *state = NULL;
    for (char *line = strtok_r(text, "\n", &state); line != NULL;
         line = strtok_r(NULL, "\n", &state))
    {
        json_t *object = json_loads(line, 0, NULL);
        struct compile_command *command =
            object ? read_command(database->arena, object, "/") : NULL;
        json_decref(object);
        if (command == NULL) {
            continue;
        }
        /* A build tries its compiler on sources that it removes again. */
        if (!file_exists(command->file)) {
            ++*out_n_gone;
            continue;
        }
        database_add(database, command);
        ++*out_n_commands;
    }
    return 0;
}
