/*
 * fibre.h -- stacks that a program changes by itself: one for each thread of a kernel.
 * On x86-64 a change is a dozen instructions; elsewhere ucontext does it.
 */
#ifndef WINDROW_TESTS_FIBRE_H
#define WINDROW_TESTS_FIBRE_H

#include <stddef.h>

#if !defined(__x86_64__)
#define FIBRE_UCONTEXT 1
#endif
#if defined(FIBRE_UCONTEXT)
#include <ucontext.h>
#endif

struct fibre {
#if defined(FIBRE_UCONTEXT)
    ucontext_t context;
#else
    void *stack_pointer;
#endif
    unsigned char *stack; /* lowest address */
    size_t stack_bytes;
    void *fake_stack; /* AddressSanitizer's */
    void (*entry)(void *);
    void *argument;
};

/* The stack that the program is on already. */
void fibre_adopt(struct fibre *fibre);

/* The first change to the fibre calls entry(argument), which must never return. */
void fibre_prepare(struct fibre *fibre, unsigned char *stack, size_t stack_bytes,
                   void (*entry)(void *), void *argument);

/* What is left of abandoned fibres' frames must not poison the next ones'. */
void fibre_clean(unsigned char *stacks, size_t bytes);

void fibre_change(struct fibre *from, struct fibre *to);

#endif
