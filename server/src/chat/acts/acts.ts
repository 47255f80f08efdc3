import type { ActKind, MessageDelete, MessageEdit, MessagePin, MessageReact } from '@sangam/shared/chat/acts';
import { emojiOf } from '@sangam/shared/chat/emoji';
import { chatLimits, chatServerLimits } from '@sangam/shared/chat/limits';
import { DELETED_MESSAGE } from '@sangam/shared/chat/message-text';
import type { Message } from '@sangam/shared/chat/messages';
import { transactAs } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';
import type { ActDeps, Publish } from '../../platform/db/transaction.js';
import { type Fail, fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { dropAttachments } from '../attachments/queries.js';
import { checkContent, refuseToWrite } from '../messages/check-message.js';
import { editMentions } from '../messages/mentions.js';
import { takeBackMentions } from '../messages/mentions.queries.js';
import type { StoredRow } from '../messages/message-row.js';
import { viewsOfMessage } from '../messages/message-views.js';
import { findMessage } from '../messages/queries.js';
import * as queries from './acts.queries.js';
import { type ActContext, doOnce, type Target, wasDeleted } from './once.js';
import { dropSaved } from './saved.js';

/** Changes to stored messages. Each act is idempotent by its key, and returns the message as the member sees it now. */
export interface MessageActs {
  /** Edits the member's own message. */
  edit(userId: number, act: MessageEdit): Promise<Result<Message>>;
  /** Deletes the member's own message: a tombstone keeps its number. */
  delete(userId: number, act: MessageDelete): Promise<Result<Message>>;
  /** Adds a reaction; one that is there already changes nothing. */
  react(userId: number, act: MessageReact): Promise<Result<Message>>;
  unreact(userId: number, act: MessageReact): Promise<Result<Message>>;
  /** Pins a message for all participants; one that is pinned already keeps its place. */
  pin(userId: number, act: MessagePin): Promise<Result<Message>>;
  /** Unpins a message, whichever member pinned it. */
  unpin(userId: number, act: MessagePin): Promise<Result<Message>>;
}

/**
 * Effects of an act beyond the changed message. `unread_by`: members who had not read the message that it deleted; `mentioned`: those
 * whom it mentions for the first time.
 */
interface Effects {
  unread_by: readonly number[];
  mentioned: readonly number[];
}

const noEffects: Effects = { unread_by: [], mentioned: [] };
const tooMany = () =>
  fail('INVALID', {
    message: `You can add at most ${chatLimits.reactionsOfMemberMax} reactions to a message. Remove one first.`,
  });
const tooManyPins = () =>
  fail('INVALID', {
    message: `A conversation can have at most ${chatServerLimits.pinnedMax} pinned messages. Unpin one first.`,
  });
const noEmoji = () => invalid([{ field: 'emoji', message: 'This isn’t an emoji.' }]);

/** Checks an act against its message, and performs it. */
type Work = (found: ActContext, publish: Publish) => Promise<Result<Effects>>;

export function createMessageActs(deps: ActDeps): MessageActs {
  const { db, bus, clock } = deps;

  const act = (userId: number, kind: ActKind, target: Target, work: Work) =>
    transactAs({ db, bus, userId }, async (trx, publish) => {
      const at = clock.now();
      const outcome = await doOnce(trx, userId, { kind, target, at }, (found) => work(found, publish));
      if (!outcome.ok) return outcome;
      const { conversation, messageRef, effects } = outcome.value;
      const row = await findMessage(trx, messageRef);
      if (row === undefined) throw new Error('a message that was just changed is gone');
      const views = await viewsOfMessage(trx, row, { userId, at }, conversation);
      // A repeated act publishes again: the first event may have been lost.
      if (row.change !== null) {
        const { conversation_id, sender_id } = row;
        publish('message:changed', { conversation_id, sender_id, views, ...(effects ?? noEffects) });
      }
      return ok(views.for(userId));
    });

  return {
    async edit(userId, edit) {
      const content = checkContent(edit.content);
      return content.ok ? act(userId, 'edit', edit, editing(userId, edit, content.value)) : content;
    },
    delete: (userId, target) => act(userId, 'delete', target, deleting(userId)),
    async react(userId, reaction) {
      const emoji = emojiOf(reaction.emoji);
      return emoji === null ? noEmoji() : act(userId, 'react', reaction, reacting(userId, emoji));
    },
    unreact: (userId, reaction) =>
      act(userId, 'unreact', reaction, unreacting(userId, emojiOf(reaction.emoji) ?? reaction.emoji)),
    pin: (userId, target) => act(userId, 'pin', target, pinning(userId)),
    unpin: (userId, target) => act(userId, 'unpin', target, unpinning(userId)),
  };
}

const editing =
  (userId: number, edit: MessageEdit, content: string): Work =>
  async ({ trx, conversation, message, messageRef, at }) => {
    const refusal = refuseOwn(userId, message) ?? (await refuseToChange(userId, { trx, conversation, message, at }));
    if (refusal) return refusal;
    const isUnchanged = message.content === content;
    const mentionsEdit = await mentionsAfter(trx, { edit, content, conversation, message, at });
    if (!mentionsEdit.ok) return mentionsEdit;
    if (isUnchanged && !mentionsEdit.value.isChanged) return ok(noEffects);
    if (!isUnchanged) await queries.replaceContent(trx, messageRef, message, { content, at, as: 'edited' });
    await queries.recordChange(trx, messageRef);
    return ok({ ...noEffects, mentioned: mentionsEdit.value.mentioned });
  };

/** Allowed after a block, too. */
const deleting =
  (userId: number): Work =>
  async ({ trx, conversation, message, messageRef, at }, publish) => {
    const refusal = refuseOwn(userId, message);
    if (refusal) return refusal;
    if (message.deleted_at !== null) return ok(noEffects);
    await dropSaved({ trx, publish }, messageRef, userId, conversation);
    const unread_by = await queries.takeBackUnread(trx, messageRef, userId);
    await queries.replaceContent(trx, messageRef, message, { content: DELETED_MESSAGE, at, as: 'deleted' });
    if (message.mentions !== null) await takeBackMentions(trx, messageRef);
    if (message.attachments !== null)
      await dropAttachments(trx, { conversationId: messageRef.conversation_id, seq: messageRef.seq }, at);
    await queries.deleteReactions(trx, messageRef, 'all');
    await queries.deletePin(trx, messageRef);
    await queries.recordChange(trx, messageRef);
    return ok({ ...noEffects, unread_by });
  };

const reacting =
  (userId: number, emoji: string): Work =>
  async ({ trx, conversation, message, messageRef, at }) => {
    const refusal = await refuseToChange(userId, { trx, conversation, message, at });
    if (refusal) return refusal;
    const ownReactions = await queries.findOwnReactions(trx, messageRef, userId);
    if (ownReactions.includes(emoji)) return ok(noEffects);
    if (ownReactions.length >= chatLimits.reactionsOfMemberMax) return tooMany();
    await queries.insertReaction(trx, messageRef, { user_id: userId, emoji, reacted_at: at });
    await queries.recordChange(trx, messageRef);
    return ok(noEffects);
  };

/** Allowed after a block, too. */
const unreacting =
  (userId: number, emoji: string): Work =>
  async ({ trx, messageRef }) => {
    if (await queries.deleteReactions(trx, messageRef, { user_id: userId, emoji }))
      await queries.recordChange(trx, messageRef);
    return ok(noEffects);
  };

const pinning =
  (userId: number): Work =>
  async ({ trx, conversation, message, messageRef, at }) => {
    const refusal = await refuseToChange(userId, { trx, conversation, message, at });
    if (refusal) return refusal;
    if (!(await queries.insertPin(trx, messageRef, { user_id: userId, pinned_at: at }))) return ok(noEffects);
    // The conversation is locked, so the count is exact.
    if ((await queries.countPins(trx, messageRef.conversation_id)) > chatServerLimits.pinnedMax) return tooManyPins();
    await queries.recordChange(trx, messageRef);
    return ok(noEffects);
  };

/** Changes the others' view as well, so it is refused like writing. */
const unpinning =
  (userId: number): Work =>
  async ({ trx, conversation, messageRef, at }) => {
    const refusal = await refuseToWrite(trx, userId, conversation, at);
    if (refusal) return refusal;
    if (await queries.deletePin(trx, messageRef)) await queries.recordChange(trx, messageRef);
    return ok(noEffects);
  };

/** Mentions exist only in teams: in a direct conversation, the other member is addressed anyway. */
const mentionsAfter = async (
  trx: Trx,
  {
    edit,
    content,
    conversation,
    message,
    at,
  }: { edit: MessageEdit; content: string } & Omit<ActContext, 'trx' | 'messageRef'>,
) =>
  conversation.other_id === null
    ? editMentions(trx, {
        message,
        content,
        mentions: edit.mentions,
        at,
        participants: [...conversation.others, message.sender_id],
      })
    : ok({ isChanged: false, mentioned: [] });

const refuseOwn = (userId: number, message: StoredRow): Fail | null =>
  message.sender_id === userId ? null : fail('FORBIDDEN');

/** Refuses to change a deleted message, or one in a conversation in which the member may not write. */
async function refuseToChange(
  userId: number,
  { trx, conversation, message, at }: Pick<ActContext, 'trx' | 'conversation' | 'message' | 'at'>,
): Promise<Fail | null> {
  const refusal = await refuseToWrite(trx, userId, conversation, at);
  return refusal ?? (message.deleted_at === null ? null : wasDeleted());
}
