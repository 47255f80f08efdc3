import {
  acceptAnswered,
  blockLock,
  type ContactLimits,
  findOpenProjectOf,
  questionKeyOf,
  refuseGone,
  startMessageRequest,
} from '../../contact/contact.js';
import type { AdvisoryLock } from '../../platform/db/advisory-locks.js';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { Clock } from '../../platform/lib/clock.js';
import { type Fail, fail } from '../../platform/lib/result.js';
import type { WireText } from '../../platform/lib/wire-text.js';
import { readNotification, updateNotifications } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import type { LockedConversation } from '../conversations/conversations.js';
import { isBegun, recordWritten } from '../conversations/kinds.js';
import { findParticipants } from '../conversations/participants.queries.js';
import type { StoredMessage } from '../events.js';
import { checkMessage } from './check-message.js';
import { mentionsIn, refuseTeamMention } from './mentions.js';
import { addMentions } from './mentions.queries.js';
import { withMentions, withProject } from './message-row.js';
import type { PendingMessage } from './pending-message.js';
import { findAskedProject, setProject } from './queries.js';

/** Checks one kind of conversation's messages one by one, in the transaction that writes them. */
export interface WriteRules {
  /** The locks to take after the sender's `actingLock` and before the conversation's, in order. */
  locks(message: PendingMessage): readonly AdvisoryLock[];
  /**
   * Returns the refusal, or the work to do before (`prepare`) and after (`stored`) storing; `stored` returns the message as it is shown.
   */
  check(trx: Trx, message: PendingMessage, locked: LockedConversation): Promise<Checked>;
}

export type Checked =
  | { refusal: Fail }
  | {
      refusal: null;
      /** Whether the next message of this sender is checked as well, although this one was let through. */
      checksNext: boolean;
      prepare(publish: Publish): Promise<unknown>;
      stored(publish: Publish, message: StoredMessage): Promise<StoredMessage>;
    };

/** Rules in a team: every current participant may write; no block and no contact limit applies. */
export const createTeamRules = ({ clock }: { clock: Clock }): WriteRules => ({
  locks: () => [],
  async check(trx, message) {
    const { conversation, sender_id, content } = message;
    const accountRefusal = await refuseGone(trx, sender_id);
    if (accountRefusal) return { refusal: accountRefusal };
    // Under the conversation's lock, which everybody who leaves takes.
    const participants = await findParticipants(trx, conversation.id);
    if (!participants.includes(sender_id)) return { refusal: fail('NOT_FOUND') };
    const mentions = await mentionsIn(trx, content, message.mentions ?? [], participants);
    const refusal = await refuseTeamMention(trx, sender_id, mentions, clock.now());
    if (refusal) return { refusal };
    return {
      refusal: null,
      checksNext: false,
      prepare: async () => undefined,
      async stored(_publish, stored) {
        if (mentions.length === 0) return stored;
        const mentioned = await addMentions(trx, stored, mentions);
        // Both sides see the same text.
        const json = withMentions(stored.json.sender, mentions);
        return { ...stored, mentioned, json: { sender: json, receiver: json } };
      },
    };
  },
});

/** Rules between two members: contact limits, blocks, message requests, and questions about projects. */
export function createDirectRules(deps: {
  clock: Clock;
  contactLimits: ContactLimits;
  messageRequests: boolean;
}): WriteRules {
  const { clock, contactLimits, messageRequests } = deps;
  return {
    locks({ conversation, sender_id, receiver_id }) {
      // Taken before the other locks, so that a concurrent request between the two comes before the first message or after it.
      const isFirst = messageRequests && !isBegun(conversation);
      return [...(isFirst ? [blockLock(sender_id, receiverOf(receiver_id))] : []), ...contactLimits.locks(sender_id)];
    },
    async check(trx, message, locked) {
      const { conversation, sender_id } = message;
      const receiver_id = receiverOf(message.receiver_id);
      if (locked.others > 0) recordWritten(conversation, receiver_id);
      const direct = { sender_id, receiver_id, sentBefore: locked.own, at: clock.now() };
      const check = await checkMessage(trx, contactLimits, direct);
      if (check.refusal !== null) return { refusal: check.refusal };
      const reader = { user_id: sender_id, other_id: receiver_id };
      const isAnswer = locked.isChecked && locked.others > 0;
      const isRequest = check.isRequest && messageRequests;
      return {
        refusal: null,
        // The receiver may have restricted first messages by the next one.
        checksNext: isRequest,
        prepare: async (publish) => isAnswer && acceptAnswered(trx, publish, reader, clock.now()),
        async stored(publish, stored) {
          const isFirst = locked.own + locked.others === 0;
          const notifications = isRequest && isFirst ? await startRequest(trx, publish, message, receiver_id) : [];
          const askedProject =
            message.project_id === null ? undefined : await findAskedProject(trx, message.project_id, receiver_id);
          if (askedProject) await setProject(trx, conversation.id, stored.seq, askedProject.id);
          const withQuestion = (json: WireText) => (askedProject ? withProject(json, askedProject) : json);
          const json = { sender: withQuestion(stored.json.sender), receiver: withQuestion(stored.json.receiver) };
          const now = clock.now();
          await updateNotifications(trx, publish, { added: notifications }, now);
          // An answer to a question.
          if (isAnswer) await readNotification(trx, publish, questionKeyOf(reader), now);
          return { ...stored, json };
        },
      };
    },
  };
}

function receiverOf(receiverId: number | null): number {
  if (receiverId === null) throw new Error('a message between two members has no receiver');
  return receiverId;
}

/**
 * Makes a stranger's first message a message request. A message from the page of the receiver's open project is a question about it, which
 * notifies the creator like a join request. Returns the notification.
 */
async function startRequest(
  trx: Trx,
  publish: Publish,
  { conversation, sender_id, project_id }: PendingMessage,
  receiver_id: number,
): Promise<NewNotification[]> {
  const side = { user_id: receiver_id, other_id: sender_id };
  await startMessageRequest(trx, publish, conversation.id, side);
  const project = project_id === null ? undefined : await findOpenProjectOf(trx, project_id, receiver_id);
  if (project === undefined) return [];
  return [
    {
      ...questionKeyOf(side),
      kind: 'question:received',
      title: project.title,
      project_id: project.id,
      subject_id: null,
      actor_id: sender_id,
      link: `/messages/c/${conversation.id}`,
    },
  ];
}
