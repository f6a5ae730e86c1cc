"""The history of a run: what the server acknowledged to its clients, and the check that all of it was stored and mailed."""

import asyncio
import csv
import functools
import io
import time
from collections import Counter, defaultdict
from email import message_from_bytes
from pathlib import Path

from .. import server_interface


class History:
    def __init__(self):
        self.acknowledged = {}  # person -> time of the first claim answered OK
        self.redeemed = Counter()  # code -> redemptions answered 200
        self.responses = 0  # responses of any kind to a claim
        self.lost = 0  # requests without a response
        self.server_errors = 0  # requests answered with a 5xx
        self.unexpected = Counter()  # any other response to a valid claim

    def record_claim(self, person, response):
        self.responses += 1
        if response.status == 200 and response.body == server_interface.CLAIM_OK:
            self.acknowledged.setdefault(person, time.time())
        elif response.status >= 500:
            self.server_errors += 1
        else:
            self.unexpected[f"{response.status} {response.text()[:60]}"] += 1

    def record_redemption(self, code, response):
        if response.status == 200:
            self.redeemed[code] += 1
        elif response.status >= 500:
            self.server_errors += 1

    @property
    def redemptions(self):
        return sum(self.redeemed.values())

    async def wait_for_more(self, counter, count, timeout=60.0):
        """Waits until `responses`, `server_errors` or `redemptions` has grown by `count`."""
        target, deadline = getattr(self, counter) + count, time.monotonic() + timeout
        while getattr(self, counter) < target and time.monotonic() < deadline:
            await asyncio.sleep(0.005)

    def check(self, report, server):
        """Compares the history with the data that the server left behind."""
        rows = read_export(server)
        self.check_rows(report, rows)
        check_mail(report, server.data / server_interface.MAIL_FOLDER, {row[server_interface.EXPORT_CODE] for row in rows})

    def missing_claims(self, rows):
        return set(self.acknowledged) - set(count_people(rows))

    def check_rows(self, report, rows, prefix=""):
        people = count_people(rows)
        missing = self.missing_claims(rows)
        report.check(f"{prefix}every acknowledged claim is stored", not missing, f"{len(self.acknowledged)} acknowledged, {len(missing)} missing")
        double = [person for person, count in people.items() if count > 1]
        report.check(f"{prefix}one code per person", not double, f"{len(people)} people, {len(double)} with two codes")
        report.check(f"{prefix}no unexpected response to a valid claim", not self.unexpected, dict(self.unexpected) or "none")
        if self.redeemed:
            twice = [code for code, count in self.redeemed.items() if count > 1]
            stored = {row[server_interface.EXPORT_CODE] for row in rows if row[server_interface.EXPORT_REDEEMED_AT]}
            missing = set(self.redeemed) - stored
            report.check(f"{prefix}no code is redeemed twice", not twice, f"{len(self.redeemed)} redeemed, {len(twice)} twice")
            report.check(f"{prefix}every acknowledged redemption is stored", not missing, f"{len(missing)} missing")


def check_mail(report, folder, codes):
    message_ids, damaged = read_mail_folder(folder)
    unsent = codes - set(message_ids)
    report.check("every code was emailed", not unsent, f"{len(codes)} codes, {len(unsent)} without an email")
    # A claim repeated within ten minutes sends no new email, so a second Message-ID means a second outbox row.
    several = [code for code, ids in message_ids.items() if len(ids) > 1]
    report.check("retries of an email keep its Message-ID", not several, f"{len(several)} codes with two")
    report.check("no partly written email file", not damaged, f"{len(damaged)} damaged")


def count_people(rows):
    return Counter(canonical_address(row[server_interface.EXPORT_ADDRESS]) for row in rows)


def canonical_address(address):
    """One person's address has several spellings in the load: another case, or a tag after a plus sign."""
    local, _, domain = address.lower().partition("@")
    return f"{local.split('+')[0].replace('.', '')}@{domain}"


def read_export(server):
    result = server.run_command(server_interface.EXPORT)
    if result.returncode != 0:
        raise RuntimeError(f"clinic export failed: {result.stderr}")
    return list(csv.DictReader(io.StringIO(result.stdout)))


def read_mail_folder(folder):
    """Message-IDs by code, and the names of files that are not a complete message."""
    message_ids, damaged = defaultdict(set), []
    for file in Path(folder).glob(server_interface.MAIL_FILES):
        code, message_id = parse_email(file.read_bytes())
        if code is None or not message_id:
            damaged.append(file.name)
        else:
            message_ids[code].add(message_id)
    return message_ids, damaged


@functools.cache
def parse_email(content):
    """The code in a message and its Message-ID. Cached: the power-loss check reads the same message on many disks."""
    message = message_from_bytes(content)
    code = next((found for part in message.walk() if (found := find_code(part))), None)
    return code, (message["Message-ID"] or "").strip()


def find_code(part):
    if part.get_content_maintype() != "text":
        return None
    found = server_interface.DISCOUNT_CODE.search(part.get_payload(decode=True).decode(errors="replace"))
    return found.group() if found else None
