/* insulate completion bash|zsh|fish: scripts by which shells complete command lines, from
 * the tables that parse them. */
#include <string.h>

#include "base/strbuf.h"
#include "commands/command_table.h"
#include "commands/common_options.h"
#include "model/rule.h"
#include "prove/scenario.h"

struct completion_options {
    struct common_options common;
};

const struct option completion_options[] = {{0}};

/* What completes a value. */
enum value_kind {
    VALUE_OTHER, /* a number, a name of the user's */
    VALUE_FILE,
    VALUE_FOLDER,
    VALUE_PROGRAM,
    VALUE_WORDS,
};

struct value {
    enum value_kind kind;
    const char *words; /* of VALUE_WORDS, separated by blanks */
};

static const char *
rule_words(struct arena *arena)
{
    CLEANUP(strbuf_done) struct strbuf words = STRBUF_INIT;
    for (size_t i = 0; i < n_rules; i++) {
        strbuf_format(&words, "%s%s", i != 0 ? " " : "", rules[i].name);
    }
    return arena_string(arena, words.text);
}

static const char *
scenario_words(struct arena *arena)
{
    CLEANUP(strbuf_done) struct strbuf words = STRBUF_INIT;
    for (int i = 0; i < N_SCENARIOS; i++) {
        strbuf_format(&words, "%s%s", i != 0 ? " " : "",
                      scenario_name((enum scenario)i));
    }
    return arena_string(arena, words.text);
}

/* "a|b" as "a b". */
static const char *
choices(struct arena *arena, const char *argument)
{
    char *words = arena_string(arena, argument);
    for (char *at = words; *at != '\0'; at++) {
        *at = *at == '|' ? ' ' : *at;
    }
    return words;
}

static struct value
value_of(struct arena *arena, const struct option *option)
{
    const char *name = option->argument;
    if (strchr(name, '|') != NULL) {
        return (struct value){VALUE_WORDS, choices(arena, name)};
    }
    if (strcmp(name, "RULE") == 0) {
        return (struct value){VALUE_WORDS, rule_words(arena)};
    }
    if (strcmp(option->name, "scenario") == 0) {
        return (struct value){VALUE_WORDS, scenario_words(arena)};
    }
    enum value_kind kind = string_starts(name, "FILE") || strcmp(name, "PATH") == 0
                               ? VALUE_FILE
                           : strcmp(name, "DIR") == 0 ? VALUE_FOLDER
                           : strcmp(name, "EXE") == 0 ? VALUE_PROGRAM
                                                      : VALUE_OTHER;
    return (struct value){kind, NULL};
}

/* What completes the operands of COMMAND. */
static struct value
operand_of(struct arena *arena, const struct command *command)
{
    if (command->run == cmd_rule) {
        return (struct value){VALUE_WORDS, rule_words(arena)};
    }
    if (command->run == cmd_completion) {
        return (struct value){VALUE_WORDS, "bash zsh fish"};
    }
    if (command->run == cmd_man) {
        CLEANUP(strbuf_done) struct strbuf words = STRBUF_INIT;
        for (size_t i = 0; i < n_commands; i++) {
            if (commands[i].summary != NULL) {
                strbuf_format(&words, "%s%s", words.size ? " " : "", commands[i].name);
            }
        }
        return (struct value){VALUE_WORDS, arena_string(arena, words.text)};
    }
    bool is_other = command->run == cmd_prove || command->run == cmd_doctor;
    return (struct value){command->run == cmd_record ? VALUE_PROGRAM
                          : is_other                 ? VALUE_OTHER
                                                     : VALUE_FILE,
                          NULL};
}

/* Call EACH for all options of COMMAND. */
typedef void on_option(struct arena *arena, const struct command *command,
                       const struct option *option, struct strbuf *out);

static void
each_option(struct arena *arena, const struct command *command, on_option *each,
            struct strbuf *out)
{
    struct option_tables tables = command_options(command);
    for (size_t i = 0; tables.items[i] != NULL; i++) {
        for (const struct option *option = tables.items[i]; option->name; option++) {
            each(arena, command, option, out);
        }
    }
}

static const char head[] = "# Made by 'insulate completion %s' of insulate " INSULATE_VERSION
                           ".\n";

/* --- bash --------------------------------------------------------------------- */

static void
bash_name(struct arena *arena, const struct command *command,
          const struct option *option, struct strbuf *out)
{
    (void)arena, (void)command;
    strbuf_format(out, " --%s", option->name);
}

static void
bash_generate(struct strbuf *out, struct value value)
{
    switch (value.kind) {
    case VALUE_WORDS:
        strbuf_format(out, "COMPREPLY=($(compgen -W '%s' -- \"$cur\"))", value.words);
        break;
    case VALUE_FILE:
        strbuf_add_string(out, "_insulate_paths -f");
        break;
    case VALUE_FOLDER:
        strbuf_add_string(out, "_insulate_paths -d");
        break;
    case VALUE_PROGRAM:
        strbuf_add_string(out, "_insulate_paths -c");
        break;
    case VALUE_OTHER:
        strbuf_add_char(out, ':');
        break;
    }
}

