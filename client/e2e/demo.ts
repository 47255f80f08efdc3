import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEMO_PASSWORD, members } from '@sangam/server/seed/demo';
import { createWorld, type Person, type World } from './world.js';

const seedEntry = fileURLToPath(new URL('../../server/dist/seed/main.js', import.meta.url));

/** A world in which the demo of `npm run seed` lives, and its first member signed in. */
export async function createDemo(): Promise<{ world: World; asha: Person }> {
  const world = await createWorld(async (dataDir) => {
    await promisify(execFile)(process.execPath, [seedEntry], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '' },
    });
  });
  const [{ name, email }] = members;
  const answer = await fetch(`${world.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const { token, user } = (await answer.json()) as { token: string; user: { id: number } };
  return { world, asha: { id: user.id, name, email, password: DEMO_PASSWORD, token } };
}
