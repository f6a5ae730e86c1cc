-- What the service and the hours of a chair were when staff put a visit there that it does not take. When they are others, staff are asked again.
ALTER TABLE appointments ADD COLUMN kept_chair TEXT;
