/**
 * `npm run bench`: what Sangam costs, in ratios from one run on one machine (docs/performance.md). Prints tables and writes
 * JSON; `npm run bench -- --help` lists the benches.
 */
import { writeFileSync } from 'node:fs';
import { startTemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { benchAway } from './away.js';
import { benchChat } from './chat.js';
import { benchCompare } from './compare.js';
import { benchIdleCpu } from './idle-cpu.js';
import { benchIdleMemory } from './idle-memory.js';
import { benchReads } from './reads.js';
import { benchRefresh } from './refresh.js';
import { benchComeBack } from './restarts/come-back.js';
import { benchRestart } from './restarts/restart.js';
import { benchRooms } from './rooms.js';
import { benchServers } from './servers.js';
import { type BenchName, readSettings } from './settings.js';
import { benchStartUp } from './start-up.js';
import { type Outcome, print } from './table.js';

const settings = readSettings(process.argv.slice(2));
const postgres = await startTemporaryPostgres();
if (!postgres) print('PostgreSQL is not installed; measuring without it.');

const withoutPostgres = (bench: BenchName): Outcome => ({ bench, rows: [], failed: 'PostgreSQL is not installed' });
const benches: Record<BenchName, () => Promise<Outcome>> = {
  chat: () => benchChat(settings, postgres),
  'idle-memory': () => benchIdleMemory(settings, postgres),
  'idle-cpu': async () => (postgres ? benchIdleCpu(postgres) : withoutPostgres('idle-cpu')),
  reads: async () => (postgres ? benchReads(settings, postgres) : withoutPostgres('reads')),
  refresh: () => benchRefresh(postgres),
  'come-back': async () => (postgres ? benchComeBack(settings, postgres) : withoutPostgres('come-back')),
  restart: async () => (postgres ? benchRestart(settings, postgres) : withoutPostgres('restart')),
  servers: async () => (postgres ? benchServers(settings, postgres) : withoutPostgres('servers')),
  away: async () => (postgres ? benchAway(settings, postgres) : withoutPostgres('away')),
  rooms: async () => (postgres ? benchRooms(settings, postgres) : withoutPostgres('rooms')),
  'start-up': benchStartUp,
  compare: async () => (postgres ? benchCompare(settings, postgres) : withoutPostgres('compare')),
};

const outcomes: Outcome[] = [];
try {
  for (const name of settings.benches) {
    print(`\n${name}`);
    outcomes.push(await benches[name]());
  }
} finally {
  await postgres?.stop();
}
const { seconds, rounds } = settings;
writeFileSync(
  settings.out,
  `${JSON.stringify({ at: new Date().toISOString(), node: process.version, seconds, rounds, outcomes }, null, 2)}\n`,
);
for (const { bench, failed } of outcomes) {
  if (failed === undefined) continue;
  print(`${bench}: ${failed}`);
  process.exitCode = 1;
}
