#include "commands/common_options.h"

#include <stdio.h>
#include <string.h>

#include "base/macros.h"

static const struct option output_options[] = {
    {"output", 'o', OPTION_WORD, OPTION(struct common_options, output), "FILE",
     "write the output to FILE"},
    {0},
};

static const struct option format_options[] = {
    {"format", 0, OPTION_WORD, OPTION(struct common_options, format),
     "text|json|json-lines|sarif|github|gitlab|azure|junit|pylint|markdown|html",
     "output format (default: text)"},
    {0},
};

static const struct option rule_choices[] = {
    {"select", 0, OPTION_WORDS, OPTION(struct common_options, select), "RULE",
     "report only RULE: a name, its first words, a pattern"},
    {"ignore", 0, OPTION_WORDS, OPTION(struct common_options, ignore), "RULE",
     "do not report RULE; the more exact of both counts"},
    {0},
};

static const struct option source_options[] = {
    {"frames", 0, OPTION_WORD, OPTION(struct common_options, frames),
     "auto|always|never",
     "show the source line of each finding in text output (default: auto, on a terminal)"},
    {0},
};

static const struct option finding_options[] = {
    {"per-file-ignores", 0, OPTION_WORDS,
     OPTION(struct common_options, file_ignores), "PATTERN:RULE",
     "do not report RULE in files that PATTERN means (repeatable)"},
    {"report", 0, OPTION_WORDS, OPTION(struct common_options, reports), "FORMAT=FILE",
     "also write the output in FORMAT to FILE (repeatable)"},
    {"baseline", 0, OPTION_WORD, OPTION(struct common_options, baseline), "FILE",
     "do not report findings that are listed in FILE"},
    {"update-baseline", 0, OPTION_FLAG, OPTION(struct common_options, update_baseline),
     NULL, "write all findings to the baseline; keep its reasons"},
    {"statistics", 0, OPTION_FLAG, OPTION(struct common_options, statistics), NULL,
     "count the findings of each rule (text: instead of them; JSON: also)"},
    {"exit-zero", 0, OPTION_FLAG, OPTION(struct common_options, exit_zero), NULL,
     "exit with status 0 instead of 1"},
    {0},
};

static const struct option general_options[] = {
    {"config", 0, OPTION_WORD, OPTION(struct common_options, config), "FILE",
     "read the configuration from FILE"},
    {"color", 0, OPTION_WORD, OPTION(struct common_options, color), "auto|always|never",
     "use colors in text output (default: auto; NO_COLOR is respected)"},
    {"quiet", 'q', OPTION_FLAG, OPTION(struct common_options, quiet), NULL,
     "do not print the summary and progress"},
    {"verbose", 'v', OPTION_FLAG, OPTION(struct common_options, verbose), NULL,
     "print more details"},
    {"show-settings", 0, OPTION_FLAG, OPTION(struct common_options, show_settings), NULL,
     "show the options in effect and where they come from, and exit"},
    {"help", 'h', OPTION_FLAG, OPTION(struct common_options, help), NULL,
     "show this help and exit"},
    {"version", 0, OPTION_FLAG, OPTION(struct common_options, version), NULL,
     "show the version and exit"},
    {0},
};

static const struct group {
    const struct option *options;
    unsigned takes;   /* of the commands that have them; 0: all */
    const char *lack; /* of one that has not */
} groups[] = {
    {format_options, TAKES_FORMAT, "it has one output format"},
    {output_options, TAKES_OUTPUT, "it writes no output"},
    {rule_choices, TAKES_RULES, "it applies no rules"},
    {source_options, TAKES_SOURCES, "it does not read the lines of sources"},
    {finding_options, TAKES_FINDINGS, "it reports no findings"},
    {general_options, 0, NULL},
};

struct option_tables
command_options(const struct command *command)
{
    struct option_tables tables = {{command->options}};
    size_t n = 1;
    for (size_t i = 0; i < ARRAY_LENGTH(groups); i++) {
        if ((groups[i].takes & ~command->takes) == 0) {
            tables.items[n++] = groups[i].options;
        }
    }
    return tables;
}

const char *
common_option_lacks(const struct command *command, const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(groups); i++) {
        if ((groups[i].takes & ~command->takes) == 0) {
            continue;
        }
        for (const struct option *option = groups[i].options; option->name; option++) {
            if (strcmp(option->name, name) == 0) {
                return groups[i].lack;
            }
        }
    }
    return NULL;
}

static void
print_options(const struct option *options)
{
    for (; options->name != NULL; options++) {
        char head[128];
        char letter[8] = "    ";
        if (options->letter != '\0') {
            snprintf(letter, sizeof letter, "-%c, ", options->letter);
        }
        snprintf(head, sizeof head, "%s--%s%s%s", letter, options->name,
                 options->argument ? " " : "",
                 options->argument ? options->argument : "");
        printf("  %-38s %s\n", head, options->help);
    }
}

void
print_help(const struct command *command)
{
    printf("usage: insulate %s [OPTION...] %s\n\n%s\n\n", command->name,
           command->operands, command->summary ? command->summary : "");
    struct option_tables tables = command_options(command);
    for (size_t i = 0; tables.items[i] != NULL; i++) {
        print_options(tables.items[i]);
        if (i == 0 && tables.items[i][0].name != NULL) {
            putchar('\n');
        }
    }
    puts("\nexit status: 0 no findings, 1 findings, 2 usage or input error, 3 internal "
         "error");
}
