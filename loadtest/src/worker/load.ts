import { setTimeout as sleep } from 'node:timers/promises';
import { type Operation, pickOperation } from '../plan.js';
import type { Member } from './member.js';
import { operate } from './operations.js';
import type { WorkerContext } from './worker-context.js';

/** Connects the members one after the other over the ramp, and runs operations until `stop` is aborted. */
export async function runLoad(context: WorkerContext, stop: AbortSignal): Promise<void> {
  const { plan, members, telemetry } = context;
  const startMs = performance.now();
  const connected: Member[] = [];
  const connect = async (member: Member) => {
    const dueMs = startMs + (plan.rampMs * member.index) / members.length;
    await sleep(Math.max(0, dueMs - performance.now()));
    if (stop.aborted) return;
    await member.socket.open();
    connected.push(member);
    telemetry.timed('connect', performance.now() - dueMs);
    if (plan.ratePerSecond === null) await runClosedLoop(context, member, stop);
  };
  const connecting = members.map(connect);
  if (plan.ratePerSecond === null) await Promise.all(connecting);
  else
    await runOpenLoop(
      context,
      connected,
      { perSecond: plan.ratePerSecond * (members.length / plan.users), startMs },
      stop,
    );
}

/** One member: the next operation starts when the last is answered. */
async function runClosedLoop(context: WorkerContext, member: Member, stop: AbortSignal): Promise<void> {
  const { plan, random } = context;
  while (!stop.aborted) {
    await perform(pickOperation(plan.mix, random), context, member, performance.now());
    // Gives the other members their turn, even without a pause.
    await (plan.thinkMs > 0 ? sleep(plan.thinkMs) : new Promise(setImmediate));
  }
}

/**
 * Operations are due at random moments that do not depend on the server. One that starts late because of the server counts as slow.
 * `connected`: the members that have connected so far; only they operate.
 */
async function runOpenLoop(
  context: WorkerContext,
  connected: readonly Member[],
  { perSecond, startMs }: { perSecond: number; startMs: number },
  stop: AbortSignal,
): Promise<void> {
  const { plan, random } = context;
  let dueMs = startMs;
  while (!stop.aborted) {
    dueMs += random.gapMs(perSecond);
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    // During the ramp the rate grows with the members that were due to connect.
    if (connected.length === 0 || random.next() * plan.rampMs > dueMs - startMs) continue;
    const member = pickConnected(context, connected);
    // A timer may fire a moment early; then the latency counts from that moment.
    const countsFromMs = Math.min(dueMs, performance.now());
    if (!stop.aborted) void perform(pickOperation(plan.mix, random), context, member, countsFromMs);
  }
}

const TRIES = 5;

/** Picks a member, preferably one that is connected now. */
function pickConnected({ random }: WorkerContext, connected: readonly Member[]): Member {
  let member = random.pick(connected);
  for (let attempt = 1; attempt < TRIES && member.socket.connectionNumber() === null; attempt += 1)
    member = random.pick(connected);
  return member;
}

async function perform(operation: Operation, context: WorkerContext, member: Member, dueMs: number): Promise<void> {
  context.telemetry.started();
  await operate(operation, context, member, dueMs);
  context.telemetry.ended();
}
