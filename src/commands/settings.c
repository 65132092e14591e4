#include "commands/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/spelling.h"
#include "base/strbuf.h"
#include "base/toml.h"
#include "commands/command_table.h"
#include "commands/common_options.h"
#include "commands/file_ignores.h"
#include "report/report.h"

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

/* A link that leads out of its folder is no file of the project: what it leads to
 * could be anything of the user's. */
static bool
leads_out(struct arena *arena, const char *folder, const char *path)
{
    const char *real = path_real(arena, path);
    return strcmp(folder, "/") != 0 && path_below(real, folder) == real;
}

/* The nearest pyproject.toml that has our table, from START upwards. */
static int
find_table(struct arena *arena, const char *start, const struct toml **out_table,
           const char **out_path, struct error *err)
{
    const char *folder = path_full(arena, start);
    if (!file_is_folder(folder)) {
        folder = path_folder(arena, folder);
    }
    for (int depth = 0; depth < LIMIT_PATH_DEPTH; depth++) {
        const char *path = path_join(arena, folder, "pyproject.toml");
        if (file_exists(path) && !leads_out(arena, folder, path)) {
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

/* The user's own settings, in the folder that the XDG Base Directory Specification
 * names; NULL: there are none. */
static const char *
own_file(struct arena *arena)
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (folder == NULL || folder[0] != '/') {
        if (home == NULL || home[0] != '/') {
            return NULL;
        }
        folder = path_join(arena, home, ".config");
    }
    const char *path = path_join(arena, folder, "insulate.toml");
    return file_exists(path) ? path : NULL;
}

/* --- applying ------------------------------------------------------------ */

struct target {
    struct arena *arena;
    const struct settings *settings;
    const char *path, *folder;
    const char *shown; /* PATH as messages name it */
    bool is_trusted; /* the user's own, or named by the user; else the project's */
    const struct words *given; /* options that have a value already */
    struct words applied;      /* those that the file gave one */
    struct setting_origins *origins;
    struct words *notices;
    void *values;
};

/* The key, in the user's own file, of the folders whose settings count like those. */
#define TRUSTED_KEY "trusted"

/* The option of a key: an array may have its name in the plural. */
static const char *
option_of_key(const char *key)
{
    return strcmp(key, "thread-safe-libraries") == 0 ? "thread-safe-library" : key;
}

static const struct option *
find_in(const struct option *table, const char *key)
{
    const char *name = option_of_key(key);
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

/* The command of which VALUE is the table, or NULL. */
static const struct command *
owner_of(const struct toml *value)
{
    const struct command *command =
        value->kind == TOML_TABLE ? command_find(value->key) : NULL;
    return command != NULL && command->summary != NULL ? command : NULL;
}

static bool
has_option(const struct command *command, const char *name)
{
    struct option_tables tables = command_options(command);
    for (size_t i = 0; tables.items[i] != NULL; i++) {
        if (find_in(tables.items[i], name) != NULL) {
            return true;
        }
    }
    return false;
}

/* Is NAME an option of another command? */
static bool
is_known_elsewhere(const char *name)
{
    for (size_t i = 0; i < n_commands; i++) {
        if (commands[i].summary != NULL && has_option(&commands[i], name)) {
            return true;
        }
    }
    return false;
}

/* Is NAME for one run only?  Nothing is written because a file says so. */
static bool
is_for_command_line(const char *name)
{
    static const char *const names[] = {"config", "help",    "version", "show-settings",
                                        "write",  "recover", "output", "fix", "diff",
                                        "stdin-filename",
                                        "changed-lines", "add-ignores", "watch", "cache",
                                        "report",
                                        "update-baseline", "max-time", "max-memory"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Is NAME what COMMAND works on?  That is said on its command line. */
static bool
is_target(const char *command, const char *name)
{
    return strcmp(command, "scan") == 0 && strcmp(name, "python") == 0;
}

/* ITEM is VALUE, or the item of that array that does not fit. */
static int
refuse_item(const struct toml *value, const struct toml *item, const char *wanted,
            struct error *err)
{
    bool is_bare = item->kind == TOML_INTEGER || item->kind == TOML_OTHER;
    return error_set(err, ERROR_USAGE,
                     "line %u: invalid value for '%s' (expected %s, got %s%s%s)",
                     value->line, value->key, wanted, toml_kind_name(item->kind),
                     item != value ? " in the array" : "",
                     is_bare && string_starts(wanted, "a string") ? ": quote it" : "");
}

static int
refuse(const struct toml *value, const char *wanted, struct error *err)
{
    return refuse_item(value, value, wanted, err);
}

/* Is the value of OPTION a path: WORD? */
static bool
is_path_of(const struct option *option, const char *word)
{
    static const char *const paths[] = {"FILE", "DIR", "PATH", "FILE.py"};
    if (option->argument == NULL) {
        return false;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(paths); i++) {
        if (strcmp(option->argument, paths[i]) == 0) {
            return true;
        }
    }
    return strcmp(option->argument, "EXE") == 0 && strchr(word, '/') != NULL;
}

/* A word of the file, as the command line would have it: paths and patterns are relative
 * to the file's folder. */
static const char *
word_of(const struct target *target, const struct option *option,
        const struct toml *value)
{
    if (option->argument != NULL && strcmp(option->argument, "GLOB") == 0) {
        return path_pattern(target->arena, path_real(target->arena, target->folder),
                            value->text);
    }
    return is_path_of(option, value->text)
               ? path_join(target->arena, target->folder, value->text)
               : value->text;
}

static void
ignore(const struct target *target, const struct toml *value, const char *why,
       const char *remedy)
{
    words_add(target->arena, target->notices,
              arena_format(target->arena,
                           "%s: line %u: '%s' is ignored: %s; to allow it, %s",
                           target->shown, value->line, value->key, why, remedy));
}

/* Does VALUE, of OPTION, name code that would be loaded or run?  A project that is only
 * read does not choose that. */
static bool
leads_to_code(const struct option *option)
{
    static const char *const names[] = {"libclang", "python"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(option->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Does one of the paths of VALUE lie elsewhere than in the project's folder? */
static bool
names_foreign_path(const struct target *target, const struct option *option,
                   const struct toml *value)
{
    const struct toml *item = value->kind == TOML_ARRAY ? value->first : value;
    const char *folder = path_real(target->arena, target->folder);
    for (; item != NULL; item = value->kind == TOML_ARRAY ? item->next : NULL) {
        if (item->kind != TOML_STRING || !is_path_of(option, item->text)) {
            continue;
        }
        const char *path =
            path_full(target->arena, path_join(target->arena, folder, item->text));
        if (strcmp(path, folder) != 0 && path_below(path, folder) == path) {
            return true;
        }
    }
    return false;
}

/* May the file set OPTION to VALUE?  If not, that is noticed. */
static bool
is_allowed(const struct target *target, const struct option *option,
           const struct toml *value)
{
    if (target->is_trusted) {
        return true;
    }
    if (leads_to_code(option)) {
        ignore(target, value, "a project must not choose code to run",
               arena_format(target->arena,
                            "use --%s, or set it in your own configuration "
                            "(~/.config/insulate.toml)",
                            option->name));
        return false;
    }
    if (names_foreign_path(target, option, value)) {
        ignore(target, value, "it is outside the project",
               arena_format(target->arena,
                            "use --%s, or add the project to 'trusted' in your own "
                            "configuration (~/.config/insulate.toml)",
                            option->name));
        return false;
    }
    return true;
}

static int
apply_words(const struct target *target, const struct option *option,
            const struct toml *value, struct error *err)
{
    const struct toml *item = value->kind == TOML_ARRAY ? value->first : value;
    for (; item != NULL; item = value->kind == TOML_ARRAY ? item->next : NULL) {
        if (item->kind != TOML_STRING) {
            return refuse_item(value, item, "a string or an array of strings", err);
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

/* The table of --per-file-ignores: patterns, each with a rule or an array of them. */
static int
apply_file_ignores(const struct target *target, const struct option *option,
                   const struct toml *table, struct error *err)
{
    for (const struct toml *each = table->first; each != NULL; each = each->next) {
        const struct toml *item = each->kind == TOML_ARRAY ? each->first : each;
        for (; item != NULL; item = each->kind == TOML_ARRAY ? item->next : NULL) {
            if (item->kind != TOML_STRING) {
                return refuse_item(each, item, "a rule or an array of rules", err);
            }
            const char *word = file_ignore_word(target->arena, target->folder, each->key,
                                                item->text);
            if (option_store(target->arena, option, word, target->values, err) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

static int
apply_value(const struct target *target, const struct option *option,
            const struct toml *value, struct error *err)
{
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
        if (strcmp(option->name, "per-file-ignores") == 0) {
            return value->kind == TOML_TABLE
                       ? apply_file_ignores(target, option, value, err)
                       : refuse(value, "a table of patterns, each with its rules", err);
        }
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

static void
add_origin(const struct target *target, const struct option *option,
           const struct toml *value)
{
    struct setting_origins *origins = target->origins;
    ARENA_GROW(target->arena, origins->items, origins->n_items, origins->capacity);
    origins->items[origins->n_items++] = (struct setting_origin){
        option->name, arena_format(target->arena, "%s:%u", target->shown, value->line)};
}

static int
apply_option(struct target *target, const struct option *option,
             const struct toml *value, struct error *err)
{
    if (words_have(target->given, option->name) || !is_allowed(target, option, value)) {
        return 0;
    }
    words_add(target->arena, &target->applied, option->name);
    add_origin(target, option, value);
    return apply_value(target, option, value, err);
}

static void
offer_options(struct spelling *spelling, const struct command *command)
{
    struct option_tables tables = command_options(command);
    for (size_t i = 0; tables.items[i] != NULL; i++) {
        for (const struct option *option = tables.items[i]; option->name; option++) {
            spelling_offer(spelling, option->name);
        }
    }
}

/* OWNER: the command whose table it is in; NULL: that of all. */
static int
refuse_key(const struct target *target, const struct command *owner,
           const struct toml *value, struct error *err)
{
    struct spelling spelling = spelling_of(value->key);
    bool is_table = value->kind == TOML_TABLE && owner == NULL;
    for (size_t i = 0; i < n_commands; i++) {
        if (is_table) {
            spelling_offer(&spelling, commands[i].name);
        }
        if (owner == NULL || owner == &commands[i]) {
            offer_options(&spelling, &commands[i]);
        }
    }
    return error_set(err, ERROR_USAGE, "%s: line %u: unknown %s '%s'%s%s%s",
                     target->shown, value->line, is_table ? "table" : "option",
                     value->key,
                     spelling.nearest ? " (did you mean '" : "",
                     spelling.nearest ? spelling.nearest : "",
                     spelling.nearest ? "'?)" : "");
}

/* What another command's TABLE says does not count; its keys have to be known. */
static int
check_table(const struct target *target, const struct command *owner,
            const struct toml *table, struct error *err)
{
    for (const struct toml *value = table->first; value; value = value->next) {
        if (!has_option(owner, value->key)) {
            return refuse_key(target, owner, value, err);
        }
    }
    return 0;
}

/* Is VALUE a format for findings, which the command does not report? */
static bool
is_format_for_findings(const struct target *target, const struct toml *value)
{
    const struct command *command = command_find(target->settings->command);
    return strcmp(value->key, "format") == 0 && value->kind == TOML_STRING
           && command != NULL && (command->takes & TAKES_FINDINGS) == 0
           && reporter_find(value->text) != NULL && strcmp(value->text, "text") != 0
           && strcmp(value->text, "json") != 0;
}

static int
apply_table(struct target *target, const struct toml *table, bool is_own,
            struct error *err)
{
    for (const struct toml *value = table->first; value; value = value->next) {
        const struct command *owner = is_own ? NULL : owner_of(value);
        if (owner != NULL) {
            if (strcmp(owner->name, target->settings->command) != 0
                && check_table(target, owner, value, err) != 0)
            {
                return -1;
            }
            continue;
        }
        const struct option *option = find_option(target->settings, value->key);
        if (!is_own && is_format_for_findings(target, value)) {
            continue; /* said for the other commands */
        }
        bool is_of_run = is_target(target->settings->command, value->key);
        if (is_of_run && !is_own) {
            continue; /* said for the other commands */
        }
        if (is_of_run || is_for_command_line(value->key)) {
            return error_set(err, ERROR_USAGE,
                             "%s: line %u: '%s' is only allowed on the command line",
                             target->shown, value->line, value->key);
        }
        if (option == NULL && (is_own || !is_known_elsewhere(value->key))) {
            return refuse_key(
                target, is_own ? command_find(target->settings->command) : NULL, value, err);
        }
        /* The command's own table says more than the common one. */
        if (option != NULL
            && (is_own
                || toml_find(toml_find(table, target->settings->command), value->key)
                       == NULL)
            && apply_option(target, option, value, err) != 0)
        {
            return error_wrap(err, "%s", target->shown);
        }
    }
    return 0;
}

static int
apply_file(struct target *target, const struct toml *table, struct error *err)
{
    if (table->kind != TOML_TABLE) {
        return error_set(err, ERROR_FORMAT, "%s: line %u: tool.insulate is not a table",
                         target->shown, table->line);
    }
    const struct toml *own = toml_find(table, target->settings->command);
    if (apply_table(target, table, false, err) != 0
        || (own != NULL && own->kind == TOML_TABLE
            && apply_table(target, own, true, err) != 0))
    {
        return -1;
    }
    return 0;
}

/* --- the user's own file -------------------------------------------------- */

struct own_settings {
    const char *path; /* NULL: none */
    struct toml *table;
    struct words trusted; /* folders, real */
};

static int
add_trusted(struct arena *arena, const struct toml *value, struct words *trusted)
{
    const char *home = getenv("HOME");
    for (const struct toml *item = value->first; item != NULL; item = item->next) {
        if (item->kind != TOML_STRING) {
            return -1;
        }
        const char *folder = item->text;
        if (strncmp(folder, "~/", 2) == 0 && home != NULL) {
            folder = path_join(arena, home, folder + 2);
        }
        if (folder[0] != '/') {
            return -1;
        }
        words_add(arena, trusted, path_real(arena, folder));
    }
    return 0;
}

/* Take KEY out of TABLE; NULL: it has none. */
static struct toml *
take_out(struct toml *table, const char *key)
{
    for (struct toml **at = &table->first; *at != NULL; at = &(*at)->next) {
        if (strcmp((*at)->key, key) == 0) {
            struct toml *found = *at;
            *at = found->next;
            return found;
        }
    }
    return NULL;
}

static int
read_own(struct arena *arena, struct own_settings *own, struct error *err)
{
    *own = (struct own_settings){.path = own_file(arena)};
    if (own->path == NULL) {
        return 0;
    }
    char *text;
    size_t size;
    if (file_read(arena, own->path, LIMIT_SETTINGS_SIZE, &text, &size, NULL, err) != 0) {
        return -1;
    }
    if (toml_read(arena, text, size, &own->table, err) != 0) {
        return error_wrap(err, "%s", own->path);
    }
    const struct toml *value = take_out(own->table, TRUSTED_KEY);
    if (value != NULL
        && (value->kind != TOML_ARRAY
            || add_trusted(arena, value, &own->trusted) != 0))
    {
        return error_set(err, ERROR_USAGE,
                         "%s: line %u: invalid value for '%s' (expected an array of "
                         "directories that begin with / or ~/)",
                         own->path, value->line, value->key);
    }
    return 0;
}

static bool
is_below_trusted(struct arena *arena, const struct own_settings *own, const char *path)
{
    const char *folder = path_real(arena, path_folder(arena, path));
    for (size_t i = 0; i < own->trusted.n_items; i++) {
        const char *trusted = own->trusted.items[i];
        if (strcmp(folder, trusted) == 0 || path_below(folder, trusted) != folder) {
            return true;
        }
    }
    return false;
}

/* --- both ----------------------------------------------------------------- */

int
settings_apply(struct arena *arena, const struct settings *settings, void *values,
               const char **out_file, struct setting_origins *origins,
               struct words *notices, struct error *err)
{
    const struct toml *table = NULL;
    const char *path = settings->file;
    struct own_settings own;
    *out_file = NULL;
    if (read_own(arena, &own, err) != 0
        || (path != NULL ? read_table(arena, path, &table, err)
                         : find_table(arena, settings->start, &table, &path, err))
               != 0)
    {
        return -1;
    }
    struct words given = {0};
    for (size_t i = 0; i < settings->given->n_items; i++) {
        words_add(arena, &given, settings->given->items[i]);
    }
    struct target target = {
        .arena = arena,
        .settings = settings,
        .given = &given,
        .origins = origins,
        .notices = notices,
        .values = values,
    };
    if (table != NULL) {
        target.path = path;
        target.shown = path_below(path, path_real(arena, "."));
        target.folder = path_folder(arena, path);
        target.is_trusted = settings->file != NULL || is_below_trusted(arena, &own, path);
        if (apply_file(&target, table, err) != 0) {
            return -1;
        }
        for (size_t i = 0; i < target.applied.n_items; i++) {
            words_add(arena, &given, target.applied.items[i]);
        }
        *out_file = target.shown;
    }
    if (own.table != NULL) {
        target.path = target.shown = own.path;
        target.folder = path_folder(arena, own.path);
        target.is_trusted = true;
        return apply_file(&target, own.table, err);
    }
    return 0;
}