static void
bash_value(struct arena *arena, const struct command *command,
           const struct option *option, struct strbuf *out)
{
    if (option->argument == NULL) {
        return;
    }
    strbuf_format(out, "    '%s --%s'", command->name, option->name);
    if (option->letter != '\0') {
        strbuf_format(out, " | '%s -%c'", command->name, option->letter);
    }
    strbuf_add_string(out, ") ");
    bash_generate(out, value_of(arena, option));
    strbuf_add_string(out, "; return ;;\n");
}

static void
print_bash(struct arena *arena, struct strbuf *out)
{
    strbuf_format(out, head, "bash");
    strbuf_add_string(
        out, "_insulate_paths()\n{\n"
             "    local IFS=$'\\n'\n"
             "    compopt -o filenames 2>/dev/null\n"
             "    COMPREPLY=($(compgen \"$1\" -- \"$cur\"))\n}\n\n"
             "_insulate()\n{\n"
             "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
             "    local command=${COMP_WORDS[1]} options= i\n"
             "    COMPREPLY=()\n"
             "    if [[ $COMP_CWORD -eq 1 ]]; then\n"
             "        COMPREPLY=($(compgen -W '");
    for (size_t i = 0; i < n_commands; i++) {
        if (commands[i].summary != NULL) {
            strbuf_format(out, "%s ", commands[i].name);
        }
    }
    strbuf_add_string(
        out, "--help --version' -- \"$cur\"))\n        return\n    fi\n"
             "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
             "        if [[ ${COMP_WORDS[i]} == -- ]]; then\n"
             "            _insulate_paths -f\n            return\n        fi\n    done\n"
             "    # The shell takes --option=value for three words.\n"
             "    if [[ $cur == = ]]; then\n        cur=\n"
             "    elif [[ $prev == = ]]; then\n        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
             "    fi\n"
             "    case \"$command $prev\" in\n");
    for (size_t i = 0; i < n_commands; i++) {
        if (commands[i].summary != NULL) {
            each_option(arena, &commands[i], bash_value, out);
        }
    }
    strbuf_add_string(out, "    esac\n    case $command in\n");
    for (size_t i = 0; i < n_commands; i++) {
        if (commands[i].summary == NULL) {
            continue;
        }
        strbuf_format(out, "    %s)\n        options='", commands[i].name);
        each_option(arena, &commands[i], bash_name, out);
        strbuf_add_string(out, "'\n        [[ $cur == -* ]] || { ");
        bash_generate(out, operand_of(arena, &commands[i]));
        strbuf_add_string(out, "; return; }\n        ;;\n");
    }
    strbuf_add_string(out, "    esac\n"
                           "    COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
                           "}\n\ncomplete -F _insulate insulate\n");
}

/* --- zsh ------------------------------------------------------------------------ */

/* TEXT in single quotes, its characters of SPECIAL behind a backslash. */
static void
add_quoted(struct strbuf *out, const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            strbuf_add_string(out, "'\\''");
            continue;
        }
        if (strchr(special, *text) != NULL) {
            strbuf_add_char(out, '\\');
        }
        strbuf_add_char(out, *text);
    }
}

static void
zsh_action(struct strbuf *out, struct value value)
{
    static const char *const actions[] = {
        [VALUE_OTHER] = " ",
        [VALUE_FILE] = "_files",
        [VALUE_FOLDER] = "_files -/",
        [VALUE_PROGRAM] = "_command_names -e",
    };
    if (value.kind == VALUE_WORDS) {
        strbuf_format(out, "(%s)", value.words);
    }
    else {
        strbuf_add_string(out, actions[value.kind]);
    }
}

static void
zsh_option(struct arena *arena, const struct command *command,
           const struct option *option, struct strbuf *out)
{
    (void)command;
    strbuf_add_string(out, " \\\n        ");
    bool is_repeatable = option->kind == OPTION_WORDS || option->kind == OPTION_COUNT;
    const char *equals = option->argument != NULL ? "=" : "";
    strbuf_format(out, "'%s--%s%s[", is_repeatable ? "*" : "", option->name, equals);
    add_quoted(out, option->help, "[]:\\");
    strbuf_add_char(out, ']');
    if (option->argument != NULL) {
        strbuf_add_char(out, ':');
        add_quoted(out, option->argument, "[]:\\");
        strbuf_add_char(out, ':');
        zsh_action(out, value_of(arena, option));
    }
    strbuf_add_char(out, '\'');
    if (option->letter != '\0') {
        strbuf_format(out, " \\\n        '-%c[as --%s]%s", option->letter, option->name,
                      option->argument != NULL ? ":value:" : "");
        if (option->argument != NULL) {
            zsh_action(out, value_of(arena, option));
        }
        strbuf_add_char(out, '\'');
    }
}

