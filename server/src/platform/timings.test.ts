import { readFileSync } from 'node:fs';
import { coreLimits } from '@sangam/shared/core/limits';
import { describe, expect, it } from 'vitest';
import { defaultTimings } from './timings.js';

const { sockets, cluster, presence, redis, http, oauth, stop } = defaultTimings;

/** Tests about these timings run with shorter ones. Here the defaults add up to the promised times. */
describe('the default timings keep the promised time', () => {
  it('5 s until watchers see that a member has gone', () => {
    expect(presence.closeGraceMs + presence.flushMs).toBeLessThan(5_000);
  });

  it('20 s until they see that a device fell silent', () => {
    const closedMs = sockets.pingIntervalMs + sockets.pingTimeoutMs;
    expect(closedMs + presence.closeGraceMs + presence.flushMs).toBeLessThan(20_000);
  });

  it('15 s until a tab that wakes gives up its connection', () => {
    expect(sockets.pingIntervalMs + sockets.pingTimeoutMs).toBeLessThanOrEqual(coreLimits.pingMissedMs);
  });

  it('45 s until they see that a server was killed', () => {
    expect(presence.leaseMs + presence.leaseRenewMs).toBeLessThan(45_000);
    // A server that misses one renewal keeps its lease.
    expect(presence.leaseRenewMs * 2).toBeLessThan(presence.leaseMs);
  });

  it('75 s for which a report by REST counts', () => expect(presence.restLeaseMs).toBe(75_000));

  it('15 s until a socket ends whose session ended unnoticed', () => {
    expect(sockets.sessionRecheckMs).toBeLessThanOrEqual(15_000);
  });

  it('10 s until a dead Redis connection is noticed, 3 s for that of the rate limits', () => {
    expect(redis.heartbeat.everyMs + redis.heartbeat.withinMs).toBeLessThanOrEqual(10_000);
    expect(redis.limitsHeartbeat.everyMs + redis.limitsHeartbeat.withinMs).toBeLessThanOrEqual(3_000);
  });

  it('5 s until all clients refresh after Redis is back', () => {
    expect(redis.reconnectMaxMs + cluster.refreshSpreadMs).toBeLessThan(4_000);
  });

  it('a stop begins once two of the balancer’s checks have failed', () => {
    const config = readFileSync(new URL('../../../haproxy.cfg', import.meta.url), 'utf8');
    const [, inter, fastinter, fall] = /inter (\d+)s fastinter (\d+)ms fall (\d+)/u.exec(config)?.map(Number) ?? [];
    const noticedMs = (inter ?? 0) * 1_000 + (fastinter ?? 0) * ((fall ?? 0) - 1);
    expect(noticedMs).toBeGreaterThan(0);
    expect(stop.noticedAfterMs).toBeGreaterThanOrEqual(2 * noticedMs);
  });

  it('10 s for a stop, alone or with others', () => {
    const { noticedAfterMs, socketsCloseOverMs, messagesWithinMs, requestsEndWithinMs, jobsWithinMs } = stop;
    const { partsWithinMs, statementsEndWithinMs, stoppedWithinMs } = stop;
    const closedMs = (how: 'alone' | 'drained') =>
      2 * messagesWithinMs[how] +
      Math.max(requestsEndWithinMs[how], jobsWithinMs[how]) +
      partsWithinMs[how] +
      redis.closedWithinMs +
      statementsEndWithinMs;
    expect(closedMs('alone')).toBeLessThan(stoppedWithinMs);
    const drainedMs = noticedAfterMs + socketsCloseOverMs + sockets.drainStepMs + sockets.drainAnsweredWithinMs;
    expect(drainedMs + closedMs('drained')).toBeLessThan(stoppedWithinMs);
    expect(stoppedWithinMs).toBeLessThan(10_000);
  });

  it('10 s for headers, 30 s for a request, 10 s for a sign-in provider’s answer', () => {
    expect([http.headersTimeoutMs, http.requestTimeoutMs]).toEqual([10_000, 30_000]);
    expect(oauth.providerAnswersWithinMs).toBeLessThan(10_000);
  });
});
