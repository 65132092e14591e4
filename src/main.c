#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "commands/command.h"
#include "commands/command_table.h"
#include "commands/record.h"

static void
print_usage(FILE *out)
{
    fputs("usage: insulate COMMAND [OPTION...] [ARGUMENT...]\n\nTools for isolating CPython extension modules.\n\n",
          out);
    for (size_t i = 0; i < n_commands; i++) {
        if (commands[i].summary != NULL) {
            fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
        }
    }
    fputs("\nRun 'insulate COMMAND --help' for the options of a command.\n", out);
}

static int
fail_unknown(const char *name)
{
    CLEANUP(strbuf_done) struct strbuf word = STRBUF_INIT;
    strbuf_add_visible(&word, name, strlen(name), "");
    const char *nearest = command_nearest(name);
    fprintf(stderr, "insulate: unknown command '%s'", word.text);
    if (nearest != NULL) {
        fprintf(stderr, " (did you mean '%s'?)", nearest);
    }
    fputs("; 'insulate --help' lists all commands\n", stderr);
    return EXIT_UNABLE;
}

/* `insulate help [COMMAND]`, as `insulate COMMAND --help`. */
static int
help(int argc, char **argv)
{
    char word[] = "--help";
    char *words[] = {word, NULL};
    if (argc == 0) {
        print_usage(stdout);
        return EXIT_CLEAN;
    }
    const struct command *command = command_find(argv[0]);
    return command != NULL ? command->run(command, 1, words) : fail_unknown(argv[0]);
}

int
main(int argc, char **argv)
{
    if (argc > 0 && record_is_compiler(argv[0])) {
        return record_compile(argc, argv);
    }
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        print_usage(stdout);
        return EXIT_CLEAN;
    }
    if (strcmp(name, "help") == 0) {
        return help(argc - 2, argv + 2);
    }
    if (strcmp(name, "--version") == 0) {
        puts("insulate " INSULATE_VERSION);
        return EXIT_CLEAN;
    }
    const struct command *command = command_find(name);
    if (command != NULL) {
        return command->run(command, argc - 2, argv + 2);
    }
    if (argc > 1) {
        return fail_unknown(name);
    }
    print_usage(stderr);
    return EXIT_UNABLE;
}
