-- Which link of an appointment is valid. Staff end a link by sending the next one. 0 is the link that earlier versions sent.

ALTER TABLE appointments ADD COLUMN link_generation BIGINT NOT NULL DEFAULT 0;
