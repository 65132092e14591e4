#include "commands/option.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "base/strbuf.h"

void
words_add(struct arena *arena, struct words *words, const char *word)
{
    ARENA_GROW(arena, words->items, words->n_items, words->capacity);
    words->items[words->n_items++] = word;
}

bool
words_have(const struct words *words, const char *word)
{
    for (size_t i = 0; i < words->n_items; i++) {
        if (strcmp(words->items[i], word) == 0) {
            return true;
        }
    }
    return false;
}

static const struct option *
find_option(const struct option *const *tables, const char *name, size_t size,
            char letter)
{
    for (; *tables != NULL; tables++) {
        for (const struct option *option = *tables; option->name; option++) {
            if (letter != '\0' ? option->letter == letter
                               : strncmp(option->name, name, size) == 0
                                     && option->name[size] == '\0')
            {
                return option;
            }
        }
    }
    return NULL;
}

/* Is WORD one of the words of CHOICES ("text|json")?  Anything is, where the
 * argument's name is no list of words. */
static bool
is_choice(const char *choices, const char *word)
{
    if (strchr(choices, '|') == NULL) {
        return true;
    }
    size_t size = strlen(word);
    for (const char *at = choices; at != NULL; at = strchr(at, '|')) {
        at += *at == '|';
        if (strncmp(at, word, size) == 0 && (at[size] == '|' || at[size] == '\0')) {
            return size != 0;
        }
    }
    return false;
}

/* "a|b" as "a, b". */
static const char *
list_choices(struct arena *arena, const char *choices)
{
    CLEANUP(strbuf_done) struct strbuf list = STRBUF_INIT;
    for (const char *at = choices; *at != '\0'; at++) {
        strbuf_add(&list, *at == '|' ? ", " : at, *at == '|' ? 2 : 1);
    }
    return arena_copy(arena, list.text, list.size);
}

int
option_store(struct arena *arena, const struct option *option, const char *word,
             void *values, struct error *err)
{
    char *target = (char *)values + option->offset;
    if (option->argument != NULL && !is_choice(option->argument, word)) {
        return error_set(err, ERROR_USAGE,
                         "invalid value '%s' for --%s (choose from %s)", word,
                         option->name, list_choices(arena, option->argument));
    }
    char *end = NULL;
    errno = 0;
    switch (option->kind) {
    case OPTION_FLAG:
        memcpy(target, &(bool){true}, sizeof(bool));
        break;
    case OPTION_COUNT: {
        int count;
        memcpy(&count, target, sizeof count);
        count++;
        memcpy(target, &count, sizeof count);
        break;
    }
    case OPTION_WORD:
        memcpy(target, &word, sizeof word);
        break;
    case OPTION_WORDS: {
        struct words words;
        memcpy(&words, target, sizeof words);
        words_add(arena, &words, word);
        memcpy(target, &words, sizeof words);
        break;
    }
    case OPTION_NUMBER: {
        long number = strtol(word, &end, 10);
        if (end == word || *end != '\0' || errno != 0 || number < 1 || number > 1000000)
        {
            return error_set(
                err, ERROR_USAGE,
                "invalid value '%s' for --%s (expected a positive integer)", word,
                option->name);
        }
        memcpy(target, &(int){(int)number}, sizeof(int));
        break;
    }
    case OPTION_SECONDS: {
        double seconds = strtod(word, &end);
        if (end == word || *end != '\0' || errno != 0 || !(seconds > 0)
            || seconds > 1e6)
        {
            return error_set(
                err, ERROR_USAGE,
                "invalid value '%s' for --%s (expected a positive number of seconds)",
                word, option->name);
        }
        memcpy(target, &seconds, sizeof seconds);
        break;
    }
    }
    return 0;
}

/* " (did you mean --select?)", or "". */
static const char *
suggestion(struct arena *arena, const struct option *const *tables, const char *name)
{
    struct spelling spelling = spelling_of(name);
    for (; *tables != NULL; tables++) {
        for (const struct option *option = *tables; option->name; option++) {
            spelling_offer(&spelling, option->name);
        }
    }
    return spelling.nearest ? arena_format(arena, " (did you mean --%s?)", spelling.nearest)
                            : "";
}

/* One "--name[=value]".  `*i` moves on when the value is the next word. */
static int
parse_long(struct arena *arena, const struct option *const *tables, int argc,
           char **argv, int *i, void *values, struct words *given, struct error *err)
{
    const char *name = argv[*i] + 2;
    const char *equals = strchr(name, '=');
    size_t size = equals ? (size_t)(equals - name) : strlen(name);
    const struct option *option = find_option(tables, name, size, '\0');
    const char *word = arena_copy(arena, name, size);
    words_add(arena, given, option != NULL ? option->name : word);
    if (option == NULL) {
        return error_set(err, ERROR_USAGE, "unknown option --%s%s", word,
                         suggestion(arena, tables, word));
    }
    if (option->argument == NULL) {
        if (equals != NULL) {
            return error_set(err, ERROR_USAGE, "option --%s does not take a value",
                             option->name);
        }
        return option_store(arena, option, NULL, values, err);
    }
    if (equals != NULL) {
        return option_store(arena, option, equals + 1, values, err);
    }
    if (*i + 1 >= argc) {
        return error_set(err, ERROR_USAGE, "--%s needs %s", option->name,
                         option->argument);
    }
    return option_store(arena, option, argv[++*i], values, err);
}

/* One "-abc" or "-nvalue". */
static int
parse_short(struct arena *arena, const struct option *const *tables, int argc,
            char **argv, int *i, void *values, struct words *given, struct error *err)
{
    for (const char *at = argv[*i] + 1; *at != '\0'; at++) {
        const struct option *option = find_option(tables, NULL, 0, *at);
        if (option == NULL) {
            return error_set(err, ERROR_USAGE, "unknown option -%c", *at);
        }
        words_add(arena, given, option->name);
        if (option->argument == NULL) {
            if (option_store(arena, option, NULL, values, err) != 0) {
                return -1;
            }
            continue;
        }
        if (at[1] != '\0') {
            return option_store(arena, option, at + 1, values, err);
        }
        if (*i + 1 >= argc) {
            return error_set(err, ERROR_USAGE, "-%c needs %s", *at, option->argument);
        }
        return option_store(arena, option, argv[++*i], values, err);
    }
    return 0;
}

int
options_parse(struct arena *arena, const struct option *const *tables, int argc,
              char **argv, void *values, struct words *operands, struct words *after,
              struct words *given, struct error *err)
{
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        if (strcmp(word, "--") == 0) {
            for (int k = i + 1; k < argc; k++) {
                words_add(arena, after, argv[k]);
            }
            return 0;
        }
        int failed = 0;
        if (word[0] == '-' && word[1] == '-') {
            failed = parse_long(arena, tables, argc, argv, &i, values, given, err);
        }
        else if (word[0] == '-' && word[1] != '\0') {
            failed = parse_short(arena, tables, argc, argv, &i, values, given, err);
        }
        else {
            words_add(arena, operands, word);
        }
        if (failed != 0) {
            return -1;
        }
    }
    return 0;
}
