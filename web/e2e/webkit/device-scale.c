// Gives WPE WebKit the number of device pixels for each CSS pixel in DEVICE_SCALE, and a window of VIEW_WIDTH by VIEW_HEIGHT CSS
// pixels: cog's platform without a screen has one pixel for each, and 800 by 600. It is loaded with LD_PRELOAD and declares what it
// needs of libwpe, so that no headers have to be installed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

typedef void (*initialize)(void *backend);
typedef void (*set_size)(void *backend, uint32_t width, uint32_t height);
typedef void (*set_device_scale_factor)(void *backend, float factor);

// WebKit calls it as soon as it listens to the view.
void wpe_view_backend_initialize(void *backend) {
  ((initialize)dlsym(RTLD_NEXT, "wpe_view_backend_initialize"))(backend);
  ((set_device_scale_factor)dlsym(RTLD_DEFAULT, "wpe_view_backend_dispatch_set_device_scale_factor"))(
      backend, strtof(getenv("DEVICE_SCALE"), NULL));
  ((set_size)dlsym(RTLD_DEFAULT, "wpe_view_backend_dispatch_set_size"))(
      backend, atoi(getenv("VIEW_WIDTH")), atoi(getenv("VIEW_HEIGHT")));
}
