"""The state of a disk rebuilt from traced system calls: the synced files, and the changes that a power cut may lose."""

import re
from pathlib import Path

SECTOR = 512


class SimulatedDisk:
    def __init__(self, before, data):
        self.files = {str(data / file.relative_to(before)): bytearray(file.read_bytes()) for file in before.rglob("*") if file.is_file()}
        # (path, change) in order; a change is (offset, bytes), ("truncate", length), ("rename", new name) or ("unlink", None)
        self.pending = []
        self.offsets, self.syncing = {}, {}

    def apply(self, event):
        _, thread, call, path, value, rest = event
        if call == "pwrite64":
            self.pending.append((path, (int(re.search(r", \d+, (\d+)", rest)[1]), value)))
        elif call == "write":
            # Only email files are written this way, each once from the start.
            offset = self.offsets.get(path, 0)
            self.pending.append((path, (offset, value)))
            self.offsets[path] = offset + len(value)
        elif call == "ftruncate":
            self.pending.append((path, ("truncate", int(re.search(r", (\d+)", rest)[1]))))
        elif call == "rename":
            self.pending.append((path, ("rename", value)))
            self.offsets.pop(path, None)
        elif call == "unlink":
            self.pending.append((path, ("unlink", None)))
        elif call in ("fsync", "fdatasync"):
            # A sync covers what was written before it began, and takes effect when it ends.
            self.syncing[thread] = [change for change in self.pending if is_covered(change, path)]
        elif call == "end" and thread in self.syncing:
            covered = self.syncing.pop(thread)
            done = set(map(id, covered))
            for change in covered:
                perform(self.files, change)
            self.pending = [change for change in self.pending if id(change) not in done]

    def after_power_loss(self, rng, survival_rate):
        """One possible disk: each unsynced change survives with this probability, some of them torn."""
        files = {path: bytearray(content) for path, content in self.files.items()}
        for path, change in self.pending:
            if rng.random() >= survival_rate:
                continue
            offset, value = change
            if isinstance(value, bytes) and survival_rate < 1 and rng.random() < 0.3:
                change = (offset, value[: rng.randrange(0, len(value) + 1, SECTOR)])
            perform(files, (path, change))
        return files


def is_covered(change, synced_path):
    """Syncing a folder makes its names durable, syncing a file its content."""
    path, (kind, _) = change
    return Path(path).parent == Path(synced_path) if kind in ("rename", "unlink") else path == synced_path


def perform(files, change):
    path, (kind, value) = change
    if kind == "rename":
        if path in files:
            files[value] = files.pop(path)
    elif kind == "unlink":
        files.pop(path, None)
    elif kind == "truncate":
        files[path] = files.get(path, bytearray())[:value].ljust(value, b"\0")
    else:
        # In place, because the database log is written thousands of times.
        content = files.setdefault(path, bytearray())
        content.extend(bytes(max(0, kind - len(content))))
        content[kind : kind + len(value)] = value
