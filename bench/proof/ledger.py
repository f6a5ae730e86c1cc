"""What visitors were promised, and the comparison with what the server kept after it was tormented."""

import asyncio
import csv
import functools
import io
import re
import time
from collections import Counter, defaultdict
from email import message_from_bytes
from pathlib import Path

CODE = re.compile(r"EYE5-[0-9A-Z]{4}-[0-9A-Z]{4}")


class Ledger:
    def __init__(self):
        self.promised = {}  # people whose claim was answered OK, with the moment of the first such answer
        self.redeemed = Counter()  # redemptions answered 200, by code
        self.answered = 0  # answers of any kind to a claim
        self.lost = 0  # requests without an answer
        self.troubled = 0  # requests answered with a 5xx
        self.odd = Counter()  # any other answer to an honest claim

    def note(self, person, answer):
        self.answered += 1
        if answer.status == 200 and answer.body == b"OK":
            self.promised.setdefault(person, time.time())
        elif answer.status >= 500:
            self.troubled += 1
        else:
            self.odd[f"{answer.status} {answer.text()[:60]}"] += 1

    def note_redemption(self, code, answer):
        if answer.status == 200:
            self.redeemed[code] += 1
        elif answer.status >= 500:
            self.troubled += 1

    @property
    def redemptions(self):
        return sum(self.redeemed.values())

    async def more(self, what, count, at_most=60.0):
        """Waits until that many more were `answered`, `troubled` or `redemptions`: a slow machine takes longer to get there."""
        enough, end = getattr(self, what) + count, time.monotonic() + at_most
        while getattr(self, what) < enough and time.monotonic() < end:
            await asyncio.sleep(0.005)

    def audit(self, verdict, house):
        """Every promise about claims and mail, checked on the data that the last life of the server left."""
        rows = list(csv.DictReader(io.StringIO(exported(house))))
        people = Counter(person_of(row["address"]) for row in rows)
        missing = set(self.promised) - set(people)
        verdict.promise("every answered claim is stored", not missing, f"{len(self.promised)} answered, {len(missing)} missing")
        double = [person for person, count in people.items() if count > 1]
        verdict.promise("one code a person", not double, f"{len(people)} people, {len(double)} with two")
        verdict.promise("no unexpected refusal", not self.odd, dict(self.odd) or "none")
        used_twice = [code for code, count in self.redeemed.items() if count > 1]
        if self.redeemed:
            kept = {row["code"] for row in rows if row["redeemed_at"]}
            gone = set(self.redeemed) - kept
            verdict.promise("no code redeemed twice", not used_twice, f"{len(self.redeemed)} redeemed, {len(used_twice)} twice")
            verdict.promise("every answered redemption is stored", not gone, f"{len(gone)} missing")
        self.audit_mail(verdict, house, {row["code"] for row in rows})

    def audit_mail(self, verdict, house, codes):
        ids, broken = mail_of(house.data / "mail")
        unmailed = codes - set(ids)
        verdict.promise("every code was mailed", not unmailed, f"{len(codes)} codes, {len(unmailed)} without a mail")
        # Honest repeats within ten minutes send nothing again, so a second Message-ID would be a second promise.
        many = [code for code, seen in ids.items() if len(seen) > 1]
        verdict.promise("one Message-ID a mail, however often it was tried", not many, f"{len(many)} codes with two")
        verdict.promise("no half-written message", not broken, f"{len(broken)} broken")


def person_of(address):
    """The driver's people write their own address in different ways; the part before a plus is who they are."""
    local, _, domain = address.lower().partition("@")
    return f"{local.split('+')[0].replace('.', '')}@{domain}"


def exported(house):
    done = house.run("export")
    if done.returncode != 0:
        raise RuntimeError(f"clinic export failed: {done.stderr}")
    return done.stdout


def mail_of(folder):
    """Message-IDs by code, and the files that are no whole message."""
    ids, broken = defaultdict(set), []
    for file in Path(folder).glob("*.eml"):
        code, message_id = read_mail(file.read_bytes())
        if code is None or not message_id:
            broken.append(file.name)
        else:
            ids[code].add(message_id)
    return ids, broken


@functools.cache
def read_mail(content):
    """The code in a message and its Message-ID; the same message is met on many disks."""
    message = message_from_bytes(content)
    code = next((found for part in message.walk() if (found := code_in(part))), None)
    return code, (message["Message-ID"] or "").strip()


def code_in(part):
    if part.get_content_maintype() != "text":
        return None
    found = CODE.search(part.get_payload(decode=True).decode(errors="replace"))
    return found.group() if found else None
