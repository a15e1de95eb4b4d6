/* fibre.c -- see fibre.h. */
#define _GNU_SOURCE
#include "fibre.h"
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

/* SIMT_ASAN: kernels are checked by AddressSanitizer, this file is not. */
#if defined(SIMT_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

static void leave(struct fibre *from, const struct fibre *to)
{
#if defined(SIMT_ASAN)
    __sanitizer_start_switch_fiber(&from->fake_stack, to->stack, to->stack_bytes);
#else
    (void)from;
    (void)to;
#endif
}

static void arrive(struct fibre *at)
{
#if defined(SIMT_ASAN)
    __sanitizer_finish_switch_fiber(at->fake_stack, NULL, NULL);
#else
    (void)at;
#endif
}

static void begin(struct fibre *fibre)
{
    arrive(fibre);
    fibre->entry(fibre->argument);
    abort();
}

void fibre_adopt(struct fibre *fibre)
{
    pthread_attr_t attributes;
    void *stack = NULL;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        abort();
    pthread_attr_getstack(&attributes, &stack, &fibre->stack_bytes);
    pthread_attr_destroy(&attributes);
    fibre->stack = stack;
}

void fibre_clean(unsigned char *stacks, size_t bytes)
{
#if defined(SIMT_ASAN)
    __asan_unpoison_memory_region(stacks, bytes);
#else
    (void)stacks;
    (void)bytes;
#endif
}

static void set(struct fibre *fibre, unsigned char *stack, size_t stack_bytes,
                void (*entry)(void *), void *argument)
{
    fibre->stack = stack;
    fibre->stack_bytes = stack_bytes;
    fibre->fake_stack = NULL;
    fibre->entry = entry;
    fibre->argument = argument;
}

#if defined(FIBRE_UCONTEXT)

/* makecontext passes ints only: a pointer travels as two. */
static void begin_of_halves(unsigned high, unsigned low)
{
    begin((struct fibre *)((uintptr_t)high << 32 | low));
}

void fibre_prepare(struct fibre *fibre, unsigned char *stack, size_t stack_bytes,
                   void (*entry)(void *), void *argument)
{
    const uint64_t self = (uintptr_t)fibre;
    set(fibre, stack, stack_bytes, entry, argument);
    if (getcontext(&fibre->context) != 0)
        abort();
    fibre->context.uc_stack.ss_sp = stack;
    fibre->context.uc_stack.ss_size = stack_bytes;
    fibre->context.uc_link = NULL;
    makecontext(&fibre->context, (void (*)(void))begin_of_halves, 2,
                (unsigned)(self >> 32), (unsigned)self);
}

void fibre_change(struct fibre *from, struct fibre *to)
{
    leave(from, to);
    if (swapcontext(&from->context, &to->context) != 0)
        abort();
    arrive(from);
}

#else

/* The calling convention keeps rbx, rbp and r12 to r15 over a call, so they and the
 * stack pointer are all there is to change. A new fibre finds itself in rbx. */
void fibre_swap(void **stack_pointer, void *to);
void fibre_start(void);
__asm__(".text\n"
        ".globl fibre_swap\n"
        ".type fibre_swap, @function\n"
        "fibre_swap:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size fibre_swap, . - fibre_swap\n"
        ".globl fibre_start\n"
        ".type fibre_start, @function\n"
        "fibre_start:\n"
        "    movq %rbx, %rdi\n"
        "    callq *%r12\n"
        "    ud2\n"
        ".size fibre_start, . - fibre_start\n");

void fibre_prepare(struct fibre *fibre, unsigned char *stack, size_t stack_bytes,
                   void (*entry)(void *), void *argument)
{
    enum { R12 = 3, RBX = 4, RETURN = 6, SLOTS = 7 }; /* as fibre_swap pops them */
    uintptr_t *const slots = (uintptr_t *)(void *)(stack + stack_bytes) - SLOTS;
    set(fibre, stack, stack_bytes, entry, argument);
    for (int k = 0; k < SLOTS; ++k)
        slots[k] = 0;
    slots[R12] = (uintptr_t)begin;
    slots[RBX] = (uintptr_t)fibre;
    slots[RETURN] = (uintptr_t)fibre_start;
    fibre->stack_pointer = slots;
}

void fibre_change(struct fibre *from, struct fibre *to)
{
    leave(from, to);
    fibre_swap(&from->stack_pointer, to->stack_pointer);
    arrive(from);
}

#endif
