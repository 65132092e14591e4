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
    if (strcmp(name, "--version") == 0) {
        puts("insulate " INSULATE_VERSION);
        return EXIT_CLEAN;
    }
    for (size_t i = 0; i < n_commands; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return commands[i].run(&commands[i], argc - 2, argv + 2);
        }
    }
    if (argc > 1) {
        CLEANUP(strbuf_done) struct strbuf word = STRBUF_INIT;
        strbuf_add_visible(&word, name, strlen(name), "");
        const char *nearest = command_nearest(name);
        fprintf(stderr, "insulate: unknown command '%s'", word.text);
        if (nearest != NULL) {
            fprintf(stderr, " (did you mean '%s'?)", nearest);
        }
        fputs("\n\n", stderr);
    }
    print_usage(stderr);
    return EXIT_UNABLE;
}
