#include "probe/signal_frame.h"

#if !defined(__GLIBC__) && defined(__x86_64__)

#    include <stdint.h>
#    include <string.h>
#    include <sys/syscall.h>
#    include <unistd.h>

/* A handler returns to a few instructions that restore what was interrupted.  Those of musl
 * have no unwind information on x86-64 (those of glibc do), so these are in their place.
 * Here the stack pointer is at the kernel's ucontext, in which all registers are, at the
 * offsets that the ABI has; each row says at which one (LEB128).  The byte in front belongs to
 * them, because unwinders look for the address before a return address. */
#    define RULE(number, ...) ".cfi_escape 0x10, " #number ", " __VA_ARGS__ "\n"
#    define ONE_BYTE "2, 0x77, "
#    define TWO_BYTES "3, 0x77, "

void signal_frame_return(void);

__asm__(".text\n"
        ".cfi_startproc\n"
        ".cfi_signal_frame\n"
        ".cfi_escape 0x0f, 4, 0x77, 0xa0, 0x01, 0x06\n" /* CFA: the old stack pointer */
        RULE(8, ONE_BYTE "0x28")                        /* r8 */
        RULE(9, ONE_BYTE "0x30")
        RULE(10, ONE_BYTE "0x38")
        RULE(11, TWO_BYTES "0xc0, 0x00")
        RULE(12, TWO_BYTES "0xc8, 0x00")
        RULE(13, TWO_BYTES "0xd0, 0x00")
        RULE(14, TWO_BYTES "0xd8, 0x00")
        RULE(15, TWO_BYTES "0xe0, 0x00")
        RULE(5, TWO_BYTES "0xe8, 0x00")  /* rdi */
        RULE(4, TWO_BYTES "0xf0, 0x00")  /* rsi */
        RULE(6, TWO_BYTES "0xf8, 0x00")  /* rbp */
        RULE(3, TWO_BYTES "0x80, 0x01")  /* rbx */
        RULE(1, TWO_BYTES "0x88, 0x01")  /* rdx */
        RULE(0, TWO_BYTES "0x90, 0x01")  /* rax */
        RULE(2, TWO_BYTES "0x98, 0x01")  /* rcx */
        RULE(16, TWO_BYTES "0xa8, 0x01") /* rip */
        "nop\n"
        ".hidden signal_frame_return\n"
        ".globl signal_frame_return\n"
        ".type signal_frame_return, @function\n"
        "signal_frame_return:\n"
        "mov $15, %rax\n" /* rt_sigreturn */
        "syscall\n"
        ".size signal_frame_return, . - signal_frame_return\n"
        ".cfi_endproc\n");

#    define HAS_RESTORER 0x04000000UL

struct kernel_action {
    void (*handler)(int, siginfo_t *, void *);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

int
signal_frame_handle(int signal_number, const struct sigaction *action,
                    struct sigaction *old)
{
    struct kernel_action wanted = {action->sa_sigaction,
                                   (unsigned long)action->sa_flags | HAS_RESTORER,
                                   signal_frame_return, 0};
    memcpy(&wanted.mask, &action->sa_mask, sizeof wanted.mask);
    if (old != NULL && sigaction(signal_number, NULL, old) != 0) {
        return -1;
    }
    return (int)syscall(SYS_rt_sigaction, signal_number, &wanted, NULL,
                        sizeof wanted.mask);
}

#else

int
signal_frame_handle(int signal_number, const struct sigaction *action,
                    struct sigaction *old)
{
    return sigaction(signal_number, action, old);
}

#endif
