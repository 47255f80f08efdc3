import { randomUUID } from 'node:crypto';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../platform/lib/clock.js';
import { createLiveSessions } from './live-sessions.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const signUp = async (name: string) => {
  const { id, token } = await server.signUp(name);
  const { sid, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return { token, claims: { userId: id, sessionId: sid as string, expiresAtMs: exp * 1_000 } };
};

it.each(['one by one', 'at once'])('reads the member of each live session, %s', async (mode) => {
  const [asha, bina, chitra] = [await signUp('Asha'), await signUp('Bina'), await signUp('Chitra')];
  await server.call('POST /api/auth/logout', chitra.token);
  const read = createLiveSessions({
    run: server.database.run,
    clock: systemClock,
    sessionUse: { note: () => undefined },
  })<[userId: number]>('s.user_id');
  const sessions = [
    asha.claims,
    chitra.claims,
    { ...asha.claims, userId: bina.claims.userId },
    { ...bina.claims, sessionId: randomUUID() },
    bina.claims,
  ];

  const answers: unknown[] = [];
  if (mode === 'at once') answers.push(...(await Promise.all(sessions.map(read))));
  else for (const session of sessions) answers.push(await read(session));

  const live = (name: string, { userId: id, sessionId }: typeof asha.claims) => ({
    ok: true,
    value: { id, name, sessionId, read: [id] },
  });
  const refused = { ok: false, error: { code: 'UNAUTHORIZED' } };
  expect(answers).toMatchObject([live('Asha', asha.claims), refused, refused, refused, live('Bina', bina.claims)]);
});
