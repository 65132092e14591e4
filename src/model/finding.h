/* What the program says about one fault: the unit every reporter prints. */
#ifndef INSULATE_MODEL_FINDING_H
#define INSULATE_MODEL_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum level { LEVEL_NOTE, LEVEL_WARNING, LEVEL_ERROR };
const char *level_name(enum level level);

/* Bytes [begin, end) of the file at PATH become TEXT.  Lines and columns, in code points,
 * say the same, from 1; the end is behind the last one. */
struct replacement {
    const char *path;
    uint64_t begin, end;
    unsigned line, column, end_line, end_column;
    const char *text;
};

/* A remedy that needs no judgement: after it the sources compile as before, and the
 * finding is gone. */
struct fix {
    const char *description;
    const struct replacement *replacements; /* in order, apart from each other */
    size_t n_replacements;
};

/* All strings are borrowed from the arena of the list the finding is in, or
 * constants; NULL where there is nothing to say. */
struct finding {
    const char *rule;     /* a name of the rule table (model/rule.h) */
    enum level level;     /* FINDING_DEFAULT_LEVEL of the rule unless set */
    const char *message;  /* one sentence: the reason, then the remedy */
    const char *module;   /* importable name, in scan and prove */
    const char *path;     /* as the user named it; member path inside a wheel
                            after "!/" */
    unsigned line;        /* 1-based; 0: unknown */
    unsigned column;      /* 1-based, in bytes; 0: unknown */
    unsigned point;       /* the same, in Unicode code points; 0: unknown */
    unsigned end_column;  /* behind the word that stands at COLUMN, in its line, in bytes;
                             0: unknown */
    unsigned end_point;   /* the same, in Unicode code points; 0: unknown */
    const char *quote;    /* the line as it was read, without its end; NULL: unknown */
    const char *place;    /* symbol or section+0xoffset, where line is 0 */
    const char *symbol;   /* the C symbol the finding is about */
    const char *cause;    /* convert: what it follows from, in words, if other findings may
                             follow from that, too; NULL: its symbol */
    const char *macro;    /* check: "NAME at FILE:LINE", if the body of this macro is all that
                             the finding is about; NULL: it is not */
    uint32_t macro_offset; /* where in its file the finding's text is, if MACRO is not NULL */
    const char *member;   /* the field of a struct that the finding is about; NULL: none */
    const char *readable; /* the symbol of a C++ or Rust name, as the source has it;
                             NULL: none, or it is the same */
    const char *scenario; /* prove: the scenario's name; compare: the observation's */
    const char *configuration;   /* check: the one it was found with, if that is not the
                                  first */
    const char *const *evidence; /* one short line each */
    size_t n_evidence;
    bool automatic;        /* convert mends it without help */
    bool is_of_author;     /* convert: only of the result, about code that the original has */
    bool is_obstacle;      /* convert: what it is about cannot be converted */
    bool is_of_import;     /* it holds as an import gives the module to code that makes no
                              module: in converted text no fault of the author */
    uint64_t offset;       /* byte offset in the file, to sort by */
    const struct fix *fix; /* NULL: none is known */
};

struct findings {
    struct arena *arena; /* borrowed */
    struct finding *items;
    size_t n_items, capacity;
};

void findings_init(struct findings *findings, struct arena *arena);
/* Append a finding of RULE with the rule's own level and the formatted message.
 * Returns it for the caller to fill in (borrowed until the next add). */
struct finding *findings_add(struct findings *findings, const char *rule,
                             const char *format, ...) PRINTF_LIKE(3, 4);
/* Append a copy of FINDING, strings and all. */
void finding_copy(struct findings *findings, const struct finding *finding);
/* Append one formatted line of evidence. */
void finding_add_evidence(struct findings *findings, struct finding *finding,
                          const char *format, ...) PRINTF_LIKE(3, 4);
/* Order by path, offset, line, column, rule, module, message; drop findings
 * that say the same in the same place. */
void findings_sort(struct findings *findings);
/* Of the findings of one rule at one place in the body of a macro keep the first, which tells
 * how many more there are.  FINDINGS are sorted. */
void findings_fold_macros(struct findings *findings);
/* A number that stays when lines move: made of the rule, the file, the module and
 * scenario, the symbol (or, without one, the words).  FOLDER, absolute, is taken off
 * paths below it; NULL: none. */
uint64_t finding_fingerprint(const struct finding *finding, const char *folder);
/* How many of the findings up to number I have its fingerprint: tells those apart that are
 * alike in all but the line.  FINDINGS are sorted. */
size_t findings_occurrence(const struct findings *findings, size_t i, const char *folder);
/* How many findings are of LEVEL or worse. */
size_t findings_count(const struct findings *findings, enum level level);

#endif
