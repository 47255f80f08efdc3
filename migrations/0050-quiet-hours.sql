-- What is not pushed, and when nothing is: minutes since midnight in the member's time zone; null for never.
ALTER TABLE notification_choices
  ADD COLUMN push_off text[] NOT NULL DEFAULT '{}',
  ADD COLUMN quiet_from integer CHECK (quiet_from BETWEEN 0 AND 1439),
  ADD COLUMN quiet_until integer CHECK (quiet_until BETWEEN 0 AND 1439),
  ADD COLUMN time_zone text NOT NULL DEFAULT 'Asia/Kolkata';
