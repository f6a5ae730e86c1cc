-- A winner can correct a mistyped address once, shortly after the claim: the same code then belongs to the corrected
-- address.

-- When the proof of this play was first used, and when the address of that claim was changed.
ALTER TABLE plays ADD COLUMN claimed_at BIGINT;
ALTER TABLE plays ADD COLUMN address_changed_at BIGINT;

-- The play that earned this code. Only its own proof can move the code to another address.
ALTER TABLE claims ADD COLUMN play TEXT;
-- 1 for a code that was cancelled because the corrected address had a code already. The holder of the mistyped address
-- can still earn a code.
ALTER TABLE claims ADD COLUMN superseded BIGINT NOT NULL DEFAULT 0;
CREATE INDEX claims_by_play ON claims (play);
