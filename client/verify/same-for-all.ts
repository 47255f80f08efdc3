import type { Message } from '@sangam/shared/chat/messages';
import type { SavedMessage } from '@sangam/shared/chat/saved-messages';
import { expect } from 'vitest';
import type { Actor } from './actions.js';
import type { Client } from './client.js';
import type { Device, Walked } from './walk-acts.js';

/** Presence depends on the moment of reading. */
const textOf = (message: Message): string => JSON.stringify({ ...message, sender_is_online: 0, last_active: 0 });
/** Serializes messages, byte for byte except presence. */
export const textsOf = (messages: readonly Message[]): string[] => messages.map(textOf);

/** Fetches the whole conversation with a member. */
export async function storedMessages(url: string, { otherToken }: Actor, other: Actor): Promise<Message[]> {
  const all: Message[] = [];
  for (;;) {
    const path = `/api/messages/conversation/${other.user.id}?after=${all.length}&limit=200`;
    const answer = await fetch(new URL(path, url), { headers: { authorization: `Bearer ${otherToken}` } });
    const { data } = (await answer.json()) as { data: { messages: Message[]; has_more: boolean } };
    all.push(...data.messages);
    if (!data.has_more) return all;
  }
}

/** Fetches a member's saved message numbers in a conversation, page by page. */
async function savedNumbers(url: string, { otherToken }: Actor, other: Actor): Promise<number[]> {
  const all: SavedMessage[] = [];
  for (;;) {
    const below = all.length === 0 ? '' : `&before=${all.at(-1)?.number}`;
    const answer = await fetch(new URL(`/api/messages/saved?limit=5${below}`, url), {
      headers: { authorization: `Bearer ${otherToken}` },
    });
    const { data } = (await answer.json()) as { data: { saved: SavedMessage[]; has_more: boolean } };
    all.push(...data.saved);
    if (!data.has_more) break;
  }
  expect(all.map(({ user_id }) => user_id)).toEqual(all.map(() => other.user.id));
  return all.map(({ seq }) => seq).toSorted((a, b) => a - b);
}

/** Each of a member's clients knows the server's saved messages, none of them deleted. */
export async function expectSaved(url: string, devices: readonly Device[], stored: readonly Message[]): Promise<void> {
  const deleted = new Set(stored.flatMap(({ seq, deleted_at }) => (deleted_at === undefined ? [] : [seq])));
  const key = `c${stored[0]?.conversation_id}`;
  for (const { by, other, client } of devices) {
    const saved = await savedNumbers(url, by, other);
    expect(client.saved()).toEqual(saved.length === 0 ? {} : { [key]: saved });
    expect(saved.filter((seq) => deleted.has(seq))).toEqual([]);
  }
}

/** After a refresh, each client shows the stored messages, byte for byte as far as loaded, without gaps. */
export async function expectSameForAll(clients: readonly Client[], stored: readonly Message[]): Promise<void> {
  const end = textsOf(stored);
  const pinned = stored.flatMap((message) => (message.pinned ? [message.seq] : []));
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
  for (const client of clients) {
    await client.refresh();
    const { messages, pins } = client.thread();
    expect(messages.length).toBeGreaterThan(0);
    expect(textsOf(messages)).toEqual(end.slice(-messages.length));
    expect(pins.toSorted((a, b) => a - b)).toEqual(pinned);
  }
}

/**
 * Each sent message exists once with its parts, exactly the deleted ones are deleted, and an edited one has one of its
 * edits.
 */
export function expectDone({ sent, said, deleted }: Walked, stored: readonly Message[], before: number): void {
  expect(stored).toHaveLength(sent.size + before);
  for (const { seq, content, deleted_at, edited_at, reply_to, attachments } of stored) {
    expect([seq, deleted_at !== undefined]).toEqual([seq, deleted.has(seq)]);
    if (edited_at !== undefined) expect(said.get(seq)).toContain(content);
    if (edited_at !== undefined || deleted_at !== undefined || seq <= before) continue;
    const { files = 0, ...extras } = sent.get(content) ?? { files: -1 };
    expect({ content, files: attachments?.length ?? 0, reply_to }).toEqual({ content, files, ...extras });
    expect(said.get(seq)).toBeUndefined();
  }
}
