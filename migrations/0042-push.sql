-- The key pair by which push services know this installation, where none is set. One row.
CREATE TABLE push_keys (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  public_key text NOT NULL,
  private_key text NOT NULL
);

-- A device that is told of news while its tabs are closed, for as long as its session lives.
CREATE TABLE push_subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  session_id uuid NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
  -- Names the browser: whoever subscribes with it last has it.
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  -- The member wants to read messages on the lock screen.
  shows_text boolean NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);

-- What a device shows: one notice for each topic (a conversation, a notification).
CREATE TABLE push_notices (
  subscription_id bigint NOT NULL REFERENCES push_subscriptions ON DELETE CASCADE,
  topic text NOT NULL,
  -- Of the topic, when it was shown: a newer one is shown again.
  version bigint NOT NULL,
  PRIMARY KEY (subscription_id, topic)
);
