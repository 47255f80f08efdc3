import type { Message } from '@sangam/shared/contract/messages';
import { expect } from 'vitest';
import type { Actor } from './actions.js';
import type { Client } from './client.js';

/** Whether its sender was online is of the moment when it was read. */
const withoutPresence = (message: Message): string =>
  JSON.stringify({ ...message, sender_is_online: 0, last_active: 0 });

/** The whole conversation with this member, as the server has it. */
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

/** After a refresh, each of these clients shows what is stored, byte for byte, as far up as it has loaded it; and no hole is in it. */
export async function expectSameForAll(clients: readonly Client[], stored: readonly Message[]): Promise<void> {
  const end = stored.map(withoutPresence);
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
  for (const client of clients) {
    await client.refresh();
    const { messages } = client.thread();
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.map(withoutPresence)).toEqual(end.slice(-messages.length));
  }
}
