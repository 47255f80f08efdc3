import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '@sangam/shared/contract/messages';
import type { Ack } from '@sangam/shared/contract/socket';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ClientSocket } from './harness.js';
import { freePort, type ServerProcess, spawnServer } from './process.js';

// Kills in an ordinary run; `SANGAM_CRASH_KILLS=40 npm test` for a long one.
const KILLS = Number(process.env.SANGAM_CRASH_KILLS ?? 4);
const template = inject('template');

let dataDir: string;
let server: ServerProcess;
let port: number;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sangam-crash-'));
  if (template.kind === 'embedded') await cp(template.folder, dataDir, { recursive: true });
  port = await freePort();
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const start = async () => {
  server = spawnServer({ DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '' });
  await server.listening;
};
const url = () => `http://127.0.0.1:${port}`;
const signUp = async (name: string) => {
  const response = await fetch(`${url()}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email: `${name}@example.org`, password: 'Correct-horse-7' }),
  });
  return (await response.json()) as { token: string; user: { id: number } };
};

describe.runIf(template.kind === 'embedded')('kill -9 of the server (promises 1, 2 and 3)', () => {
  it('loses no acknowledged message, doubles none, and leaves no hole in the numbers', {
    timeout: 120_000,
  }, async () => {
    await start();
    const [asha, bina] = [await signUp('asha'), await signUp('bina')];
    const socket: ClientSocket = io(url(), {
      auth: { token: asha.token },
      transports: ['websocket'],
      reconnectionDelay: 50,
      reconnectionDelayMax: 100,
    });
    const acknowledged = new Map<string, Message>();
    let stopped = false;
    let sent = 0;
    // A client's outbox: one client_id until it is answered, whatever happens in between.
    const sender = (async () => {
      while (!stopped) {
        const client_id = randomUUID();
        sent += 1;
        for (;;) {
          const ack = await new Promise<Ack<Message> | null>((resolve) => {
            const payload = { receiver_id: bina.user.id, content: `message ${client_id}`, client_id };
            socket.timeout(1_000).emit('message:send', payload, (error, answer) => resolve(error ? null : answer));
          });
          if (ack?.ok) {
            acknowledged.set(client_id, ack.data);
            break;
          }
          if (stopped) return;
        }
      }
    })();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 300));
      server.child.kill('SIGKILL');
      await server.exited;
      await start();
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    stopped = true;
    await sender;
    socket.disconnect();

    const stored: Message[] = [];
    for (;;) {
      const after = stored.at(-1)?.seq ?? 0;
      const answer = await fetch(`${url()}/api/messages/conversation/${asha.user.id}?after=${after}&limit=200`, {
        headers: { authorization: `Bearer ${bina.token}` },
      });
      const { data } = (await answer.json()) as { data: { messages: Message[]; has_more: boolean } };
      stored.push(...data.messages);
      if (!data.has_more) break;
    }
    expect(acknowledged.size).toBeGreaterThan(KILLS * 10);
    expect(stored.map((message) => message.seq)).toEqual(stored.map((_, index) => index + 1));
    const ids = stored.map((message) => message.client_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(stored.length).toBeLessThanOrEqual(sent);
    for (const [clientId, message] of acknowledged)
      expect(stored[message.seq - 1]).toMatchObject({ id: message.id, client_id: clientId });
  });
});
