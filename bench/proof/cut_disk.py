"""A disk before and after a power cut, made from a record of calls: what is surely there, and what may be."""

import re
from pathlib import Path

SECTOR = 512


class Disk:
    def __init__(self, before, data):
        self.files = {str(data / file.relative_to(before)): bytearray(file.read_bytes()) for file in before.rglob("*") if file.is_file()}
        self.pending = []  # (path, change), in order; a change is (offset, bytes), ("cut", length) or ("name", new name)
        self.places, self.syncing = {}, {}

    def apply(self, event):
        _, thread, call, path, what, rest = event
        if call == "pwrite64":
            self.pending.append((path, (int(re.search(r", \d+, (\d+)", rest)[1]), what)))
        elif call == "write":
            # The mail files are written once, from the start.
            place = self.places.get(path, 0)
            self.pending.append((path, (place, what)))
            self.places[path] = place + len(what)
        elif call == "ftruncate":
            self.pending.append((path, ("cut", int(re.search(r", (\d+)", rest)[1]))))
        elif call == "rename":
            self.pending.append((path, ("name", what)))
            self.places.pop(path, None)
        elif call == "unlink":
            self.pending.append((path, ("gone", None)))
        elif call in ("fsync", "fdatasync"):
            # It covers what was written before it began, and only once it has ended.
            self.syncing[thread] = (path, [change for change in self.pending if is_covered(change, path)])
        elif call == "end" and thread in self.syncing:
            _, covered = self.syncing.pop(thread)
            kept = set(map(id, covered))
            for change in covered:
                perform(self.files, change)
            self.pending = [change for change in self.pending if id(change) not in kept]

    def after_the_cut(self, dice, share):
        """One disk that might be found: of the unsynced changes each survives with this chance, some of them torn."""
        files = {path: bytearray(content) for path, content in self.files.items()}
        for path, change in self.pending:
            if dice.random() >= share:
                continue
            offset, what = change
            if isinstance(what, bytes) and share < 1 and dice.random() < 0.3:
                change = (offset, what[: dice.randrange(0, len(what) + 1, SECTOR)])
            perform(files, (path, change))
        return files


def is_covered(change, path):
    """A sync of a folder makes its names safe, a sync of a file its bytes."""
    of, (kind, _) = change
    return Path(of).parent == Path(path) if kind in ("name", "gone") else of == path


def perform(files, change):
    path, (kind, what) = change
    if kind == "name":
        if path in files:
            files[what] = files.pop(path)
    elif kind == "gone":
        files.pop(path, None)
    elif kind == "cut":
        files[path] = files.get(path, bytearray())[:what].ljust(what, b"\0")
    else:
        # In place: the log of the database is written thousands of times.
        content = files.setdefault(path, bytearray())
        content.extend(bytes(max(0, kind - len(content))))
        content[kind : kind + len(what)] = what
