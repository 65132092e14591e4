#include <stdio.h>
#include <string.h>

#include "base/macros.h"
#include "base/spelling.h"
#include "base/strbuf.h"
#include "commands/command.h"
#include "commands/record.h"

static const struct command commands[] = {
    {"check", cmd_check, check_options, "[PATH...] [-- ARGUMENT...]",
     "check C sources for state that is not isolated", true},
    {"compare", cmd_compare, compare_options, "BEFORE AFTER",
     "report differences between two builds that Python code can observe", false},
    {"convert", cmd_convert, convert_options, "[PATH...] [-- ARGUMENT...]",
     "rewrite C sources so that module state is isolated", true},
    {"inspect", cmd_inspect, inspect_options, "csource|binary FILE...", NULL, true},
    {"prove", cmd_prove, prove_options, "MODULE... | --all",
     "run a module under isolation scenarios and report a verdict", false},
    {"record", cmd_record, record_options, "-- COMMAND...",
     "run a build and record its compiler commands in compile_commands.json", false},
    {"rule", cmd_rule, rule_options, "[NAME]",
     "show the documentation of a rule, or list all rules", false},
    {"scan", cmd_scan, scan_options, "TARGET...",
     "check compiled modules and wheels for process-wide state, without running them",
     false},
};

static void
print_usage(FILE *out)
{
    fputs("usage: insulate COMMAND [OPTION...] [ARGUMENT...]\n\nTools for isolating CPython extension modules.\n\n",
          out);
    for (size_t i = 0; i < ARRAY_LENGTH(commands); i++) {
        if (commands[i].summary != NULL) {
            fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].summary);
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
    for (size_t i = 0; i < ARRAY_LENGTH(commands); i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return commands[i].run(&commands[i], argc - 2, argv + 2);
        }
    }
    if (argc > 1) {
        CLEANUP(strbuf_done) struct strbuf word = STRBUF_INIT;
        strbuf_add_visible(&word, name, strlen(name), "");
        struct spelling spelling = spelling_of(name);
        for (size_t i = 0; i < ARRAY_LENGTH(commands); i++) {
            spelling_offer(&spelling, commands[i].name);
        }
        fprintf(stderr, "insulate: unknown command '%s'", word.text);
        if (spelling.nearest != NULL) {
            fprintf(stderr, " (did you mean '%s'?)", spelling.nearest);
        }
        fputs("\n\n", stderr);
    }
    print_usage(stderr);
    return EXIT_UNABLE;
}