static void
print_zsh(struct arena *arena, struct strbuf *out)
{
    strbuf_add_string(out, "#compdef insulate\n");
    strbuf_format(out, head, "zsh");
    strbuf_add_string(out, "_insulate() {\n    local -a commands\n    commands=(\n");
    for (size_t i = 0; i < n_commands; i++) {
        if (commands[i].summary != NULL) {
            strbuf_format(out, "        '%s:", commands[i].name);
            add_quoted(out, commands[i].summary, ":\\");
            strbuf_add_string(out, "'\n");
        }
    }
    strbuf_add_string(
        out, "    )\n    if (( CURRENT == 2 )); then\n"
             "        _describe -t commands command commands\n"
             "        _arguments '--help[show the commands]' '--version[show the version]'\n"
             "        return\n    fi\n"
             "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n"
             "    case $command in\n");
    for (size_t i = 0; i < n_commands; i++) {
        if (commands[i].summary == NULL) {
            continue;
        }
        strbuf_format(out, "    %s)\n        _arguments -s -S", commands[i].name);
        each_option(arena, &commands[i], zsh_option, out);
        strbuf_add_string(out, " \\\n        '*:operand:");
        zsh_action(out, operand_of(arena, &commands[i]));
        strbuf_add_string(out, "'\n        ;;\n");
    }
    strbuf_add_string(out, "    esac\n}\n\n"
                           "if [ \"$funcstack[1]\" = _insulate ]; then\n"
                           "    _insulate \"$@\"\nelse\n"
                           "    compdef _insulate insulate\nfi\n");
}

/* --- fish ----------------------------------------------------------------------- */

static void
fish_value(struct strbuf *out, struct value value, const char *flag)
{
    switch (value.kind) {
    case VALUE_WORDS:
        strbuf_format(out, " %s -a '%s'", flag, value.words);
        break;
    case VALUE_FILE:
        strbuf_add_string(out, flag[1] == 'x' ? " -r -F" : " -F");
        break;
    case VALUE_FOLDER:
        strbuf_format(out, " %s -a '(__fish_complete_directories)'", flag);
        break;
    case VALUE_PROGRAM:
        strbuf_format(out, " %s -a '(__fish_complete_command)'", flag);
        break;
    case VALUE_OTHER:
        strbuf_format(out, " %s", flag);
        break;
    }
}

static void
fish_option(struct arena *arena, const struct command *command,
            const struct option *option, struct strbuf *out)
{
    strbuf_format(out, "complete -c insulate -n '__fish_seen_subcommand_from %s' -l %s",
                  command->name, option->name);
    if (option->letter != '\0') {
        strbuf_format(out, " -s %c", option->letter);
    }
    if (option->argument != NULL) {
        fish_value(out, value_of(arena, option), "-x");
    }
    strbuf_add_string(out, " -d '");
    for (const char *at = option->help; *at != '\0'; at++) {
        strbuf_add_string(out, *at == '\'' || *at == '\\' ? "\\" : "");
        strbuf_add_char(out, *at);
    }
    strbuf_add_string(out, "'\n");
}

static void
print_fish(struct arena *arena, struct strbuf *out)
{
    strbuf_format(out, head, "fish");
    strbuf_add_string(out, "complete -c insulate -f\n"
                           "complete -c insulate -n __fish_use_subcommand -l help -d "
                           "'show the commands'\n"
                           "complete -c insulate -n __fish_use_subcommand -l version -d "
                           "'show the version'\n");
    for (size_t i = 0; i < n_commands; i++) {
        const struct command *command = &commands[i];
        if (command->summary == NULL) {
            continue;
        }
        strbuf_format(out,
                      "complete -c insulate -n __fish_use_subcommand -a %s -d '%s'\n",
                      command->name, command->summary);
        each_option(arena, command, fish_option, out);
        struct value value = operand_of(arena, command);
        if (value.kind != VALUE_OTHER) {
            strbuf_format(out, "complete -c insulate -n '__fish_seen_subcommand_from %s'",
                          command->name);
            fish_value(out, value, "-f");
            strbuf_add_char(out, '\n');
        }
    }
}

/* --- the command ---------------------------------------------------------------- */

static const struct shell {
    const char *name;
    void (*print)(struct arena *arena, struct strbuf *out);
} shells[] = {
    {"bash", print_bash},
    {"zsh", print_zsh},
    {"fish", print_fish},
};

int
cmd_completion(const struct command *self, int argc, char **argv)
{
    struct completion_options options = {.common = COMMON_OPTIONS_INIT};
    struct run run;
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code >= 0) {
        return run_end(&run, code);
    }
    struct error err = ERROR_INIT;
    const char *name = run.operands.n_items == 1 ? run.operands.items[0] : "";
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < ARRAY_LENGTH(shells); i++) {
        if (strcmp(shells[i].name, name) == 0) {
            shells[i].print(run.arena, &text);
        }
    }
    if (text.size == 0) {
        error_set(&err, ERROR_USAGE, "expected a shell: bash, zsh or fish%s%s%s",
                  name[0] != '\0' ? ", not '" : "", name, name[0] != '\0' ? "'" : "");
        return run_end(&run, run_fail(&run, &err));
    }
    code = run_answer(&run, text.text, text.size, &err) == 0 ? EXIT_CLEAN
                                                             : run_fail(&run, &err);
    return run_end(&run, code);
}
