#include "csource/database.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/access_log.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/response.h"
#include "csource/raw_text.h"

/* --- reading ------------------------------------------------------------- */

void
database_init(struct database *database, struct arena *arena)
{
    *database = (struct database){.arena = arena};
    map_init(&database->by_file, arena);
    map_init(&database->recorded, arena);
}

void
compile_command_add_word(struct arena *arena, struct compile_command *command,
                         const char *word)
{
    ARENA_GROW(arena, command->words, command->n_words, command->capacity);
    command->words[command->n_words++] = word;
}

static void
add(struct database *database, struct compile_command *command)
{
    command->real_path = path_real(database->arena, command->file);
    command->index = database->n_items;
    ARENA_GROW(database->arena, database->items, database->n_items, database->capacity);
    database->items[database->n_items++] = command;
    map_set_string(&database->by_file, command->real_path, command);
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

/* --- entries -------------------------------------------------------------- */

/* The string that VALUE is, with the bytes it had; NULL: it is none. */
static const char *
raw_string(struct arena *arena, const json_t *value)
{
    const char *text = json_string_value(value);
    if (text == NULL) {
        return NULL;
    }
    CLEANUP(strbuf_done) struct strbuf raw = STRBUF_INIT;
    raw_text_decode(text, strlen(text), &raw);
    return arena_copy(arena, raw.text, raw.size);
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

char *
compile_command_path(struct arena *arena, const char *folder, const char *name)
{
    return file_exists(folder) ? path_join(arena, folder, name)
                               : path_join_real(arena, folder, name);
}

/* The command that OBJECT describes; NULL if it is not as the format says.  Response
 * files count below ROOTS. */
static struct compile_command *
read_command(struct arena *arena, const json_t *object, const char *database_folder,
             const char *const *roots)
{
    const char *folder = raw_string(arena, json_object_get(object, "directory"));
    const char *file = raw_string(arena, json_object_get(object, "file"));
    const json_t *arguments = json_object_get(object, "arguments");
    const char *line = raw_string(arena, json_object_get(object, "command"));
    if (folder == NULL || file == NULL || (!json_is_array(arguments) && line == NULL)) {
        return NULL;
    }
    struct compile_command *command = ARENA_NEW(arena, struct compile_command);
    command->folder = path_join(arena, database_folder, folder);
    command->file = compile_command_path(arena, command->folder, file);
    struct call call = {arena, command};
    if (!json_is_array(arguments)) {
        const char *word;
        while ((word = shell_word(arena, &line)) != NULL) {
            response_expand(arena, command->folder, roots, word, take_word, &call);
        }
        return command;
    }
    for (size_t i = 0; i < json_array_size(arguments); i++) {
        const char *word = raw_string(arena, json_array_get(arguments, i));
        if (word == NULL) {
            return NULL;
        }
        response_expand(arena, command->folder, roots, word, take_word, &call);
    }
    return command;
}

static json_t *
load(const char *text, size_t size, json_error_t *problem)
{
    CLEANUP(strbuf_done) struct strbuf whole = STRBUF_INIT;
    raw_text_encode(text, size, &whole);
    return json_loadb(whole.text ? whole.text : "", whole.size, JSON_REJECT_DUPLICATES,
                      problem);
}

int
database_read(struct arena *arena, const char *path, const char *project,
              struct database *database, struct error *err)
{
    char *text;
    size_t size;
    if (file_read(arena, path, LIMIT_DATABASE_SIZE, &text, &size, NULL, err) != 0) {
        return -1;
    }
    json_error_t problem;
    json_t *root = load(text, size, &problem);
    if (root == NULL) {
        /* What stands in the file is not repeated: it need not be a database at all. */
        const char *quoted = strstr(problem.text, " near '");
        return error_set(
            err, ERROR_FORMAT, "%s:%d:%d: %.*s", path, problem.line, problem.column,
            (int)(quoted ? (size_t)(quoted - problem.text) : strlen(problem.text)),
            problem.text);
    }
    bool is_right = json_is_array(root);
    const char *folder = path_folder(arena, path_real(arena, path));
    const char *const roots[] = {folder, project, NULL};
    for (size_t i = 0; is_right && i < json_array_size(root); i++) {
        const json_t *object = json_array_get(root, i);
        struct compile_command *command = read_command(arena, object, folder, roots);
        is_right = command != NULL;
        if (is_right) {
            char *entry = json_dumps(object, JSON_COMPACT);
            command->entry = arena_string(arena, entry ? entry : "null");
            free(entry);
            add(database, command);
        }
    }
    json_decref(root);
    if (!is_right) {
        return error_set(err, ERROR_FORMAT,
                         "%s is not a compilation database: expected an array of "
                         "objects with directory, file and arguments or command",
                         path);
    }
    database->path = path;
    return 0;
}

/* --- writing ------------------------------------------------------------- */

static json_t *
json_of(const char *text)
{
    CLEANUP(strbuf_done) struct strbuf encoded = STRBUF_INIT;
    raw_text_encode(text, strlen(text), &encoded);
    return json_string(encoded.text ? encoded.text : "");
}

static json_t *
command_json(const struct compile_command *command)
{
    json_t *words = json_array();
    for (size_t i = 0; i < command->n_words; i++) {
        json_array_append_new(words, json_of(command->words[i]));
    }
    return json_pack("{s:o, s:o, s:o}", "directory", json_of(command->folder), "file",
                     json_of(command->file), "arguments", words);
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
    const struct compile_command *const *x = a, *const *y = b;
    int order = strcmp((*x)->real_path, (*y)->real_path);
    return order != 0                     ? order
           : (*x)->index == (*y)->index ? 0
           : (*x)->index < (*y)->index  ? -1
                                          : 1;
}

int
database_write(const struct database *database, const char *path, struct error *err)
{
    size_t n = 0;
    const struct compile_command **items = ARENA_ARRAY(
        database->arena, const struct compile_command *, database->n_items);
    for (size_t i = 0; i < database->n_items; i++) {
        const struct compile_command *command = database->items[i];
        if (command->entry == NULL
            || map_find_string(&database->recorded, command->real_path) == NULL)
        {
            items[n++] = command;
        }
    }
    if (n > 1) {
        qsort(items, n, sizeof *items, by_file);
    }
    json_t *root = json_array();
    for (size_t i = 0; i < n; i++) {
        json_array_append_new(root, items[i]->entry != NULL
                                        ? json_loads(items[i]->entry, 0, NULL)
                                        : command_json(items[i]));
    }
    char *text = json_dumps(root, JSON_INDENT(2));
    json_decref(root);
    if (text == NULL) {
        return error_set(err, ERROR_FORMAT, "cannot write the recorded commands");
    }
    CLEANUP(strbuf_done) struct strbuf whole = STRBUF_INIT;
    raw_text_decode(text, strlen(text), &whole);
    strbuf_add_char(&whole, '\n');
    free(text);
    return file_write(path, whole.text, whole.size, err);
}

/* --- the log ------------------------------------------------------------- */

/* Enter the command of LINE, unless it is known (SEEN) or its file is gone. */
static int
read_line(struct database *database, const char *line, struct map *seen,
          size_t *n_commands, size_t *n_gone)
{
    static const char *const nowhere[] = {NULL};
    if (map_find_string(seen, line) != NULL) {
        return 0;
    }
    json_t *object = json_loads(line, 0, NULL);
    struct compile_command *command =
        object != NULL ? read_command(database->arena, object, "/", nowhere) : NULL;
    json_decref(object);
    if (command == NULL) {
        return -1;
    }
    map_set_string(seen, arena_string(database->arena, line), command);
    /* A build tries its compiler on sources that it removes again. */
    if (!file_exists(command->file)) {
        ++*n_gone;
        return 0;
    }
    add(database, command);
    map_set_string(&database->recorded, command->real_path, command);
    ++*n_commands;
    return 0;
}

int
database_read_log(struct database *database, const char *path, size_t *out_n_commands,
                  size_t *out_n_gone, struct error *err)
{
    access_log_add(path);
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return error_set_errno(err, "cannot open %s", path);
    }
    struct map seen;
    map_init(&seen, database->arena);
    char *line = NULL;
    size_t capacity = 0, n_commands = 0, n_gone = 0, n_lines = 0;
    ssize_t size;
    int result = 0;
    while (result == 0 && (size = getline(&line, &capacity, file)) > 0) {
        n_lines++;
        /* Each line was written at once: one without an end was cut. */
        result = line[size - 1] != '\n' ? -1 : 0;
        line[size - 1] = '\0';
        if (result == 0) {
            result = read_line(database, line, &seen, &n_commands, &n_gone);
        }
    }
    if (result != 0 || ferror(file)) {
        result = error_set(err, ERROR_FORMAT,
                           "the log of the build is damaged at line %zu (is the disk "
                           "full?); nothing was recorded",
                           n_lines);
    }
    free(line);
    fclose(file);
    *out_n_commands = n_commands;
    *out_n_gone = n_gone;
    return result;
}
