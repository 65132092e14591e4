/* What one x86-64 instruction does to memory: enough of the encoding to find its
 * operand (Intel SDM, volume 2, chapter 2), not a disassembler. */
#ifndef INSULATE_PROBE_MEMORY_OPERAND_H
#define INSULATE_PROBE_MEMORY_OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memory_operand {
    uintptr_t address;
    size_t size;    /* bytes; 0: not known */
    bool is_update; /* reads, computes and writes, and is not atomic */
    bool is_write;
    bool is_atomic;   /* reads and writes in one step, for other threads */
    bool is_compared; /* writes only if nothing has changed: cmpxchg */
    bool is_swapped;  /* xchg */
};

/* The operand in memory of the instruction at CODE, given the general registers in the
 * order of their numbers (rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, …).  Returns false
 * if it has none, or one of its thread (%fs), or if the instruction is not known. */
bool memory_operand_of(const uint8_t *code, const uint64_t registers[16],
                       struct memory_operand *out_operand);

/* Is all that the instruction does to memory what memory_operand_of says, or what it pushes
 * and pops?  False also for what is not known. */
bool instruction_is_known(const uint8_t *code);

/* Where a call or jump reads in memory where it goes on; false: it does not. */
bool jump_operand_of(const uint8_t *code, const uint64_t registers[16],
                     uintptr_t *out_address);

/* Does the instruction return from a function? */
bool instruction_returns(const uint8_t *code);

#endif
