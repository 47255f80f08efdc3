import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { forEachOf } from './each.js';
import { CannotRun, type Rest } from './rest.js';

/** A member whom the run signs in. */
export interface LoadUser {
  id: number;
  token: string;
}

/** What `--users-file` keeps: who they are, their one password, and the tokens of their last sessions. */
interface UsersFile {
  urls: string[];
  password: string;
  users: (LoadUser & { email: string })[];
}

/** The server hashes two passwords at a time; more of ours would only wait there. */
const SIGN_UPS_AT_ONCE = 4;

/**
 * As many members as the run needs: those of the file that still have a session, those who sign in again, and new ones.
 * `onUser` hears how many are ready.
 */
export async function gatherUsers(
  rest: Rest,
  wanted: { urls: string[]; count: number; file: string | null },
  onUser: (ready: number) => void,
): Promise<LoadUser[]> {
  const kept = wanted.file === null ? null : readUsersFile(wanted.file, wanted.urls);
  const password = kept?.password ?? `Load-test-${randomBytes(12).toString('hex')}`;
  const batch = randomBytes(4).toString('hex');
  let ready = 0;
  const users = await forEachOf(
    Array.from({ length: wanted.count }, (_, index) => kept?.users[index]),
    SIGN_UPS_AT_ONCE,
    async (known, index) => {
      const user = known
        ? await signInAgain(rest, known, password)
        : await signUp(rest, `Load tester ${index + 1}`, `loadtest-${batch}-${index + 1}@example.org`, password);
      ready += 1;
      onUser(ready);
      return user;
    },
  );
  if (wanted.file !== null) {
    const all = [...users, ...(kept?.users.slice(users.length) ?? [])];
    const content: UsersFile = { urls: wanted.urls, password, users: all };
    // Whoever reads it can sign in as them.
    writeFileSync(wanted.file, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  }
  return users.map(({ id, token }) => ({ id, token }));
}

async function signUp(rest: Rest, name: string, email: string, password: string) {
  const { user, token } = await rest.insist('POST /api/auth/signup', { body: { name, email, password } });
  return { id: user.id, token, email };
}

async function signInAgain(rest: Rest, { id, token, email }: UsersFile['users'][number], password: string) {
  const me = await rest.attempt('GET /api/auth/me', { token });
  if (me.ok) return { id, token, email };
  const signedIn = await rest.insist('POST /api/auth/login', { body: { email, password } });
  return { id: signedIn.user.id, token: signedIn.token, email };
}

function readUsersFile(path: string, urls: readonly string[]): UsersFile | null {
  if (!existsSync(path)) return null;
  let content: UsersFile;
  try {
    content = JSON.parse(readFileSync(path, 'utf8')) as UsersFile;
  } catch (error) {
    throw new CannotRun(`--users-file: ${path} cannot be read: ${(error as Error).message}`);
  }
  if (!Array.isArray(content.users) || !Array.isArray(content.urls) || typeof content.password !== 'string')
    throw new CannotRun(`--users-file: ${path} was not written by a load test.`);
  if (!urls.some((url) => content.urls.includes(url)))
    throw new CannotRun(`--users-file: the members of ${path} belong to ${content.urls.join(', ')}.`);
  return content;
}
