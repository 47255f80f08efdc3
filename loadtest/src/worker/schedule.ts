import { type Operation, pickOperation } from '../mix.js';
import { sleep } from '../rest.js';
import type { Circle } from './circle.js';
import type { Member } from './member.js';
import { operate } from './operations.js';

/** Lets the circle's users come, one after the other over the ramp, and work until `stop` is aborted. */
export async function work(circle: Circle, stop: AbortSignal): Promise<void> {
  const { plan, members, telemetry } = circle;
  const startMs = performance.now();
  const come = async (member: Member) => {
    const dueMs = startMs + (plan.rampMs * member.index) / members.length;
    await sleep(dueMs - performance.now());
    if (stop.aborted) return;
    await member.session.open();
    telemetry.timed('connect', performance.now() - dueMs);
    if (plan.ratePerSecond === null) await workClosed(circle, member, stop);
  };
  const coming = members.map(come);
  if (plan.ratePerSecond === null) await Promise.all(coming);
  else await workOpen(circle, plan.ratePerSecond * (members.length / plan.users), startMs, stop);
}

/** The next operation when the last was answered. */
async function workClosed(circle: Circle, member: Member, stop: AbortSignal): Promise<void> {
  const { plan, random } = circle;
  while (!stop.aborted) {
    await perform(pickOperation(plan.mix, random), circle, member, performance.now());
    // Also without a pause, somebody else gets their turn.
    await (plan.thinkMs > 0 ? sleep(plan.thinkMs) : new Promise(setImmediate));
  }
}

/**
 * Operations at random moments that were fixed before: whatever the server does, the next one is due when it is due, and
 * what starts late for it counts as slow, not as later.
 */
async function workOpen(circle: Circle, perSecond: number, startMs: number, stop: AbortSignal): Promise<void> {
  const { plan, members, random } = circle;
  let dueMs = startMs;
  while (!stop.aborted) {
    dueMs += random.gapMs(perSecond);
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    // Over the ramp the rate grows with those who are there.
    if (random.next() * plan.rampMs > dueMs - startMs) continue;
    const present = Math.max(
      2,
      Math.min(members.length, Math.floor(((dueMs - startMs) / plan.rampMs) * members.length)),
    );
    const member = pickConnected(circle, plan.rampMs > 0 ? present : members.length);
    // A timer may fire a moment early: then the operation counts from there.
    const countsFromMs = Math.min(dueMs, performance.now());
    if (!stop.aborted) void perform(pickOperation(plan.mix, random), circle, member, countsFromMs);
  }
}

const TRIES = 5;

/** One of the first `count` members, with a connection if one is found soon. */
function pickConnected({ members, random }: Circle, count: number): Member {
  let member = random.pick(members);
  for (let tries = 0; tries < TRIES; tries += 1) {
    member = members[random.below(count)] ?? member;
    if (member.session.connection() !== null) return member;
  }
  return member;
}

async function perform(operation: Operation, circle: Circle, member: Member, dueMs: number): Promise<void> {
  circle.telemetry.began();
  await operate(operation, circle, member, dueMs);
  circle.telemetry.ended();
}
