import type { Static, TSchema } from 'typebox';
import { compile } from '../lib/validation.js';

/** A kind of work: the name that its rows carry, and the shape of their payload. */
export interface JobKind<Payload extends TSchema> {
  name: string;
  payload: Payload;
}

/**
 * Names a kind of work. Servers of two versions may share the table, so what a payload means never changes: a new meaning
 * is a new name. A server leaves alone the kinds that it has no handler for.
 */
export const jobKind = <Payload extends TSchema>(name: string, payload: Payload): JobKind<Payload> => ({
  name,
  payload,
});

/** What an attempt is told beside the payload. */
export interface Attempt {
  /** The same for each attempt at one job, and for no other job: what is sent carries it, so that its receiver knows a repetition. */
  jobKey: string;
}

/** What does the work of one kind. */
export interface JobHandler {
  kind: string;
  /** How many jobs of the kind one server works at together. */
  atOnce: number;
  /** Throws if it failed, or if the payload is of another shape; the job is tried again then. */
  run(payload: unknown, attempt: Attempt): Promise<void>;
}

/**
 * Has `work` done for each job of the kind: at least once, and again after a failure or a crash, so it must bear repetition. It
 * reads what it needs when it runs, and does nothing if there is nothing left to do.
 */
export function jobHandler<Payload extends TSchema>(
  kind: JobKind<Payload>,
  work: (payload: Static<Payload>, attempt: Attempt) => Promise<void>,
  { atOnce }: { atOnce: number },
): JobHandler {
  const matches = compile<Static<Payload>>(kind.payload);
  return {
    kind: kind.name,
    atOnce,
    async run(payload, attempt) {
      if (!matches(payload)) throw new Error(`a payload of ${kind.name} has another shape`);
      await work(payload, attempt);
    },
  };
}
