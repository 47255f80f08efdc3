-- How a member wants to be told of news. Without a row: of everything, by mail after a quarter of an hour.
CREATE TABLE notification_choices (
  user_id bigint PRIMARY KEY REFERENCES users,
  mail_pace text NOT NULL DEFAULT 'quarter_hour',
  -- The member wants to read messages in mails.
  mail_shows_text boolean NOT NULL DEFAULT false,
  -- Groups of news that are not mailed.
  mail_off text[] NOT NULL DEFAULT '{}'
);

-- What a member was mailed of what they have not read.
CREATE TABLE unread_mails (
  user_id bigint PRIMARY KEY REFERENCES users,
  mailed_at timestamptz,
  -- The version of each topic (a conversation, a notification) that a mail has told.
  told jsonb NOT NULL DEFAULT '{}',
  -- A mail that is under way, or whose end is not known: what it tells, and its key.
  sending jsonb,
  sending_key text
);
