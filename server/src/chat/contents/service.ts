import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { chatLimits } from '@sangam/shared/chat/limits';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { takeTurns } from '../../platform/lib/timers.js';
import { takesPart } from '../conversations/participants.queries.js';
import { addLinkFinding } from './link-finder.js';
import { linksOf } from './links-of.js';
import * as queries from './queries.js';

type Files = 'GET /api/messages/c/:conversationId/files';
type Links = 'GET /api/messages/c/:conversationId/links';

/** The files and links of a conversation, for its current participants. NOT_FOUND for others. */
export interface ContentsService {
  files(userId: number, conversationId: number, query: CallQuery<Files>): Promise<Result<CallAnswer<Files>['data']>>;
  /** With an estimate of the CPU time that reading the messages' format took. */
  links(
    userId: number,
    conversationId: number,
    query: CallQuery<Links>,
  ): Promise<Result<{ page: CallAnswer<Links>['data']; workMs: number }>>;
}

/** More messages than this after the last found link start the job. */
const UNFOUND_MAX = 500;
/** The most messages that one call looks through itself. */
const TAIL_MAX = 5_000;
/** Characters parsed before other work gets its turn: up to 5 ms. */
const CHARS_AT_ONCE = 16_000;
/** Characters parsed in a millisecond where each is a sign or a line of its own. */
const CHARS_PER_MS = 1_300;

export function createContentsService(deps: ActDeps): ContentsService {
  const { db, bus, clock } = deps;
  return {
    async files(userId, conversationId, { before = Number.MAX_SAFE_INTEGER, limit = chatLimits.contentsPage }) {
      if (!(await takesPart(db, userId, conversationId))) return fail('NOT_FOUND');
      const rows = await queries.listFiles(db, conversationId, { before, limit: limit + 1 });
      const files = rows
        .slice(0, limit)
        .map(({ attachments, ...row }) => ({ ...presentListed(row), attachments: attachments ?? [] }));
      return ok({ files, next: nextCursor(rows, limit) });
    },

    async links(userId, conversationId, { before = Number.MAX_SAFE_INTEGER, limit = chatLimits.contentsPage }) {
      if (!(await takesPart(db, userId, conversationId))) return fail('NOT_FOUND');
      const progress = await queries.findProgress(db, conversationId);
      if (progress === undefined) return fail('NOT_FOUND');
      const { last_seq, found_until } = progress;
      const from = Math.max(found_until, last_seq - TAIL_MAX);
      const rows = await queries.listLinks(db, conversationId, { before, limit: limit + 1, from });
      if (last_seq - found_until > UNFOUND_MAX)
        await transact(db, bus, async (trx, publish) =>
          ok(await addLinkFinding(trx, publish, conversationId, clock.now())),
        );
      const links: CallAnswer<Links>['data']['links'] = [];
      const turn = takeTurns(CHARS_AT_ONCE);
      let chars = 0;
      for (const { content, deleted_at, ...row } of rows.slice(0, limit)) {
        await turn(content.length);
        chars += content.length;
        // The job may have found a link that was edited or deleted since.
        const found = deleted_at === null ? linksOf(content) : [];
        if (found.length > 0) links.push({ ...presentListed(row), links: found });
      }
      const page = { links, next: nextCursor(rows, limit), is_indexing: from > found_until };
      return ok({ page, workMs: chars / CHARS_PER_MS });
    },
  };
}

/** Where the next page begins: `rows` are those of this page and one more, if there is one. */
const nextCursor = (rows: readonly { seq: number }[], limit: number): number | null =>
  rows.length > limit ? (rows[limit - 1]?.seq ?? null) : null;

const presentListed = <T extends { created_at: Date }>({ created_at, ...row }: T) => ({
  ...row,
  created_at: created_at.toISOString(),
});
