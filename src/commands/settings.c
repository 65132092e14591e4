#include "commands/settings.h"

#include <string.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/strbuf.h"
#include "base/toml.h"

/* --- finding the file ---------------------------------------------------- */

static int
read_table(struct arena *arena, const char *path, const struct toml **out_table,
           struct error *err)
{
    char *text;
    size_t size;
    struct toml *root;
    if (file_read(arena, path, LIMIT_SETTINGS_SIZE, &text, &size, NULL, err) != 0) {
        return -1;
    }
    if (toml_read(arena, text, size, &root, err) != 0) {
        return error_wrap(err, "%s", path);
    }
    *out_table = toml_find(toml_find(root, "tool"), "insulate");
    if (*out_table == NULL && strcmp(path_base(path), "pyproject.toml") != 0
        && toml_find(root, "tool") == NULL)
    {
        *out_table = root; /* a file of our own */
    }
    return 0;
}

/* The nearest pyproject.toml that has our table, from START upwards. */
static int
find_table(struct arena *arena, const char *start, const struct toml **out_table,
           const char **out_path, struct error *err)
{
    const char *folder = path_real(arena, start);
    if (!file_is_folder(folder)) {
        folder = path_folder(arena, folder);
    }
    for (int depth = 0; depth < LIMIT_PATH_DEPTH; depth++) {
        const char *path = path_join(arena, folder, "pyproject.toml");
        if (file_exists(path)) {
            if (read_table(arena, path, out_table, err) != 0) {
                return -1;
            }
            if (*out_table != NULL) {
                *out_path = path;
                return 0;
            }
        }
        const char *above = path_folder(arena, folder);
        if (strcmp(above, folder) == 0 || strcmp(folder, "/") == 0) {
            break;
        }
        folder = above[0] != '\0' ? above : "/";
    }
    return 0;
}

/* --- applying ------------------------------------------------------------ */

struct target {
    struct arena *arena;
    const struct settings *settings;
    const char *path, *folder;
    void *values;
};

static const struct option *
find_in(const struct option *table, const char *name)
{
    for (; table->name != NULL; table++) {
        if (strcmp(table->name, name) == 0) {
            return table;
        }
    }
    return NULL;
}

static const struct option *
find_option(const struct settings *settings, const char *name)
{
    for (const struct option *const *table = settings->tables; *table; table++) {
        const struct option *option = find_in(*table, name);
        if (option != NULL) {
            return option;
        }
    }
    return NULL;
}

/* The commands that have a table of their own. */
static const struct owner {
    const char *name;
    const struct option *options;
} owners[] = {
    {"check", check_options},     {"compare", compare_options},
    {"convert", convert_options}, {"prove", prove_options},
    {"record", record_options},   {"rule", rule_options},
    {"scan", scan_options},
};

/* The command of which VALUE is the table, or NULL. */
static const struct owner *
owner_of(const struct toml *value)
{
    for (size_t i = 0; i < ARRAY_LENGTH(owners) && value->kind == TOML_TABLE; i++) {
        if (strcmp(owners[i].name, value->key) == 0) {
            return &owners[i];
        }
    }
    return NULL;
}

/* Is NAME an option of another command? */
static bool
is_known_elsewhere(const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(owners); i++) {
        if (find_in(owners[i].options, name) != NULL) {
            return true;
        }
    }
    return false;
}

