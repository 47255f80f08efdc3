/** `npm run seed`: demo members, projects and conversations in the database that the settings name. */
import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { buildApp } from '../app.js';
import { readConfig } from '../config.js';
import { withDatabase } from '../platform/commands/command.js';
import { createClock, systemClock } from '../platform/lib/clock.js';
import { defaultTimings as timings } from '../platform/timings.js';
import { DEMO_PASSWORD, members } from './demo.js';
import { seed } from './seed.js';

await withDatabase(async (database) => {
  let nowMs = systemClock.nowMs();
  const clock = { ...createClock(() => nowMs), set: (ms: number) => (nowMs = ms) };
  const config = { ...readConfig(process.env), rateLimitFactor: null, redisUrl: null };
  const jwtSecret = randomBytes(48).toString('base64url');
  const app = await buildApp({ config, database, clock, log: pino({ level: 'warn' }), jwtSecret, timings });
  const fresh = await seed(app.fastify, database, clock);
  await app.close();

  const [asha, rohan] = members;
  process.stdout.write(
    `${fresh ? 'The demo data is ready.' : 'The demo data already exists.'} Sign in as either of\n\n` +
      `  ${asha.email}   ${DEMO_PASSWORD}\n  ${rohan.email}  ${DEMO_PASSWORD}\n\n`,
  );
});
