import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '@sangam/shared/contract/messages';
import { eventually } from '@sangam/testing/eventually';
import { startProxy } from '@sangam/testing/proxy';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';
import { type Actor, createActions } from './actions.js';
import { standInForBrowser } from './browser-stubs.js';
import { type Client, openClient } from './client.js';

const ACTS = process.env.SANGAM_FULL ? 10_000 : 150;
const seed = Number(process.env.WALK_SEED ?? 0) || Math.floor(Math.random() * 1e9);
/** So many acts, then all are waited for: a device that is never caught up shows nothing. */
const ROUND = 60;
const emoji = ['👍', '❤️', '🎉'];

/** Repeatable choices (mulberry32). */
function random(from: number) {
  let state = from;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

interface Device {
  by: Actor;
  other: Actor;
  client: Client;
}

it(`two members with three devices each write, edit, delete, react and read through cuts, and end equal (seed ${seed})`, {
  timeout: 240_000 + ACTS * 200,
}, async () => {
  await using server = await startTestServer();
  const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
  standInForBrowser(`http://127.0.0.1:${proxy.port}`);
  const actions = createActions(server.url);
  const [asha, bina] = [await actions.signUp('Asha'), await actions.signUp('Bina')];
  const projectId = await actions.project(asha);
  await actions.write(asha, bina, 'sent 0');
  const devices: Device[] = [];
  for (const [by, other] of [0, 1, 2].flatMap(() => [[asha, bina] as const, [bina, asha] as const])) {
    const client = await openClient(by, by.token, { other, projectId });
    await client.connect();
    devices.push({ by, other, client });
  }

  const below = random(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
  const deleted = new Set<number>();
  /** Everything that a message was ever to say. */
  const said = new Map<number, Set<string>>();
  let sent = 1;

  const act = ({ by, other, client }: Device, step: number) => {
    const shown = client.thread().messages;
    const own = pick(shown.filter(({ sender_id }) => sender_id === by.user.id));
    const any = pick(shown);
    const what = below(100);
    if (what < 35 || any === undefined) {
      client.send(`sent ${sent}`);
      sent += 1;
    } else if (what < 55 && own) {
      said.set(own.seq, (said.get(own.seq) ?? new Set()).add(`edited ${step}`));
      client.act(own.seq, { verb: 'edit', text: `edited ${step}` });
    } else if (what < 62 && own) {
      deleted.add(own.seq);
      client.act(own.seq, { verb: 'delete', text: '' });
    } else if (what < 90)
      client.act(any.seq, { verb: below(3) === 0 ? 'unreact' : 'react', text: pick(emoji) ?? '👍' });
    // Past the proxy: a mark that is lost would only be missing.
    else if (what < 97) return actions.readUpTo(by, other, any.seq);
    else proxy.cut();
  };

  const settled = () =>
    eventually(() => expect(devices.map(({ client }) => client.waiting())).toEqual(devices.map(() => 0)), 60_000, 50);
  const withoutPresence = (message: Message) => JSON.stringify({ ...message, sender_is_online: 0, last_active: 0 });
  const fetched = async (): Promise<Message[]> => {
    const all: Message[] = [];
    for (let more = true; more; ) {
      const path = `/api/messages/conversation/${bina.user.id}?after=${all.length}&limit=200`;
      const answer = await fetch(new URL(path, server.url), {
        headers: { authorization: `Bearer ${asha.otherToken}` },
      });
      const { data } = (await answer.json()) as { data: { messages: Message[]; has_more: boolean } };
      all.push(...data.messages);
      more = data.has_more;
    }
    return all;
  };

  try {
    for (let step = 1; step <= ACTS; step += 1) {
      await act(pick(devices) as Device, step);
      if (below(4) === 0) await pause(below(30));
      if (step % ROUND === 0) await settled();
    }
    await settled();
    const stored = await fetched();
    const end = stored.map(withoutPresence);
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
    expect(stored).toHaveLength(sent);
    for (const { client } of devices) {
      await client.refresh();
      const { messages } = client.thread();
      expect(messages.length).toBeGreaterThan(0);
      expect(messages.map(withoutPresence)).toEqual(end.slice(-messages.length));
    }
    for (const { seq, content, deleted_at, edited_at } of stored) {
      expect([seq, deleted_at !== undefined]).toEqual([seq, deleted.has(seq)]);
      if (edited_at !== undefined) expect(said.get(seq)).toContain(content);
      else if (deleted_at === undefined) expect(content).toMatch(/^sent \d+$/u);
    }
    for (const [by, other] of [
      [asha, bina],
      [bina, asha],
    ] as const) {
      const { data: thread } = await actions.call(by, 'GET /api/messages/conversation/:userId', { id: other.user.id });
      const { data: count } = await actions.call(by, 'GET /api/messages/unread-count');
      const unread = stored.filter(
        ({ seq, sender_id, deleted_at }) =>
          seq > thread.read_seq && sender_id === other.user.id && deleted_at === undefined,
      );
      expect(count.unread_count).toBe(unread.length);
      expect(thread.first_unread_seq).toBe(unread[0]?.seq ?? null);
    }
  } finally {
    await proxy.close();
  }
});
