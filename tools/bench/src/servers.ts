import { cpuSeconds } from '@sangam/testing/servers/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import { measure, type Round } from './chat.js';
import type { BenchSettings } from './settings.js';
import { startSangam } from './subject.js';
import { median, type Outcome, print, printTable } from './table.js';

const SOCKETS = 200;

/** One server without Redis, and one, two and three on one PostgreSQL and Redis. */
export async function benchServers(settings: BenchSettings, postgres: TemporaryPostgres): Promise<Outcome> {
  const redis = await startTemporaryRedis();
  if (redis === null) return { bench: 'servers', rows: [], failed: 'Redis is not installed' };
  const counts = [null, 1, 2, 3];
  const rounds: (Round & { redisCpuPer1000: number })[] = [];
  for (let round = 1; round <= settings.rounds; round += 1)
    for (const count of counts) {
      const subject = await startSangam({
        members: SOCKETS,
        postgres,
        ...(count === null ? {} : { servers: { count, redisUrl: redis.url } }),
      });
      const redisBeforeS = cpuSeconds(redis.pid());
      const row = await measure(subject, { seconds: settings.seconds, idle: false, postgres });
      rounds.push({
        ...row,
        subject: count === null ? 'one server, no Redis' : `${count} with Redis`,
        redisCpuPer1000: ((cpuSeconds(redis.pid()) - redisBeforeS) / row.acknowledged) * 1_000,
      });
      print(`round ${round}: ${rounds.at(-1)?.subject}: ${row.messagesPerSecond} messages/s`);
    }
  await redis.stop();

  const names = [...new Set(rounds.map((row) => row.subject))];
  const rateOf = (name: string) =>
    median(rounds.filter((row) => row.subject === name).map((row) => row.messagesPerSecond));
  const rateAlone = rateOf(names[0] ?? '');
  const rows = names.map((name) => {
    const ownRounds = rounds.filter((row) => row.subject === name);
    return {
      servers: name,
      'msg/s': rateOf(name),
      'of one alone': Number((rateOf(name) / rateAlone).toFixed(2)),
      'delivery p99 ms': median(ownRounds.map((row) => row.deliveryP99Ms)),
      'CPU s/1000 servers': Number(median(ownRounds.map((row) => row.serverCpuPer1000)).toFixed(3)),
      'CPU s/1000 Redis': Number(median(ownRounds.map((row) => row.redisCpuPer1000)).toFixed(3)),
      lost: ownRounds.reduce((sum, row) => sum + (row.lost ?? 0), 0),
    };
  });
  printTable(rows);
  const lost = rows.reduce((sum, row) => sum + row.lost, 0);
  return { bench: 'servers', rows, ...(lost > 0 ? { failed: `${lost} acknowledged messages are lost` } : {}) };
}
