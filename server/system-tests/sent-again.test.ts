import { existsSync } from 'node:fs';
import { errorCodes } from '@sangam/shared/core/errors';
import { signUpModerator } from '@sangam/testing/moderating';
import { everyNth } from '@sangam/testing/runs';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cases } from './sent-again-cases.js';
import { preparedCall, rows } from './sent-again-rows.js';

let server: TestServer;
let moderator: TestMember;
beforeAll(async () => {
  server = await startTestServer();
  moderator = await signUpModerator(server);
});
afterAll(() => server.close());

/** An answer without the version of what was saved, which each save raises. */
const withoutVersion = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    key === 'version' || key.endsWith('_version') ? undefined : value,
  );

/** The answer without its envelope. */
const partsOf = ({ success: _, message: __, ...parts }: Record<string, unknown>) => parts;

it.each(everyNth(3, rows))('$title: after a lost answer, the same call returns the current state', async (row) => {
  const { again, other } = row;
  const { by, send } = await preparedCall(row, server, moderator);
  const dev = await server.signUp();

  const firstAnswer = await send(by);
  expect([firstAnswer.status, firstAnswer.body]).toMatchObject([expect.toBeOneOf([200, 201]), { success: true }]);
  const answered = await send(by);

  if (again === 'same')
    expect([answered.status, withoutVersion(answered.body)]).toEqual([
      firstAnswer.status,
      withoutVersion(firstAnswer.body),
    ]);
  else if (again === 'again') expect(answered.status).toBe(firstAnswer.status);
  else if ('refused' in again) {
    expect(answered.body).toMatchObject({ code: again.refused });
    expect(answered.body).not.toHaveProperty('already');
  } else {
    expect(answered.status).toBe(errorCodes[again.already].status);
    expect(answered.body).toMatchObject({ success: false, code: again.already, already: partsOf(firstAnswer.body) });
    // Another member's call, or one about something else, gets no `already`.
    const others = [await send(dev), ...(other === undefined ? [] : [await send(by, other)])];
    for (const { body: otherBody } of others) expect(otherBody).not.toHaveProperty('already');
  }
});

it('names existing tests for the other calls', () => {
  const files = Object.values(cases).filter((entry) => typeof entry === 'string');
  expect(files.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([]);
});
