import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import type { ActKind, MessageSave } from '@sangam/shared/chat/acts';
import { chatLimits, chatServerLimits } from '@sangam/shared/chat/limits';
import type { SavedChange, SavedNumbers } from '@sangam/shared/chat/saved-messages';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import type { Participation } from '../conversations/participants.queries.js';
import type { MessageRef } from '../messages/queries.js';
import { type ActContext, doOnce, wasDeleted } from './once.js';
import * as queries from './saved.queries.js';

/**
 * Messages that members save for themselves; no other member is notified. A member may save any message that they can read, so
 * neither a block nor the other's suspension refuses it. Each act is idempotent by its key, and returns the current state.
 */
export interface SavedMessages {
  /** A message that is saved already keeps its place in the list. INVALID beyond the limit. */
  save(userId: number, act: MessageSave): Promise<Result<SavedChange>>;
  remove(userId: number, act: MessageSave): Promise<Result<SavedChange>>;
  /** Lists the member's saved messages, the last saved first. */
  list(
    userId: number,
    query: CallQuery<'GET /api/messages/saved'>,
  ): Promise<CallAnswer<'GET /api/messages/saved'>['data']>;
  /** The numbers of the member's saved messages. */
  numbers(userId: number): Promise<SavedNumbers>;
}

const tooMany = () =>
  fail('INVALID', { message: `You can save at most ${chatServerLimits.savedMax} messages. Remove some first.` });

export function createSavedMessages(deps: ActDeps): SavedMessages {
  const { db, bus, clock } = deps;

  const act = (
    userId: number,
    kind: ActKind,
    target: MessageSave,
    work: (found: ActContext, version: number) => Promise<Result<null>>,
  ) =>
    transact(db, bus, async (trx, publish) => {
      let version = 0;
      const outcome = await doOnce(trx, userId, { kind, target, at: clock.now() }, async (found) => {
        // Raised first: the member's concurrent acts in other conversations wait here.
        version = await queries.raiseVersion(trx, userId);
        return work(found, version);
      });
      if (!outcome.ok) return outcome;
      // A repeated act raises the version, too: published with a later change's version, it would hide from a device that it missed this
      // one.
      if (version === 0) version = await queries.raiseVersion(trx, userId);
      const { conversation, messageRef } = outcome.value;
      const saved_at = (await queries.findSavedAt(trx, userId, messageRef))?.toISOString() ?? null;
      const change = { ...messageRef, ...withOther(conversation.other_id), saved_at, version };
      // A repeated act publishes again: the first event may have been lost.
      publish('saved:changed', { user_id: userId, change });
      return ok(change);
    });

  return {
    save: (userId, target) =>
      act(userId, 'save', target, async ({ trx, message, messageRef, at }, number) => {
        if (message.deleted_at !== null) return wasDeleted();
        if ((await queries.findSavedAt(trx, userId, messageRef)) !== null) return ok(null);
        if ((await queries.countSaved(trx, userId)) >= chatServerLimits.savedMax) return tooMany();
        await queries.insertSaved(trx, messageRef, { user_id: userId, number, saved_at: at });
        return ok(null);
      }),
    remove: (userId, target) =>
      act(userId, 'unsave', target, async ({ trx, messageRef }) => {
        await queries.deleteSaved(trx, messageRef, [userId]);
        return ok(null);
      }),
    async list(userId, { before = Number.MAX_SAFE_INTEGER, limit = chatLimits.savedPage }) {
      const rows = await queries.listSaved(db, userId, { before, limit: limit + 1 });
      return { saved: rows.slice(0, limit).map(presentSaved), has_more: rows.length > limit };
    },
    numbers: (userId) => queries.findNumbers(db, userId),
  };
}

/**
 * Removes a message that a member deletes from what the participants saved. The caller has locked the conversation. Call this before the
 * statements that lock `kept_totals`: concurrent deletions in other conversations take the locks in this order.
 */
export async function dropSaved(
  { trx, publish }: { trx: Trx; publish: Publish },
  messageRef: MessageRef,
  senderId: number,
  { others, other_id }: Participation,
): Promise<void> {
  for (const userId of await queries.deleteSaved(trx, messageRef, [senderId, ...others])) {
    const version = await queries.raiseVersion(trx, userId);
    const other = withOther(userId === senderId || other_id === null ? other_id : senderId);
    publish('saved:changed', { user_id: userId, change: { ...messageRef, ...other, saved_at: null, version } });
  }
}

/** The field that names the other member; none in a team's conversation. */
const withOther = (otherId: number | null) => (otherId === null ? {} : { user_id: otherId });

const presentSaved = ({ created_at, saved_at, attachments, user_id, sender_name, ...row }: queries.SavedRow) => ({
  ...row,
  ...withOther(user_id),
  ...(sender_name === null ? {} : { sender_name }),
  created_at: created_at.toISOString(),
  saved_at: saved_at.toISOString(),
  ...(attachments === null ? {} : { attachments }),
});
