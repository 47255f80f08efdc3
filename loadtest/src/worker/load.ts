import { setTimeout as sleep } from 'node:timers/promises';
import { type Operation, pickOperation } from '../mix.js';
import type { Member } from './member.js';
import { operate } from './operations.js';
import type { WorkerContext } from './worker-context.js';

/** Connects the members one after the other over the ramp, and runs operations until `stop` is aborted. */
export async function runLoad(context: WorkerContext, stop: AbortSignal): Promise<void> {
  const { plan, members, telemetry } = context;
  const startMs = performance.now();
  const connect = async (member: Member) => {
    const dueMs = startMs + (plan.rampMs * member.index) / members.length;
    await sleep(Math.max(0, dueMs - performance.now()));
    if (stop.aborted) return;
    await member.socket.open();
    telemetry.timed('connect', performance.now() - dueMs);
    if (plan.ratePerSecond === null) await runClosedLoop(context, member, stop);
  };
  const connecting = members.map(connect);
  if (plan.ratePerSecond === null) await Promise.all(connecting);
  else await runOpenLoop(context, plan.ratePerSecond * (members.length / plan.users), startMs, stop);
}

/** One member: the next operation starts when the last is answered. */
async function runClosedLoop(context: WorkerContext, member: Member, stop: AbortSignal): Promise<void> {
  const { plan, random } = context;
  while (!stop.aborted) {
    await perform(pickOperation(plan.mix, random), context, member, performance.now());
    // Without a pause, too, the other members get their turn.
    await (plan.thinkMs > 0 ? sleep(plan.thinkMs) : new Promise(setImmediate));
  }
}

/**
 * All members: operations are due at random moments that do not depend on the server. One that starts late because of it
 * counts as slow, and is not postponed.
 */
async function runOpenLoop(
  context: WorkerContext,
  perSecond: number,
  startMs: number,
  stop: AbortSignal,
): Promise<void> {
  const { plan, members, random } = context;
  let dueMs = startMs;
  while (!stop.aborted) {
    dueMs += random.gapMs(perSecond);
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    // During the ramp the rate grows with the members that have connected.
    if (random.next() * plan.rampMs > dueMs - startMs) continue;
    const present = Math.max(
      2,
      Math.min(members.length, Math.floor(((dueMs - startMs) / plan.rampMs) * members.length)),
    );
    const member = pickConnected(context, plan.rampMs > 0 ? present : members.length);
    // A timer may fire a moment early; then the latency counts from that moment.
    const countsFromMs = Math.min(dueMs, performance.now());
    if (!stop.aborted) void perform(pickOperation(plan.mix, random), context, member, countsFromMs);
  }
}

const TRIES = 5;

/** One of the first `count` members; a connected one if one is found in a few tries. */
function pickConnected({ members, random }: WorkerContext, count: number): Member {
  let member = random.pick(members);
  for (let tries = 0; tries < TRIES; tries += 1) {
    member = members[random.below(count)] ?? member;
    if (member.socket.connectionNumber() !== null) return member;
  }
  return member;
}

async function perform(operation: Operation, context: WorkerContext, member: Member, dueMs: number): Promise<void> {
  context.telemetry.started();
  await operate(operation, context, member, dueMs);
  context.telemetry.ended();
}
