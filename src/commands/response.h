/* Response files of compilers: @FILE stands for the words in FILE. */
#ifndef INSULATE_COMMANDS_RESPONSE_H
#define INSULATE_COMMANDS_RESPONSE_H

#include "commands/option.h"

/* The words of ARGV, with those of its response files in their place.  A word that
 * names no file that can be read stays, as gcc has it. */
struct words response_expand(struct arena *arena, int argc, char **argv);

#endif
