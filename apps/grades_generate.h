/*
 * grades_generate.h -- invented marks files of any length.
 */
#ifndef GRADES_GENERATE_H
#define GRADES_GENERATE_H

#include <stdint.h>

/*
 * Writes a header and count rows "id,name,section,mark" to the file, or to standard
 * output for NULL. The text depends on count and seed alone, and row i on seed and i
 * alone. 0, or -1 after a complaint.
 */
int generate_marks(const char *path, uint64_t count, uint64_t seed);

#endif
