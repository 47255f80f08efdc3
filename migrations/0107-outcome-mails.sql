-- Mails about outcomes are sent apart from the others, each at its own pace: when the last one was sent, and which kind is being sent.
ALTER TABLE unread_mails ADD COLUMN outcomes_mailed_at timestamptz, ADD COLUMN sending_outcomes boolean NOT NULL DEFAULT false;
