import { setFlagsFromString } from 'node:v8';
import { type Config, ConfigError, JWT_SECRET_MIN_BYTES, readConfig } from './config.js';
import { closeDataDir, loadOrCreateSecret } from './platform/data-dir.js';
import { followDatabase } from './platform/db/database-clock.js';
import { systemClock } from './platform/lib/clock.js';
import { createLog } from './platform/lib/log.js';
import { withTimeout } from './platform/lib/timers.js';
import { operatorFailure } from './platform/operator-failure.js';
import { defaultTimings as timings } from './platform/timings.js';

/** Treat signals within 1 s as one: `npm start` forwards the Ctrl-C that the terminal also sends to this process. */
const SAME_SIGNAL_MS = 1_000;
/**
 * Connections that may wait to be accepted; the kernel may allow fewer. With Node's default of 511, thousands of members who
 * reconnect at once were dropped, and TCP retries only after 1, 3, 7, 15 and 31 s.
 */
const LISTEN_BACKLOG = 16_384;
/** For `npm run dev`: neither the log nor the announcement names this server's address, because the client has another. */
const isBehindVite = process.argv.includes('--behind-vite');

// Without pretenuring: V8 would allocate objects that often survive a collection (a batch of messages, say) in the old
// generation, where they keep young ones alive long after use. That costs 7% of a message's CPU.
setFlagsFromString('--no-allocation-site-pretenuring');

// Stack traces name source files, for modules loaded from here on.
process.setSourceMapsEnabled(true);

// When the reader of the output goes away, the server keeps serving. Unhandled, the error would end it, and pino's flush at exit
// would never return.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

/** Reads the settings, opens the database, migrates, serves; drains on SIGTERM and Ctrl-C. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config);
  closeDataDir(config.dataDir);
  const jwtSecret = config.jwtSecret ?? (await secretFromFile(config.jwtSecretFile));
  // The application's modules load while the database opens: together they take most of the start.
  const { openDatabase } = await import('./platform/db/migrate.js');
  const [{ database, migrated }, { buildApp }] = await Promise.all([openDatabase(config, log), import('./app.js')]);
  if (migrated.length > 0)
    log.info({ migrations: migrated.length, last: migrated.at(-1) }, 'the database schema was updated');

  const clock = await followDatabase(systemClock, database.run, log, timings.clock);
  const app = await buildApp({ config, database, clock, log, jwtSecret, timings });

  /** The embedded database has to close whole. */
  const closeDatabase = () =>
    database.embedded
      ? database.close()
      : withTimeout(database.close(), timings.stop.statementsEndWithinMs, 'statements did not end in time').catch(
          (error: unknown) => log.warn({ err: error }, 'database connections were cut'),
        );
  const close = async () => {
    await app.close();
    await clock.stop();
    await closeDatabase();
  };
  const exitInTime = () =>
    setTimeout(() => {
      log.error('the server did not stop in time; exiting');
      process.exit(1);
    }, timings.stop.stoppedWithinMs).unref();

  try {
    await app.fastify.listen({
      port: config.port,
      host: config.host,
      backlog: LISTEN_BACKLOG,
      ...(isBehindVite && { listenTextResolver: () => 'the server is ready' }),
    });
  } catch (error) {
    // The other servers know it already, and would take it for dead: all members would refresh.
    exitInTime();
    await close().catch((failure: unknown) => log.error({ err: failure }, 'the server did not stop cleanly'));
    throw error;
  }
  const address = app.fastify.server.address();
  if (!isBehindVite) announce(config, typeof address === 'object' && address ? address.port : config.port);

  let stoppingSinceMs: number | null = null;
  const stop = (signal: string) => {
    if (stoppingSinceMs !== null) {
      if (systemClock.monotonicMs() - stoppingSinceMs > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSinceMs = systemClock.monotonicMs();
    log.info({ signal }, 'stopping: finishing work in flight');
    exitInTime();
    app
      .drain()
      .then(close)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the server did not stop cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function secretFromFile(path: string): Promise<string> {
  const secret = await loadOrCreateSecret(path);
  if (Buffer.byteLength(secret.trim()) < JWT_SECRET_MIN_BYTES)
    throw new ConfigError([
      `JWT_SECRET_FILE (${path}) must hold at least ${JWT_SECRET_MIN_BYTES} bytes, for example the output of \`openssl rand -base64 48\`.`,
    ]);
  return secret;
}

function announce(config: Config, port: number): void {
  const where = config.databaseUrl === null ? `embedded PostgreSQL in ${config.dataDir}` : 'PostgreSQL at DATABASE_URL';
  process.stdout.write(`\n  Sangam is running at http://localhost:${port}\n  Data: ${where}\n\n`);
}

main().catch((error: unknown) => {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${operatorFailure(error) ?? `Sangam couldn’t start.\n${stack}`}\n`);
  process.exit(1);
});
