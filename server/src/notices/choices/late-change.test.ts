import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a change of choices that is based on an outdated version is refused, and changes nothing', async () => {
  const [asha, ben] = [await server.signUp(), await server.signUp()];
  const call = async (name: string, body?: object) => {
    const { status, body: answer } = await server.call(name, asha.token, body);
    return status === 200 ? answer.data.version : answer.code;
  };
  const choices = 'PATCH /api/notification-choices';
  expect(await call(`${choices}?version=0`, { mail_shows_text: true })).toBe(1);
  for (const [name, body] of [
    [choices, { mail_shows_text: false }],
    [choices, { mail_shows_text: false, followed_skills: ['Go'] }],
    [`PUT /api/messages/mute/${ben.id}`],
    [`DELETE /api/messages/mute/${ben.id}`],
  ] as const)
    expect(await call(`${name}?version=0`, body), name).toBe('CHOICES_CHANGED');
  const { data } = (await server.call('GET /api/notification-choices', asha.token)).body;
  expect(data).toMatchObject({ mail_shows_text: true, followed_skills: [], muted_member_ids: [], version: 1 });
  expect(await call(`PUT /api/messages/mute/${ben.id}?version=1`)).toBe(2);
  // Clients of the previous version send no version.
  expect(await call(choices, { mail_shows_text: false })).toBe(3);
});
