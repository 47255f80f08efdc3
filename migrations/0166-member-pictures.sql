-- Members' pictures, square and in two sizes. One without `ended_at` is the member's; one that was replaced or removed stays only
-- while a report needs it.
CREATE TABLE member_pictures (
  id uuid PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  small bytea NOT NULL,
  large bytea NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  reported_until timestamptz
);
-- WebP cannot be compressed further.
ALTER TABLE member_pictures ALTER COLUMN small SET STORAGE EXTERNAL, ALTER COLUMN large SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX member_pictures_current ON member_pictures (user_id) WHERE ended_at IS NULL;
CREATE INDEX member_pictures_user ON member_pictures (user_id);
CREATE INDEX member_pictures_ended ON member_pictures (reported_until) WHERE ended_at IS NOT NULL;
