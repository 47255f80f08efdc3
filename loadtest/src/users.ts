import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import pMap from 'p-map';
import { CannotRun, type Rest } from './rest.js';

/** A signed-in member. */
export interface LoadUser {
  id: number;
  token: string;
}

/** The content of `--users-file`: members, their common password, and the tokens of their last sessions. */
interface UsersFile {
  urls: string[];
  password: string;
  users: (LoadUser & { email: string })[];
}

/** The server hashes two passwords at a time; more sign-ups would only queue there. */
const SIGN_UP_CONCURRENCY = 4;

/**
 * Prepares the members for a run: those of the file, by session or sign-in, and new ones. `onUser` gets the number of those that are
 * ready.
 */
export async function gatherUsers(
  rest: Rest,
  options: { urls: string[]; count: number; file: string | null },
  onUser: (ready: number) => void,
): Promise<LoadUser[]> {
  const stored = options.file === null ? null : readUsersFile(options.file, options.urls);
  const password = stored?.password ?? `Load-test-${randomBytes(12).toString('hex')}`;
  const batch = randomBytes(4).toString('hex');
  let ready = 0;
  const users = await pMap(
    Array.from({ length: options.count }, (_, index) => stored?.users[index]),
    async (storedUser, index) => {
      const user = storedUser
        ? await signInAgain(rest, storedUser, password)
        : await signUp(rest, `Load tester ${index + 1}`, `loadtest-${batch}-${index + 1}@example.org`, password);
      ready += 1;
      onUser(ready);
      return user;
    },
    { concurrency: SIGN_UP_CONCURRENCY },
  );
  if (options.file !== null) {
    const allUsers = [...users, ...(stored?.users.slice(users.length) ?? [])];
    const content: UsersFile = { urls: options.urls, password, users: allUsers };
    // Readable by its owner only, since it has the password.
    writeFileSync(options.file, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  }
  return users.map(({ id, token }) => ({ id, token }));
}

async function signUp(rest: Rest, name: string, email: string, password: string) {
  const { user, token } = await rest.callOrThrow('POST /api/auth/signup', { body: { name, email, password } });
  return { id: user.id, token, email };
}

async function signInAgain(rest: Rest, { id, token, email }: UsersFile['users'][number], password: string) {
  const me = await rest.attempt('GET /api/auth/me', { token });
  if (me.ok) return { id, token, email };
  const signedIn = await rest.callOrThrow('POST /api/auth/login', { body: { email, password } });
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