/* Is NAME for one run only?  Nothing is written because a file says so. */
static bool
is_for_command_line(const char *name)
{
    static const char *const names[] = {"config", "help",   "version",
                                        "write",  "output", "update-baseline"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static int
refuse(const struct toml *value, const char *wanted, struct error *err)
{
    return error_set(err, ERROR_USAGE, "line %u: '%s' takes %s, not %s", value->line,
                     value->key, wanted, toml_kind_name(value->kind));
}

/* A word of the file, as the command line would have it: paths are relative to the
 * file's folder. */
static const char *
word_of(const struct target *target, const struct option *option,
        const struct toml *value)
{
    static const char *const paths[] = {"FILE", "DIR", "PATH", "FILE.py"};
    const char *word = value->text;
    bool is_path = option->argument != NULL && strcmp(option->argument, "EXE") == 0
                   && strchr(word, '/') != NULL;
    for (size_t i = 0; i < ARRAY_LENGTH(paths) && option->argument != NULL; i++) {
        is_path = is_path || strcmp(option->argument, paths[i]) == 0;
    }
    return is_path ? path_join(target->arena, target->folder, word) : word;
}

static int
apply_words(const struct target *target, const struct option *option,
            const struct toml *value, struct error *err)
{
    const struct toml *item = value->kind == TOML_ARRAY ? value->first : value;
    for (; item != NULL; item = value->kind == TOML_ARRAY ? item->next : NULL) {
        if (item->kind != TOML_STRING) {
            return refuse(value, "a string or an array of strings", err);
        }
        if (option_store(target->arena, option, word_of(target, option, item),
                         target->values, err)
            != 0)
        {
            return -1;
        }
    }
    return 0;
}

static int
apply_option(const struct target *target, const struct option *option,
             const struct toml *value, struct error *err)
{
    if (words_have(target->settings->given, option->name)) {
        return 0;
    }
    switch (option->kind) {
    case OPTION_FLAG:
    case OPTION_COUNT:
        if (value->kind != TOML_BOOLEAN) {
            return refuse(value, "true or false", err);
        }
        return value->truth
                   ? option_store(target->arena, option, NULL, target->values, err)
                   : 0;
    case OPTION_WORDS:
        return apply_words(target, option, value, err);
    case OPTION_WORD:
        if (value->kind != TOML_STRING) {
            return refuse(value, "a string", err);
        }
        return option_store(target->arena, option, word_of(target, option, value),
                            target->values, err);
    default:
        if (value->kind != TOML_INTEGER && value->kind != TOML_OTHER) {
            return refuse(value, "a number", err);
        }
        return option_store(target->arena, option, value->text, target->values, err);
    }
}

static int
refuse_key(const struct target *target, const struct toml *value, struct error *err)
{
    return error_set(err, ERROR_USAGE, "%s: line %u: '%s' is no option", target->path,
                     value->line, value->key);
}

/* What another command's TABLE says does not count; its keys have to be known. */
static int
check_table(const struct target *target, const struct owner *owner,
            const struct toml *table, struct error *err)
{
    for (const struct toml *value = table->first; value; value = value->next) {
        if (find_in(owner->options, value->key) == NULL
            && find_option(target->settings, value->key) == NULL)
        {
            return refuse_key(target, value, err);
        }
    }
    return 0;
}

static int
apply_table(const struct target *target, const struct toml *table, bool is_own,
            struct error *err)
{
    for (const struct toml *value = table->first; value; value = value->next) {
        const struct owner *owner = is_own ? NULL : owner_of(value);
        if (owner != NULL) {
            if (strcmp(owner->name, target->settings->command) != 0
                && check_table(target, owner, value, err) != 0)
            {
                return -1;
            }
            continue;
        }
        const struct option *option = find_option(target->settings, value->key);
        if (is_for_command_line(value->key)) {
            return error_set(err, ERROR_USAGE,
                             "%s: line %u: '%s' is for the command line only",
                             target->path, value->line, value->key);
        }
        if (option == NULL && (is_own || !is_known_elsewhere(value->key))) {
            return refuse_key(target, value, err);
        }
        /* The command's own table says more than the common one. */
        if (option != NULL
            && (is_own
                || toml_find(toml_find(table, target->settings->command), value->key)
                       == NULL)
            && apply_option(target, option, value, err) != 0)
        {
            return error_wrap(err, "%s", target->path);
        }
    }
    return 0;
}

int
settings_apply(struct arena *arena, const struct settings *settings, void *values,
               const char **out_file, struct error *err)
{
    const struct toml *table = NULL;
    const char *path = settings->file;
    *out_file = NULL;
    int failed = path != NULL ? read_table(arena, path, &table, err)
                              : find_table(arena, settings->start, &table, &path, err);
    if (failed != 0) {
        return -1;
    }
    if (table == NULL) {
        return 0;
    }
    if (table->kind != TOML_TABLE) {
        return error_set(err, ERROR_FORMAT, "%s: line %u: tool.insulate is no table",
                         path, table->line);
    }
    struct target target = {
        .arena = arena,
        .settings = settings,
        .path = path,
        .folder = path_folder(arena, path),
        .values = values,
    };
    const struct toml *own = toml_find(table, settings->command);
    if (apply_table(&target, table, false, err) != 0
        || (own != NULL && own->kind == TOML_TABLE
            && apply_table(&target, own, true, err) != 0))
    {
        return -1;
    }
    *out_file = path;
    return 0;
}
