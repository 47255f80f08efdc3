import type { PendingMessage } from './pending-message.js';

/** PostgreSQL's text form of an array. `pg` would build it value by value, which is too slow for a batch. */
const textArray = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;
const quoted = (text: string): string => `"${/["\\]/u.test(text) ? text.replace(/["\\]/gu, '\\$&') : text}"`;
const clientId = ({ client_id }: PendingMessage) => client_id ?? 'NULL';
const replyTo = ({ reply_to }: PendingMessage) => reply_to ?? 'NULL';

/** For at most one message per conversation. */
export const arraysOfOneEach = (messages: readonly PendingMessage[]): string[] => [
  textArray(messages.map(({ conversation }) => conversation.id)),
  textArray(messages.map(({ slot }) => slot)),
  textArray(messages.map(({ sender_id }) => sender_id)),
  textArray(messages.map(clientId)),
  textArray(messages.map(({ content }) => quoted(content))),
];

/** For conversations: eight arrays; `added` and `slots` are arrays of their own. */
interface ConversationColumns {
  id: number[];
  /** How many of the messages are in it, and how many of them are from its first and second slot. */
  total: number[];
  low: number[];
  high: number[];
  /** How many are from each slot, and which slots send some. */
  added: string[];
  slots: string[];
  /** The conversation's last number must be at least this, so that each reply answers an earlier message. */
  reach: number[];
  /** How many attachments its messages name. */
  files: number[];
}

/** For messages, which are in lock order: eight arrays. */
interface MessageColumns {
  conversation: number[];
  /** Its place among the batch's messages in the conversation, from 1 on. */
  n: number[];
  sender: number[];
  slot: number[];
  /** How many messages from the same sender follow in the conversation. */
  back: number[];
  clientId: string[];
  content: string[];
  replyTo: (number | string)[];
}

/** For the attachments that the messages name: five arrays. */
interface FileColumns {
  id: string[];
  conversation: number[];
  /** The message's place in its conversation, and the file's in the message. */
  n: number[];
  place: number[];
  owner: number[];
}

export function arraysOf(messages: readonly PendingMessage[]): string[] {
  const conversations: ConversationColumns = {
    id: [],
    total: [],
    low: [],
    high: [],
    added: [],
    slots: [],
    reach: [],
    files: [],
  };
  const columns: MessageColumns = {
    conversation: [],
    n: [],
    sender: [],
    slot: [],
    back: [],
    clientId: [],
    content: [],
    replyTo: [],
  };
  for (let from = 0; from < messages.length; ) {
    const id = messages[from]?.conversation.id ?? 0;
    const added: number[] = [];
    const before: number[] = [];
    let [reach, files, n] = [0, 0, from];
    for (; n < messages.length; n += 1) {
      const message = messages[n];
      if (message?.conversation.id !== id) break;
      const { slot } = message;
      while (added.length < slot) added.push(0);
      before.push(added[slot - 1] ?? 0);
      added[slot - 1] = (added[slot - 1] ?? 0) + 1;
      reach = Math.max(reach, (message.reply_to ?? 0) - (n - from));
      files += message.attachment_ids?.length ?? 0;
      columns.conversation.push(id);
      columns.n.push(n - from + 1);
      columns.sender.push(message.sender_id);
      columns.slot.push(slot);
      columns.clientId.push(clientId(message));
      columns.content.push(quoted(message.content));
      columns.replyTo.push(replyTo(message));
    }
    for (const [index, count] of before.entries())
      columns.back.push((added[(columns.slot[from + index] ?? 1) - 1] ?? 0) - count - 1);
    conversations.id.push(id);
    conversations.total.push(n - from);
    conversations.low.push(added[0] ?? 0);
    conversations.high.push(added[1] ?? 0);
    conversations.added.push(`"{${added.join(',')}}"`);
    conversations.slots.push(`"{${added.flatMap((count, index) => (count > 0 ? [index + 1] : [])).join(',')}}"`);
    conversations.reach.push(reach);
    conversations.files.push(files);
    from = n;
  }
  return [...Object.values(conversations), ...Object.values(columns)].map(textArray);
}

export function arraysWithFiles(messages: readonly PendingMessage[]): string[] {
  const files: FileColumns = { id: [], conversation: [], n: [], place: [], owner: [] };
  let n = 0;
  for (const [index, { conversation, sender_id, attachment_ids }] of messages.entries()) {
    n = messages[index - 1]?.conversation.id === conversation.id ? n + 1 : 1;
    for (const [position, id] of attachment_ids?.entries() ?? []) {
      files.id.push(id);
      files.conversation.push(conversation.id);
      files.n.push(n);
      files.place.push(position);
      files.owner.push(sender_id);
    }
  }
  return [...arraysOf(messages), ...Object.values(files).map(textArray)];
}
