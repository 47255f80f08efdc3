import type { AlreadyByCall } from '../platform/already.js';
import type { Db } from '../platform/db/database.js';
import type { Passwords } from './sign-in/password-hashes.js';
import { hasEnded } from './sign-in/sessions.queries.js';
import { identitiesOf } from './sign-in/social.queries.js';
import { findPasswordHash } from './users/credentials.queries.js';

/** By call about the member's own account: the answer to a refused call whose outcome holds already. */
export const peopleAlready = (db: Db, passwords: Passwords): AlreadyByCall => ({
  'PUT /api/account/password': async ({ member, body }) => {
    const stored = await findPasswordHash(db, member.id);
    if (stored === null) return null;
    // The first call has made this password the current one.
    const matches = await passwords.matches(stored, body.password.trim());
    return matches.ok && matches.value ? { data: { ended: 0 } } : null;
  },
  'DELETE /api/account/sessions/:sessionId': async ({ member, params }) =>
    (await hasEnded(db, params.sessionId, member.id)) ? { data: { ended: 1 } } : null,
  // NOT_FOUND comes only after the password was checked.
  'DELETE /api/account/providers/:provider': async ({ member, params, code }) =>
    code === 'NOT_FOUND' && !(await identitiesOf(db, member.id)).some(({ provider }) => provider === params.provider)
      ? {}
      : null,
});
