"""Everything of the server that the runs rely on: flags, paths, field names, SQL, log lines, sentences.

When the server changes one of these, this is the only Python module to change. `wrk_claims.lua` repeats the claim form.
"""

import re
from datetime import datetime, timedelta, timezone

# Command line. Settings by environment start with this prefix.
ENVIRONMENT_PREFIX = "CLINIC_"
ENV_FILE, KEY_FILE = "CLINIC_ENV_FILE", "CLINIC_KEY_FILE"
QUIET_LOG = {"CLINIC_LOG": "warn"}
# The server begins to compress what it has published so many seconds later.
COMPRESSION_DELAY = 10
LISTEN, DATA, DATABASE, CONTENT, MAIL, TRUST_PROXY = "--listen", "--data", "--database", "--content", "--mail", "--trust-proxy"
LISTEN_TLS, TLS_CERT, TLS_KEY = "--listen-tls", "--tls-cert", "--tls-key"
MIN_PLAY, PLAYS_PER_CLIENT_HOUR = "--min-play", "--plays-per-client-hour"
SERVE, EXPORT = "serve", "export"
IMPORT_CONTENT = ["content", "import"]
STAFF_NAME, STAFF_PASSWORD = "bench", "lamp river seven paper"
ADD_STAFF = ["staff", "add", STAFF_NAME, "--role", "owner", "--password-stdin"]

# All load comes from one address, so the limits per client would stop it.
NO_LIMITS = [
    MIN_PLAY, "0s",
    PLAYS_PER_CLIENT_HOUR, "4000000000",
    "--finishes-per-client-hour", "4000000000",
    "--claims-per-client-hour", "4000000000",
    "--bookings-per-client-hour", "4000000000",
    "--held-per-phone", "4000000000",
    "--held-per-client", "4000000000",
    "--held-percent-of-day", "4000000000",
    "--held-percent-of-calendar", "4000000000",
    "--new-codes-per-hour", "4000000000",
    "--finished-games-per-hour", "4000000000",
]  # fmt: skip

# Columns of `clinic export`.
EXPORT_ADDRESS, EXPORT_CODE, EXPORT_REDEEMED_AT = "address", "code", "redeemed_at"

# Files in the data folder.
DATABASE_FILE = "clinic.db"
MAIL_FOLDER, MAIL_FILES = "mail", "*.eml"

# Public pages and API.
HEALTH, HOME, SERVICES, OPENAPI = "/healthz", "/home", "/services", "/api/openapi.json"
START_PLAY, FINISH_PLAY = "/api/plays", "/api/plays/finish"
CLAIM = "/api/v1.0/email/send-form"
CLAIM_IDS = {"lib_version": "4.4.1", "service_id": "clinic", "template_id": "discount", "user_id": "website"}
CLAIM_OK = b"OK"
# The spots of content/game/game.toml, level by level.
ALL_SPOTS = [[1], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]
CODE_PREFIX, CODE_ALPHABET = "EYE5", "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
DISCOUNT_CODE = re.compile(r"EYE5-[0-9A-Z]{4}-[0-9A-Z]{4}")
STORE_UNAVAILABLE = "Something is wrong on our side."
REVISION_NOT_STORED = "The server could not store the new revision"
# Seconds after which the pages give up a request: the game, the claim, the desk (TIMEOUT_MS in web/src).
PLAY_TIMEOUT, CLAIM_TIMEOUT, DESK_TIMEOUT = 15, 30, 20
# Files that a page loads, as its HTML names them.
PAGE_FILES = re.compile(r'(?:src|href)="(/(?:assets|pictures)/[^"]+)"')

# Booking. The service has no buffer and no daily limit in content/clinic.toml.
FREE_SLOTS, BOOK, APPOINTMENT = "/api/booking/slots", "/api/booking", "/api/booking/appointment"
APPOINTMENT_PAGE = "/appointment"
RACE_SERVICE = "frames"
CANCELLED = "cancelled"
BOOKABLE_SERVICES = [
    "eye-exams", "glaucoma-screening", "pediatric-vision-care", "dry-eye-treatment", "pre-and-post-operative-care", "frames",
]  # fmt: skip
DAYS_AHEAD = 60
# The settings of booking in content/clinic.toml.
CLINIC_SETTINGS, BY_STAFF, AT_ONCE = "clinic.toml", 'confirm = "by staff"', 'confirm = "at once"'

