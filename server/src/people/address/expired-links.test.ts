import { randomUUID } from 'node:crypto';
import { dayMs } from '@sangam/shared/core/limits';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tokenHash } from '../../platform/lib/secrets.js';
import { findLink, openLink } from './queries.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it.each([
  ['that still works does so until another is emailed', -1, true],
  ['that has expired stays so when another is asked for', 0, false],
])('an emailed link %s', async (_, lateMs, works) => {
  const { id: user_id } = await server.signUp();
  const [email, token] = [`${randomUUID()}@example.org`, randomUUID()];
  const expires_at = new Date();
  const { db } = server.database;
  await db
    .insertInto('email_links')
    .values({ user_id, email, token_hash: tokenHash(token), expires_at })
    .execute();
  const now = new Date(expires_at.getTime() + lateMs);
  const expiresAt = new Date(now.getTime() + dayMs);
  await db.transaction().execute((trx) => openLink(trx, { user_id, email, expires_at: expiresAt }, now));
  expect(await findLink(db, tokenHash(token), now)).toEqual(works ? { user_id, email } : undefined);
});
