-- When a set was last shown in every month. Games that were begun with it are finished with its pictures, and counted for it.
ALTER TABLE puzzle_sets ADD COLUMN unpinned_at BIGINT;
