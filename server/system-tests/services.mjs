/**
 * `npm run test:services`: the server's suite on PostgreSQL and Redis. Uses DATABASE_URL and REDIS_URL where they are set,
 * and otherwise starts installed ones of its own, which end with it. Further arguments go to the test runner.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startTemporaryPostgres } from '@sangam/testing/temporary-postgres';

const REDIS_PORT = 56_379;
const ends = [];

async function postgresUrl() {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const postgres = await startTemporaryPostgres();
  if (!postgres) throw new Error('PostgreSQL is not installed, and DATABASE_URL names none.');
  ends.push(() => postgres.stop());
  return postgres.url;
}

async function redisUrl() {
  if (process.env.REDIS_URL) return process.env.REDIS_URL;
  const redis = spawn('redis-server', ['--port', String(REDIS_PORT), '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  ends.push(() => redis.kill());
  redis.once('error', (error) => {
    throw new Error('Redis is not installed, and REDIS_URL names none.', { cause: error });
  });
  for await (const chunk of redis.stdout) if (String(chunk).includes('Ready to accept')) break;
  return `redis://127.0.0.1:${REDIS_PORT}`;
}

try {
  const env = { ...process.env, DATABASE_URL: await postgresUrl(), REDIS_URL: await redisUrl() };
  const tests = spawn('npx', ['vitest', 'run', '--project', 'server', ...process.argv.slice(2)], {
    env,
    stdio: 'inherit',
  });
  const [code] = await once(tests, 'exit');
  process.exitCode = code ?? 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  for (const end of ends) await end();
}
