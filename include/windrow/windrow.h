/* windrow/windrow.h -- the whole public C interface. */
#ifndef WROW_WINDROW_H
#define WROW_WINDROW_H

#include <windrow/base.h>
#include <windrow/context.h>
#include <windrow/histogram.h>
#include <windrow/reduce.h>
#include <windrow/segments.h>
#include <windrow/transform.h>

#endif
