"""The limit of open files of this process."""

import resource


def raise_open_file_limit(wanted):
    """Returns the new limit, which is lower than wanted when the hard limit is."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return limit
