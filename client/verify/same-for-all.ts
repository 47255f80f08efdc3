import { receivedIn } from '@sangam/shared/chat/archived';
import type { Message } from '@sangam/shared/chat/messages';
import type { SavedMessage } from '@sangam/shared/chat/saved-messages';
import type { TeamInfo } from '@sangam/shared/chat/teams';
import { callsTo } from '@sangam/testing/http/contract-calls';
import { withoutPresence } from '@sangam/testing/presence';
import { expect } from 'vitest';
import type { Actions, Actor } from './actions.js';
import type { Device, Place } from './walk-places.js';

const textOf = (message: Message): string => JSON.stringify(withoutPresence(message));
/** Serializes messages, byte for byte except presence. */
const textsOf = (messages: readonly Message[]): string[] => messages.map(textOf);

/** Fetches a whole conversation as a member reads it. */
export async function storedMessages(url: string, reader: Actor, { id }: Place): Promise<Message[]> {
  const all: Message[] = [];
  for (;;) {
    const { data } = await callsTo(url)(reader.otherToken, 'GET /api/messages/c/:conversationId', {
      params: { conversationId: id },
      query: { after: all.length, limit: 200 },
    });
    all.push(...data.messages);
    if (!data.has_more) return all;
  }
}

/** Fetches the conversation and number of each message that a member has saved, page by page. */
async function savedBy(url: string, reader: Actor): Promise<Record<string, number[]>> {
  const all: SavedMessage[] = [];
  for (;;) {
    const before = all.at(-1)?.number;
    const { data } = await callsTo(url)(reader.otherToken, 'GET /api/messages/saved', {
      query: { limit: 5, ...(before !== undefined && { before }) },
    });
    all.push(...data.saved);
    if (!data.has_more) break;
  }
  const byKey: Record<string, number[]> = {};
  for (const { conversation_id, seq } of all.toSorted((a, b) => a.seq - b.seq)) {
    const key = `c${conversation_id}`;
    byKey[key] = [...(byKey[key] ?? []), seq];
  }
  return byKey;
}

/** Checks that a member's client knows exactly the server's saved messages, and none of conversations other than these. */
export async function expectSaved(url: string, { by, client }: Device, places: readonly Place[]): Promise<void> {
  const saved = await savedBy(url, by);
  expect(client.saved()).toEqual(saved);
  for (const key of Object.keys(saved)) expect(places.map((place) => place.key)).toContain(key);
}

/**
 * Checks that each participant's device that has opened the conversation shows the stored messages, byte for byte as far as loaded, without
 * gaps. Returns the stored messages.
 */
export async function expectSameForAll(url: string, place: Place, devices: readonly Device[]): Promise<Message[]> {
  const stored = await storedMessages(url, place.members[0] as Actor, place);
  const end = textsOf(stored);
  for (const other of place.members.slice(1)) expect(textsOf(await storedMessages(url, other, place))).toEqual(end);
  const pinned = stored.flatMap((message) => (message.pinned ? [message.seq] : []));
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
  for (const { by, client } of devices) {
    if (!place.members.includes(by)) continue;
    await client.open(place.key);
    const { messages, pins, follows } = client.thread(place.key);
    const from = (messages[0]?.seq ?? 0) - 1;
    expect(textsOf(messages)).toEqual(end.slice(from, from + messages.length));
    // A device that missed many messages stays where its reader was, so only one that follows must reach the end.
    if (follows) expect(messages.at(-1)?.seq).toBe(stored.length);
    expect(messages.length).toBeGreaterThan(0);
    expect(pins.toSorted((a, b) => a - b)).toEqual(pinned);
  }
  return stored;
}

const teamWithoutPresence = (info: TeamInfo | undefined) => ({
  ...info,
  events: null,
  participants: info?.participants.map((participant) => ({ ...participant, is_online: null, last_active: null })),
});

/** Checks that a device lists the teams with all counts, and their members, as the server does. */
export async function expectTeams(actions: Actions, { by, client }: Device): Promise<void> {
  const { data } = await actions.call(by, 'GET /api/refresh');
  const inOrder = <T extends { project_id: number }>(list: readonly T[]) =>
    list.toSorted((a, b) => a.project_id - b.project_id);
  const listed = client.teams().map(({ key, otherId: _, other_read_seq: __, ...team }) => ({
    conversation_id: Number(key.slice(1)),
    ...team,
  }));
  // Once all is settled, every counted message has arrived.
  const held = data.teams?.data.teams.map((team) => ({ ...team, arrived: receivedIn(team) })) ?? [];
  expect(inOrder(listed)).toEqual(inOrder(held));
  for (const { key } of client.teams()) {
    const answer = await actions.call(by, 'GET /api/messages/c/:conversationId/team', { id: Number(key.slice(1)) });
    const shown = await client.team(key);
    expect(teamWithoutPresence(shown)).toEqual(teamWithoutPresence(answer.data));
    expect(shown?.events.slice(-answer.data.events.length)).toEqual(answer.data.events);
  }
}

/** Checks that a device holds no data of a team's conversation that its member has left. */
export function expectGone({ client }: Device, { name, key, id }: Place): void {
  const everything = client.everything();
  expect(everything).not.toContain(`${name}: `);
  expect(everything).not.toContain(`"${key}"`);
  expect(everything).not.toContain(`"conversation_id":${id},`);
}

/**
 * Checks that each sent message exists once with its parts, that exactly the deleted ones are deleted, and that an edited one has the text
 * of one of its edits. Acts around a departure may have been refused.
 */
export function expectDone({ walked, before }: Place, stored: readonly Message[]): void {
  const { sent, said, deleted, unsure } = walked;
  const ids = stored.slice(before).map(({ client_id }) => client_id ?? '');
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(sent.has(id)).toBe(true);
  expect([...sent.keys()].filter((id) => !ids.includes(id) && !unsure.has(id))).toEqual([]);
  for (const { seq, client_id, content, deleted_at, edited_at, reply_to, attachments } of stored) {
    const isSure = !unsure.has(seq);
    if (isSure || deleted_at !== undefined) expect([seq, deleted_at !== undefined]).toEqual([seq, deleted.has(seq)]);
    if (edited_at !== undefined) expect(said.get(seq)).toContain(content);
    if (edited_at !== undefined || deleted_at !== undefined || seq <= before) continue;
    const { files = 0, ...rest } = sent.get(client_id ?? '') ?? { files: -1 };
    expect({ content, files: attachments?.length ?? 0, reply_to }).toEqual({ ...rest, files });
    if (isSure) expect(said.get(seq)).toBeUndefined();
  }
}
