#include "grades_replace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grades_text.h"

static int give_up(replacement *made, int reason)
{
    complain("%s: %s", made->path, strerror(reason));
    free(made->target);
    free(made->temporary);
    *made = (replacement){.path = made->path};
    return -1;
}

int begin_replacement(replacement *made, const char *path)
{
    static const char ending[] = ".XXXXXX";
    struct stat facts;
    *made = (replacement){.path = path};
    const int exists = stat(path, &facts) == 0;
    /* A device or pipe is written to; renaming onto /dev/stdout would replace it. */
    if (exists && !S_ISREG(facts.st_mode)) {
        made->out = fopen(path, "w");
        return made->out != NULL ? 0 : give_up(made, errno);
    }
    made->target = exists ? realpath(path, NULL) : strdup(path);
    if (made->target == NULL) {
        return give_up(made, errno);
    }
    const size_t length = strlen(made->target);
    made->temporary = malloc(length + sizeof ending);
    if (made->temporary == NULL) {
        return give_up(made, ENOMEM);
    }
    memcpy(made->temporary, made->target, length);
    memcpy(made->temporary + length, ending, sizeof ending);
    const int descriptor = mkstemp(made->temporary);
    if (descriptor < 0) {
        return give_up(made, errno);
    }
    /* mkstemp's file is private; a chart gets the rights of any new file, or those of
     * the chart it replaces. */
    const mode_t mask = umask(0);
    umask(mask);
    made->out = fdopen(descriptor, "w");
    if (made->out == NULL ||
        fchmod(descriptor, exists ? facts.st_mode & 0777 : 0666 & ~mask) != 0) {
        const int reason = errno;
        if (made->out != NULL) {
            fclose(made->out);
        } else {
            close(descriptor);
        }
        unlink(made->temporary);
        return give_up(made, reason);
    }
    return 0;
}

int end_replacement(replacement *made)
{
    errno = 0;
    int failed = fflush(made->out) != 0 || ferror(made->out);
    int reason = errno;
    if (fclose(made->out) != 0 && !failed) {
        failed = 1;
        reason = errno;
    }
    made->out = NULL;
    if (made->temporary != NULL && !failed &&
        rename(made->temporary, made->target) != 0) {
        failed = 1;
        reason = errno;
    }
    if (failed) {
        if (made->temporary != NULL) {
            unlink(made->temporary);
        }
        return give_up(made, reason != 0 ? reason : EIO);
    }
    free(made->target);
    free(made->temporary);
    *made = (replacement){.path = made->path};
    return 0;
}
