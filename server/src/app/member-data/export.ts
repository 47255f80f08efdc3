import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import * as queries from './export.queries.js';

/** Rows that are read, and held in memory, together. */
const PAGE_ROWS = 500;

type Text = AsyncGenerator<string, void, undefined>;

/**
 * Everything that is kept of a member, as the text of one JSON object (docs/privacy.md). It is read page by page as its reader
 * takes it, so neither this server nor the database is kept from others by it, however much there is.
 */
export async function* exportOf(db: Db, clock: Clock, userId: number): Text {
  const head = { format: 'sangam-export-1', exported_at: new Date(clock.nowMs()).toISOString() };
  const self = (await queries.findSelf(db, userId)) ?? null;
  yield `{"head":${JSON.stringify(head)},"member":${JSON.stringify(self)}`;
  for (const [name, list] of Object.entries(queries.lists)) {
    yield `,"${name}":[`;
    yield* rowsOf((after) => list(db, userId, after, PAGE_ROWS));
    yield ']';
  }
  yield ',"conversations":[';
  yield* conversationsOf(db, userId);
  yield ']}\n';
}

async function* rowsOf(read: (after: number) => Promise<{ rows: queries.ExportRow[] }>): Text {
  let comma = '';
  for (let after = 0; ; ) {
    const { rows } = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield comma + rows.map(({ key: _, ...row }) => JSON.stringify(row)).join();
    if (rows.length < PAGE_ROWS) return;
    comma = ',';
    after = last.key;
  }
}

async function* conversationsOf(db: Db, userId: number): Text {
  let comma = '';
  for (let after = 0; ; ) {
    const { rows } = await queries.listOthers(db, userId, after, PAGE_ROWS);
    for (const { conversation_id, other_id, name, unread_from } of rows) {
      const mark = unread_from === null ? '' : `"unread_from":${unread_from},`;
      yield `${comma}{"with":${JSON.stringify({ id: other_id, name })},${mark}"messages":[`;
      comma = ',';
      yield* rowsOf(async (seq) => {
        const page = await queries.listMessages(db, conversation_id, seq, PAGE_ROWS);
        return {
          rows: page.rows.map(({ attachments, reactions, pinned, ...message }) => ({
            ...{ key: message.seq, ...message, mine: message.sender_id === userId },
            ...(reactions && { reactions }),
            ...(pinned && { pinned }),
            ...(attachments === null ? {} : { attachments: attachments.map(({ preview: _, ...named }) => named) }),
          })),
        };
      });
      yield ']}';
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = last.other_id;
  }
}
