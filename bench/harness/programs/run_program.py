"""Runs a program that prepares or takes a measurement: npm, a build, a browser."""

import contextlib
import os
import signal
import subprocess


class ProgramFailed(Exception):
    """The preparation or the measurement failed; the message says which program."""


def install_packages(project):
    # npm writes this file last, so an interrupted installation is repeated, and so is one of older versions.
    installed = project / "node_modules/.package-lock.json"
    if installed.is_file() and installed.stat().st_mtime >= (project / "package.json").stat().st_mtime:
        return
    run_program(f"the npm packages of {project.name} could not be installed", ["npm", "install", "--no-save"], project)
    installed.touch()


def run_program(failure, command, folder, environment=None, timeout=900):
    """Returns the output of the command. `failure` is the message when it fails."""
    process = subprocess.Popen(
        command, cwd=folder, env=environment, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        output, errors = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired as error:
        raise ProgramFailed(f"{failure} within {timeout} s") from error
    finally:
        # Build tools and browsers leave child processes behind when they are interrupted.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if process.returncode:
        raise ProgramFailed(f"{failure}: {' '.join((errors or output).split())[-600:]}")
    return output
