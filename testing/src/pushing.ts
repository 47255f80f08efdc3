import { PUSHED_AFTER_MS } from '@sangam/shared/notices/quiet-hours-and-mutes';
import { shiftedClock } from './clocks.js';
import { eventually } from './eventually.js';
import { openPushService } from './push-service.js';
import { startTestServer, type TestMember } from './test-server.js';

export type Pushing = Awaited<ReturnType<typeof startPushing>>;

/** Starts a server with its own push service, and a clock that can be advanced until pushes are due. */
export async function startPushing() {
  const clock = shiftedClock();
  const service = await openPushService();
  const options = {
    clock,
    webPushNetwork: service.network,
    // So long that a push that a test holds back, or a busy machine delays, isn't abandoned and sent again.
    timings: { jobs: { pollMs: 100, retryFirstMs: 20 }, push: { gatherMs: 20, answeredWithinMs: 600_000 } },
  };
  const server = await startTestServer(options);
  /** Returns the queued pushes. */
  const jobs = async () =>
    (await server.database.pool.query("SELECT * FROM jobs WHERE kind LIKE 'push%' AND failed_at IS NULL")).rows;
  const advance = (ms: number) => {
    clock.aheadMs += ms;
  };
  return {
    service,
    server,
    clock,
    /** The options for another server. */
    options,
    jobs,
    advance,
    /** Subscribes a new device of the member. */
    async subscribe(member: Pick<TestMember, 'token'>, showsText = false) {
      const device = service.subscribe(showsText);
      const { status } = await server.call('PUT /api/push', member.token, device.body);
      if (status !== 200) throw new Error(`the subscription was answered with ${status}`);
      return device;
    },
    /** Makes queued pushes due and waits until they are done. */
    async pass() {
      await eventually(async () => {
        if ((await jobs()).length === 0) throw new Error('no push is queued');
      });
      advance(PUSHED_AFTER_MS);
      await eventually(async () => {
        const left = await jobs();
        if (left.length > 0) throw new Error(`pushes are still queued: ${JSON.stringify(left)}`);
      });
    },
    async close() {
      await server.close();
      await service.close();
    },
  };
}
