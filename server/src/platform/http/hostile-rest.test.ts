import { randomUUID } from 'node:crypto';
import { http } from '@sangam/shared/app/http';
import type { HttpCall } from '@sangam/shared/core/contract';
import { everyNth } from '@sangam/testing/runs';
import { asha, bina, server, stageForFile } from '@sangam/testing/stage';
import { describe, expect, it } from 'vitest';

stageForFile(['Asha', 'Bina']);

const stillServes = async () =>
  expect((await server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content: 'hi' })).status).toBe(
    201,
  );

const calls = Object.entries(http as Record<string, HttpCall>);
const withId = (name: string, id: string) => name.replace(/:\w+/u, id);

describe('every call with a body refuses an invalid one', () => {
  const bodies = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '7',
    '[[[[',
    `{"a":${'['.repeat(20_000)}`,
    '{"__proto__":{"x":1}}',
    `"${'x'.repeat(70_000)}"`,
  ];
  for (const [name, call] of everyNth(
    3,
    calls.filter(([, { body, bodyOptional }]) => body !== undefined && !bodyOptional),
  ))
    it(name, async () => {
      for (const body of bodies) {
        const reply = await server.call(withId(name, '1'), call.access === 'public' ? null : asha.token, body);
        const expected = call.bytesMax === undefined ? [400, 413] : [415];
        expect(expected, `${name} ← ${body.slice(0, 30)}`).toContain(reply.status);
        expect(reply.body).toMatchObject({ success: false, code: expect.any(String), request_id: expect.any(String) });
        expect(JSON.stringify(reply.body)).not.toMatch(/node_modules|at \w+ \(|SELECT|undefined/u);
      }
      const form = await server.call(withId(name, '1'), asha.token, 'a=1', { 'content-type': 'text/plain' });
      expect(form.status).toBe(415);
      await stillServes();
    });
});

it('a call that takes bytes treats a missing body like an empty one', async () => {
  for (const name of ['PUT /api/users/picture', `PUT /api/attachments/${randomUUID()}/content?offset=0`]) {
    const empty = await server.call(name, asha.token, new Uint8Array());
    const absent = await server.call(name, asha.token);
    expect(absent, name).toMatchObject({ status: empty.status, body: { code: empty.body.code } });
    expect(absent.status, name).toBeLessThan(500);
  }
});

describe('every call with an id refuses an invalid one', () => {
  const ids = [
    '0',
    '-1',
    '1.5',
    '1e2',
    '0x10',
    '01',
    '%20',
    'NaN',
    'Infinity',
    '9007199254740993',
    '9'.repeat(30),
    '__proto__',
    'me%00',
  ];
  for (const [name, call] of everyNth(
    3,
    calls.filter(([, { params }]) => params !== undefined),
  ))
    it(name, async () => {
      const answerTo = (id: string) =>
        server.call(
          withId(name, id),
          call.access === 'public' ? null : asha.token,
          call.bytesMax === undefined ? call.body && {} : new Uint8Array(1),
        );
      for (const [index, reply] of (await Promise.all(ids.map(answerTo))).entries()) {
        expect([400, 404], `${name} ← ${ids[index]}`).toContain(reply.status);
        expect(reply.body).toMatchObject({ success: false });
      }
    });
});

describe('POST /api/messages', () => {
  const send = (change: Record<string, unknown>) =>
    server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content: 'hello', ...change });

  it('refuses receivers and content of other types, messages to the sender and to nobody', async () => {
    for (const receiver_id of ['1', true, null, [5], {}, 0, -1, 1.5, 1e300, asha.id])
      expect(await send({ receiver_id })).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    for (const content of ['', '  ', '\u200b', 'x'.repeat(4_001), 'a\0', '\ud800', null, 5, {}])
      expect(await send({ content })).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    for (const client_id of ['', 'x', 5, '0b1d7d4e6a4c4d0a9a4e0a4b6f1c2d3e'])
      expect(await send({ client_id })).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    expect(await send({ sender_id: bina.id })).toMatchObject({ status: 400 });
    expect(await send({ receiver_id: 999_999 })).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
    expect((await send({ content: 'x'.repeat(4_000) })).status).toBe(201);
  });
});
