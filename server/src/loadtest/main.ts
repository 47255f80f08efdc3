/**
 * `npm run loadtest`: a ring of members on a running server, each sending to the next one. Settings: LOADTEST_URL
 * (http://localhost:3000), LOADTEST_SOCKETS (50), LOADTEST_SECONDS (10). The server must allow that many sign-ups and
 * sends from one address (RATE_LIMIT=off), and sockets without an Origin (ALLOW_NO_ORIGIN=on).
 */
import type { SignedIn } from '@sangam/shared/contract/auth';
import { type Peer, runRing } from './ring.js';

const url = new URL(process.env.LOADTEST_URL ?? 'http://localhost:3000');
const sockets = Number(process.env.LOADTEST_SOCKETS ?? 50);
const seconds = Number(process.env.LOADTEST_SECONDS ?? 10);
const WARMUP_S = 2;
const SIGNUPS_AT_ONCE = 4;

async function signUp(run: number, index: number): Promise<Peer> {
  const response = await fetch(new URL('/api/auth/signup', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `Load ${index}`,
      email: `load-${run}-${index}@example.org`,
      password: `Load-test-${run}`,
    }),
  });
  if (response.status !== 201) throw new Error(`signing up failed with ${response.status}: ${await response.text()}`);
  const { user, token } = (await response.json()) as SignedIn;
  return { id: user.id, token };
}

const say = (line: string) => process.stdout.write(`${line}\n`);

say(`Signing up ${sockets} members at ${url.origin} …`);
const run = Date.now();
const peers: Peer[] = [];
for (let start = 0; start < sockets; start += SIGNUPS_AT_ONCE) {
  const count = Math.min(SIGNUPS_AT_ONCE, sockets - start);
  peers.push(...(await Promise.all(Array.from({ length: count }, (_, offset) => signUp(run, start + offset)))));
}
say(`Sending for ${seconds} s …`);
const result = await runRing([Number(url.port || 80)], peers, { warmupS: WARMUP_S, seconds });
say(`${Math.round(result.messagesPerSecond)} messages/s acknowledged, ${result.refused} refused`);
say(`acknowledgement p50 ${result.acknowledgementMs.p50} ms, p99 ${result.acknowledgementMs.p99} ms`);
say(`delivery        p50 ${result.deliveryMs.p50} ms, p99 ${result.deliveryMs.p99} ms`);
