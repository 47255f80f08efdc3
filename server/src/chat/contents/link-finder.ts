import { Id, Strict } from '@sangam/shared/core/schemas';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, inTransaction, type Publish, transact } from '../../platform/db/transaction.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import { ok } from '../../platform/lib/result.js';
import { findProgress, recordLinks } from './queries.js';

const findLinks = jobKind('links:find', Strict({ conversation_id: Id }));

/** Messages per transaction: few, so that the embedded database with its one connection serves others in between. */
const AT_ONCE = 2_000;
/** A run ends long before its lease of a minute, so that other conversations' runs get their turn. */
const RUN_MS = 20_000;

/** Queues the search for a conversation's links. */
export const addLinkFinding = (trx: Trx, publish: Publish, conversationId: number, now: Date): Promise<void> =>
  addJobs(trx, publish, findLinks, [
    { payload: { conversation_id: conversationId }, key: String(conversationId), due_at: now },
  ]);

/** Finds the links in a conversation's messages. A run that is out of time queues the next one. */
export const linkFinder = ({ db, bus, clock }: ActDeps): JobHandler =>
  jobHandler(
    findLinks,
    async ({ conversation_id }) => {
      const endMs = clock.monotonicMs() + RUN_MS;
      const progress = await findProgress(db, conversation_id);
      if (progress === undefined) return;
      for (let from = progress.found_until; from < progress.last_seq; from += AT_ONCE) {
        const to = Math.min(from + AT_ONCE, progress.last_seq);
        await inTransaction(db, (trx) => recordLinks(trx, conversation_id, from, to));
        if (to === progress.last_seq || clock.monotonicMs() < endMs) continue;
        await transact(db, bus, async (trx, publish) =>
          ok(await addLinkFinding(trx, publish, conversation_id, clock.now())),
        );
        return;
      }
    },
    { atOnce: 1 },
  );
