/* As much of machine code as is needed to follow calls, and to see which
 * addresses the code passes to the C API or stores to.  For x86-64 and AArch64;
 * what an instruction does beyond that is "it changes these registers". */
#ifndef INSULATE_BINARY_CODE_H
#define INSULATE_BINARY_CODE_H

#include "binary/image_data.h"

enum { N_REGISTERS = 32, NO_REGISTER = 255 };

enum flow {
    FLOW_NEXT,
    FLOW_CALL,
    FLOW_JUMP,
    FLOW_BRANCH, /* may also go on */
    FLOW_RETURN,
    FLOW_STOP,
};

enum effect {
    EFFECT_NONE,
    EFFECT_SET,     /* destination = number */
    EFFECT_ADD,     /* destination = source + number */
    EFFECT_COPY,    /* destination = source */
    EFFECT_ADDRESS, /* destination = address of the memory operand */
    EFFECT_LOAD,    /* destination = word of the memory operand */
    EFFECT_STORE,   /* the memory operand = source, or = number without one */
    EFFECT_CHANGE,  /* the memory operand gets a new value of its own */
};

/* base + index + displacement; an absolute address where there is no base. */
struct memory_operand {
    uint8_t base; /* NO_REGISTER: none */
    bool has_index;
    int64_t displacement;
};

struct instruction {
    uint8_t size; /* bytes; 0: not an instruction */
    uint8_t flow;
    uint8_t effect;
    uint8_t destination, source;
    bool is_word;            /* EFFECT_STORE and LOAD: of a whole word */
    bool target_is_known;    /* `target` is the address it goes to */
    bool target_is_memory;   /* it goes where the word at `memory` points */
    uint8_t target_register; /* it goes where this register points */
    uint64_t target;
    int64_t number;
    struct memory_operand memory;
    uint32_t changed; /* registers with an unknown value afterwards */
};

/* One kind of processor. */
struct processor {
    bool (*decode)(const uint8_t *bytes, size_t size, uint64_t address,
                   struct instruction *out_instruction);
    const uint8_t *arguments; /* registers of the arguments, in order */
    unsigned n_arguments;
    uint8_t result;
    uint32_t lost_in_calls; /* registers a call may change */
};
extern const struct processor processor_x86;
extern const struct processor processor_arm64;
/* The processor of IMAGE, or NULL: its code cannot be read here. */
const struct processor *processor_find(const struct image *image);

/* What a register holds. */
enum value_kind {
    VALUE_UNKNOWN,
    VALUE_NUMBER,
    VALUE_ADDRESS, /* in this file */
    VALUE_IMPORT,  /* the address of another file's symbol */
    VALUE_RESULT,  /* what a call of `import` returned */
    VALUE_LOADED,  /* the word at `number` in this file's writable memory */
    VALUE_CONTENT, /* the word at another file's symbol: PyExc_ImportError … */
};
struct value {
    enum value_kind kind;
    uint64_t number;
    const char *import;
};

enum { MAX_ARGUMENTS = 6 };
/* What the code does, in the order it stands in. */
struct code_visitor {
    void *data;
    /* A call or a jump out of the function, with what is known of its arguments. */
    void (*call)(void *data, const char *import, uint64_t local_target,
                 const struct value arguments[MAX_ARGUMENTS], uint64_t at);
    /* VALUE goes into the writable memory at ADDRESS (or behind it: INDEXED). */
    void (*store)(void *data, uint64_t address, bool is_indexed, bool is_word,
                  const struct value *value, uint64_t at);
    /* The address of writable memory is made, the memory is not named further. */
    void (*take)(void *data, uint64_t address, uint64_t at);
    /* What the function returns. */
    void (*result)(void *data, const struct value *value);
};

/* All code of the image once, from low to high.  Returns false if the processor
 * is not known. */
bool code_sweep(const struct image *image, const struct code_visitor *visitor);
/* The function at ADDRESS with ARGUMENTS, every branch of it once; calls are told,
 * not followed.  Returns false if it could not be read to all its ends. */
bool code_follow(const struct image *image, uint64_t address,
                 const struct value arguments[MAX_ARGUMENTS],
                 const struct code_visitor *visitor);
/* What stands behind an entry of the procedure linkage table: the import, or NULL
 * and the address itself. */
const char *code_stub(const struct image *image, uint64_t address,
                      uint64_t *out_address);

#endif
