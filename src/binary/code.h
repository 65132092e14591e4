/* As much of machine code as is needed to follow calls, and to see which
 * addresses the code passes to the C API or stores to.  What an instruction does
 * beyond that is "it changes these registers". */
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
    EFFECT_SET,       /* destination = number */
    EFFECT_ADD,       /* destination = source + number */
    EFFECT_COPY,      /* destination = source */
    EFFECT_ADDRESS,   /* destination = address of the memory operand */
    EFFECT_LOAD,      /* destination = word of the memory operand */
    EFFECT_STORE,     /* the memory operand = source, or = number without one */
    EFFECT_CHANGE,    /* the memory operand gets a new value of its own */
    EFFECT_PUSH,      /* source, or number without one, goes onto the stack */
    EFFECT_PUSH_LOAD, /* the word of the memory operand does */
    EFFECT_POP,       /* destination = the word on top of the stack */
};

/* base + index + displacement; an absolute address where there is no base. */
struct memory_operand {
    uint8_t base;  /* NO_REGISTER: none */
    uint8_t index; /* NO_REGISTER: none, or one that is scaled */
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
    bool (*decode)(const struct image *image, const uint8_t *bytes, size_t size,
                   uint64_t address, struct instruction *out_instruction);
    const uint8_t *arguments; /* registers of the arguments, in order */
    unsigned n_arguments;     /* 0: they lie on the stack */
    uint8_t result;
    uint8_t step;           /* instructions begin at multiples of it */
    bool has_wide_operands; /* one instruction can name any place of the file */
    uint8_t stack;          /* the stack pointer, where arguments lie there */
    uint8_t table;          /* the register that holds image->table all the time */
    uint8_t stub_table;     /* … image->global_table in linkage stubs */
    uint32_t lost_in_calls; /* registers a call may change */
};
/* Those that are decoded here, for speed. */
extern const struct processor processor_x86;
extern const struct processor processor_arm64;
/* Those that libcapstone decodes (disassembler.c). */
extern const struct processor processor_i386;
extern const struct processor processor_ppc64;
extern const struct processor processor_riscv64;
extern const struct processor processor_s390x;
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