# Desk API.
DESK = "/api/desk/"
DRAFT, EDITED_DOCUMENT = "/api/desk/content/", "services/frames.md"
# The checks name the own drafts; a publication names those that it publishes.
CHECKS, OWN_DRAFTS, PUBLISH = "/api/desk/content/checks", {"documents": None}, "/api/desk/content/publish"
PICTURES = "/api/desk/pictures"
CONTENT_LIST, HISTORY = "/api/desk/content/drafts", "/api/desk/content/history"
PUBLISHED_LIST = "/api/desk/content/published/"
OPEN_NOTES, NOTES_OF_DOCUMENT, OPEN_DOCUMENTS = "/api/desk/content/notes", "/api/desk/content/document-notes?path=", "/api/desk/content/open-documents"
PREVIEW = "/api/desk/content/preview"
DESK_LOGIN, DESK_LOGOUT, DESK_ME = "/api/desk/login", "/api/desk/logout", "/api/desk/me"
FIND_PEOPLE, DESK_EMAILS, DESK_AUDIT = "/api/desk/people/find", "/api/desk/mail", "/api/desk/audit"
DESK_STATISTICS, DESK_CLAIMS_CSV = "/api/desk/stats", "/api/desk/claims.csv"
# Calls with {"code": …} as the body.
LOOK_UP_CODE, REDEEM_CODE, UNDO_REDEMPTION = "/api/desk/codes/look-up", "/api/desk/codes/redeem", "/api/desk/codes/undo"
SHOW_ADDRESS = "/api/desk/people/open"

# Log lines.
# The field of the line that every publication of the site writes: how many pages it rendered.
RENDERED_PAGES = re.compile(r"rendered=(\d+)")
PANIC = "panicked"
# The last line of a start on a read-only disk contains this word, in any case.
READ_ONLY_START = "read"

# SQL, valid for SQLite and PostgreSQL.
EXPIRE_LEASES = "UPDATE outbox SET lease_until = 0, next_at = 0 WHERE state = 'queued'"
COUNT_QUEUED = "SELECT COUNT(*) FROM outbox WHERE state = 'queued'"
# An hour passes for the limits of an hour and for requests that wait for staff.
CLEAR_COUNTERS = "DELETE FROM counters"
EXPIRE_AN_HOUR_EARLIER = "UPDATE appointments SET expires_at = expires_at - 3600000 WHERE expires_at IS NOT NULL"
COUNT_EMAILS = "SELECT COUNT(*) FROM outbox"
COUNT_CLAIMS = "SELECT COUNT(*) FROM claims"
CLAIM_ADDRESSES = "SELECT address FROM claims"
SENT_MESSAGE_IDS = "SELECT message_id FROM outbox WHERE state = 'sent'"
# A tick is five minutes.
APPOINTMENTS = "SELECT reference, id, chair, starts_at / 300000, (minutes + buffer) / 5, state, starts_at FROM appointments"
CHAIR_TICKS = "SELECT held_by, chair, tick FROM chair_ticks"
QUEUED, SENT = "queued", "sent"
CODES_REDEEMED_TWICE = "SELECT COUNT(*) FROM (SELECT subject FROM audit WHERE action = 'redeem' GROUP BY subject HAVING COUNT(*) > 1) twice"
CLAIMS_DIGEST = "SELECT COUNT(*) || ' ' || md5(string_agg(code || person || COALESCE(redeemed_at, 0), ',' ORDER BY code)) FROM claims"


def state_and_message_id(address):
    return f"SELECT state || ' ' || message_id FROM outbox WHERE address = '{address}'"


def clinic_time(milliseconds):
    """The date and the time of day at the clinic, which is at UTC+1 all year."""
    at = datetime.fromtimestamp(milliseconds / 1000, timezone(timedelta(hours=1)))
    return at.strftime("%Y-%m-%d"), at.strftime("%H:%M")


def draft_rows(path, content, digest):
    """The statements that store a draft of a new document, with their values."""
    version = f"1-{digest}"
    return [
        ("INSERT INTO content_versions (path, changes) VALUES (?, 1)", (path,)),
        ("INSERT INTO content_drafts (path, version, bytes, author, saved_at) VALUES (?, ?, ?, ?, 0)", (path, version, content, STAFF_NAME)),
    ]
