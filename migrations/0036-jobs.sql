-- Work that is done later, once: written in the transaction that caused it, taken by any server under a lease.
CREATE TABLE jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  -- Of the jobs of one kind that are not done, one has this key; null for jobs that need none.
  key text,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Not before this; a failure moves it.
  due_at timestamptz NOT NULL,
  -- How often it was taken. Names the attempt: only the last one may end the job.
  attempts integer NOT NULL DEFAULT 0,
  -- A server works at it until then; null while it waits.
  leased_until timestamptz,
  -- It was asked for again while a server worked at it.
  again_at timestamptz,
  last_error text,
  -- Given up, and kept for the operator.
  failed_at timestamptz
);

CREATE UNIQUE INDEX jobs_key ON jobs (kind, key) WHERE failed_at IS NULL;
CREATE INDEX jobs_due ON jobs (kind, due_at) WHERE failed_at IS NULL;
CREATE INDEX jobs_failed ON jobs (failed_at) WHERE failed_at IS NOT NULL;
