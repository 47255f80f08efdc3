import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasLink } from '@sangam/shared/chat/search-text';
import { Id, Strict } from '@sangam/shared/core/schemas';
import { indexWordsOf } from '@sangam/shared/core/search-words';
import type { Db, Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import type { Bus } from '../../platform/lib/bus.js';
import { ok } from '../../platform/lib/result.js';
import * as blocks from './blocks.queries.js';
import { findForgotten, findIndexedUntil, findUnindexed, setIndexedUntil } from './queries.js';

const indexMember = jobKind('search:index', Strict({ user_id: Id }));

const CONVERSATIONS_PAGE = 500;
const FORGOTTEN_PAGE = 200;
/** Blocks per transaction: few, so that the embedded database with its one connection serves others in between. */
const BLOCKS_AT_ONCE = 4;
/** Keeps a block's words below a megabyte, the database's limit. */
const BLOCK_WORDS_MAX = 8_000;
/** A run ends long before its lease of a minute, so that other members' runs get their turn. */
const RUN_MS = 20_000;
/** Allows for messages stored a moment after their time, and for servers' clocks that differ by seconds. */
const SLACK_MS = 10 * 60_000;

/** Queues the indexing of a member's messages. Searches queue it when many messages are outside the index. */
export const addIndexing = (trx: Trx, publish: Publish, userId: number, now: Date): Promise<void> =>
  addJobs(trx, publish, indexMember, [{ payload: { user_id: userId }, key: String(userId), due_at: now }]);

/** Brings a member's conversations into the index. A run that is out of time queues the next one. */
export function indexHandler({ runMs = RUN_MS, ...deps }: ActDeps & { runMs?: number }): JobHandler {
  const { db, bus, clock } = deps;
  return jobHandler(
    indexMember,
    async ({ user_id }) => {
      if (await indexAll(deps, user_id, clock.monotonicMs() + runMs)) return;
      await transact(db, bus, async (trx, publish) => ok(await addIndexing(trx, publish, user_id, clock.now())));
    },
    { atOnce: 1 },
  );
}

/** True once all messages are in blocks. Each group is committed on its own, and not read again by a later run. */
async function indexAll({ db, bus, clock }: ActDeps, userId: number, endMs: number): Promise<boolean> {
  const until = new Date(clock.nowMs() - SLACK_MS);
  const from = await findIndexedUntil(db, userId);
  const writeAll = async (ranges: readonly blocks.Range[]): Promise<boolean> => {
    for (const group of inGroups(ranges)) {
      await write(db, bus, group);
      if (clock.monotonicMs() >= endMs) return false;
    }
    return true;
  };
  for (;;) {
    const forgotten = await findForgotten(db, userId, FORGOTTEN_PAGE);
    if (!(await writeAll(forgotten))) return false;
    if (forgotten.length < FORGOTTEN_PAGE) break;
  }
  let after = 0;
  for (;;) {
    const page = await findUnindexed(db, userId, { from, after, max: CONVERSATIONS_PAGE });
    if (!(await writeAll(page.ranges.flatMap(inBlocks)))) return false;
    if (page.last === null) break;
    after = page.last;
  }
  await setIndexedUntil(db, userId, until);
  return true;
}

/** Splits a range into whole blocks: an existing block is written again with the messages that follow. */
function inBlocks({ conversation_id, from_seq, to_seq }: blocks.Range): blocks.Range[] {
  const first = blocks.blockOf(from_seq);
  return Array.from({ length: blocks.blockOf(to_seq) - first + 1 }, (_, index) => {
    const start = (first + index) * blocks.BLOCK_MESSAGES + 1;
    return { conversation_id, from_seq: start, to_seq: Math.min(to_seq, start + blocks.BLOCK_MESSAGES - 1) };
  });
}

const inGroups = (ranges: readonly blocks.Range[]): blocks.Range[][] =>
  Array.from({ length: Math.ceil(ranges.length / BLOCKS_AT_ONCE) }, (_, index) =>
    ranges.slice(index * BLOCKS_AT_ONCE, (index + 1) * BLOCKS_AT_ONCE),
  );

async function write(db: Db, bus: Bus<DomainEvents>, ranges: readonly blocks.Range[]): Promise<void> {
  await transact(db, bus, async (trx) => {
    await blocks.lockWords(trx, [...new Set(ranges.map(({ conversation_id }) => conversation_id))]);
    const messages = await blocks.readMessages(trx, ranges);
    await blocks.writeBlocks(trx, blocksOf(messages));
    return ok(null);
  });
  // Lets waiting requests go first.
  await nextTurn();
}

function blocksOf(messages: readonly blocks.BlockMessage[]): blocks.Block[] {
  const byBlock = new Map<string, blocks.BlockMessage[]>();
  for (const message of messages) {
    const name = `${message.conversation_id}:${blocks.blockOf(message.seq)}`;
    const blockMessages = byBlock.get(name);
    if (blockMessages) blockMessages.push(message);
    else byBlock.set(name, [message]);
  }
  return [...byBlock.values()].flatMap((blockMessages) => {
    const [first, last] = [blockMessages[0], blockMessages.at(-1)];
    if (!first || !last) return [];
    const words = new Set(blockMessages.flatMap(({ content }) => indexWordsOf(content)));
    if (blockMessages.some(({ content }) => hasLink(content))) words.add(blocks.LINK);
    return [
      {
        conversation_id: first.conversation_id,
        block: blocks.blockOf(first.seq),
        last_seq: last.seq,
        first_at: first.created_at,
        last_at: last.created_at,
        // `@` is in every block. A block with too many words is read by every search.
        words: ['@', ...(words.size > BLOCK_WORDS_MAX ? ['*', '!'] : words)],
      },
    ];
  });
}
