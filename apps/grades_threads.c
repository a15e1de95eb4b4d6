#include "grades_threads.h"

#include <pthread.h>
#include <unistd.h>

#define MOST_THREADS 64

typedef struct errand {
    void (*work)(void *shared, int is_caller);
    void *shared;
} errand;

static void *run(void *user)
{
    const errand *mine = user;
    mine->work(mine->shared, 0);
    return NULL;
}

void run_on_threads(void (*work)(void *shared, int is_caller), void *shared)
{
    pthread_t threads[MOST_THREADS];
    errand same = {work, shared};
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    long started = 0;
    while (started < MOST_THREADS && started + 1 < cores &&
           pthread_create(&threads[started], NULL, run, &same) == 0) {
        started++;
    }
    work(shared, 1);
    for (long i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
}
