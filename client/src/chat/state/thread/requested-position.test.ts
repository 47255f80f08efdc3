import { afterEach, expect, it, vi } from 'vitest';
import { resetStores } from '../../../core/store/reset';
import { fakeServer } from '../../../testing/fake-server';
import { KEY, ME, message, OTHER, threadServer } from '../../../testing/samples';
import { followEnd } from '../../sync/scroll-thread';
import { isTargetMissing, openThread, syncThread } from '../../sync/thread-sync';
import { applyMessage, useThreads } from './threads';
import { hasMessage, newestSeq, oldestSeq } from './threads.reduce';

/** The conversation has this many messages when a schedule begins; all from FIRST_UNREAD on are unread. */
const MESSAGES = 300;
const FIRST_UNREAD = 150;

const thread = () => useThreads.getState().byId[KEY];

type Step = (world: World) => unknown;
interface World {
  total: number;
  /** The message that the reader asked for last; null: the start or the end. */
  asked: number | null;
  /** True once it was on screen. */
  isShown: boolean;
  missing: number[];
}

const open =
  (target: number | null): Step =>
  async (world) => {
    Object.assign(world, { asked: target, isShown: false });
    await openThread(KEY, target);
    if (target !== null && isTargetMissing(KEY, target)) world.missing.push(target);
  };
const end: Step = (world) => {
  Object.assign(world, { asked: null, isShown: false });
  return followEnd(KEY);
};
/** A refresh. The answer to an earlier one may still arrive after it. */
const refresh: Step = () => syncThread(KEY);
/** A live message after a lost one, so that there is a gap. */
const live: Step = (world) => {
  world.total += 2;
  return applyMessage(message(world.total, { sender_id: OTHER, receiver_id: ME }), ME) && syncThread(KEY);
};

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve, 0));
};

/**
 * Runs the steps in order, with the answers of the server in between, as `choices` says: 0 is the next step, n the
 * n-th outstanding answer. Returns how many possibilities each choice had.
 */
async function run(steps: readonly Step[], choices: readonly number[], isUnread: boolean): Promise<number[]> {
  resetStores();
  const world: World = { total: MESSAGES, asked: null, isShown: false, missing: [] };
  const held: (() => void)[] = [];
  const pages = threadServer(
    () => world.total,
    () => (isUnread ? FIRST_UNREAD : null),
  );
  fakeServer({
    'GET /api/messages/c/:conversationId': (call) => {
      const answer = pages(call);
      return new Promise((resolve) => held.push(() => resolve(answer)));
    },
  });
  const stop = useThreads.subscribe(() => {
    const now = thread();
    if (world.asked === null || now === undefined || now.target !== world.asked) {
      expect(world.isShown, 'a loader took the asked place off the screen').toBe(false);
      return;
    }
    expect(hasMessage(now, world.asked)).toBe(true);
    world.isShown = true;
  });
  const left = [...steps];
  const counts: number[] = [];
  const works: unknown[] = [];
  for (let at = 0; ; at += 1) {
    await turns();
    const options: (() => unknown)[] = [];
    const [step] = left;
    if (step) options.push(() => works.push(left.shift()?.(world)));
    for (const answer of held) options.push(() => held.splice(held.indexOf(answer), 1)[0]?.());
    if (options.length === 0) break;
    counts.push(options.length);
    options[choices[at] ?? 0]?.();
  }
  stop();
  await Promise.all(works);
  const now = thread();
  if (now === undefined) throw new Error('not loaded');
  expect(now.messages.every((each, index) => each.seq === oldestSeq(now) + index)).toBe(true);
  expect(world.missing).toEqual([]);
  expect([now.lastSeq, now.newer, now.older]).toEqual([world.total, 'idle', 'idle']);
  if (world.asked !== null) expect([now.target, hasMessage(now, world.asked)]).toEqual([world.asked, true]);
  else expect(now.target).toBeNull();
  if (now.follows) expect(newestSeq(now)).toBe(world.total);
  return counts;
}

/** Runs every order of steps and answers, up to `max`. */
async function everyOrder(steps: readonly Step[], isUnread = false, max = 400): Promise<number> {
  let choices: number[] = [];
  for (let runs = 1; ; runs += 1) {
    const counts = await run(steps, choices, isUnread);
    // Advances to the next combination, like an odometer.
    const next = counts.map((_, at) => choices[at] ?? 0);
    let at = next.length - 1;
    while (at >= 0 && (next[at] ?? 0) + 1 >= (counts[at] ?? 0)) at -= 1;
    if (at < 0 || runs >= max) return runs;
    choices = [...next.slice(0, at), (next[at] ?? 0) + 1];
  }
}

afterEach(() => vi.unstubAllGlobals());

const cases: [name: string, steps: Step[], isUnread?: boolean][] = [
  ['a permalink, with a refresh before and after it', [refresh, open(100), refresh]],
  ['a permalink, with a newer message and a refresh', [open(100), live, refresh]],
  ['a permalink above unread messages', [refresh, open(40), live, refresh], true],
  ['a pin while the conversation opens', [open(null), open(60), refresh]],
  ['a pin while a conversation with unread messages opens', [open(null), open(280), refresh], true],
  ['a quote in the messages around a pin, and another pin', [open(60), open(65), open(200)]],
  ['a search result in an open conversation, with a newer message', [open(null), live, open(20)]],
  ['the way to the end while a permalink loads', [open(100), end]],
  ['the way to the end of a loaded conversation while a pin loads', [open(null), open(40), end, live]],
  ['a permalink while the end loads', [open(100), end, live, open(30)]],
  ['the unread divider, with a newer message and a refresh', [open(null), live, refresh], true],
];

it.each(cases)(
  'opens at the place asked for last in any order of answers: %s',
  async (_, steps, isUnread) => {
    const orders = await everyOrder(steps, isUnread);
    expect(orders).toBeGreaterThan(2);
  },
  30_000,
);

it('keeps the unread divider through a refresh that comes between its two pages', async () => {
  const starts: (number | undefined)[] = [];
  for (const order of [
    [0, 0, 1, 1],
    [0, 1, 0, 1],
  ]) {
    await run([open(null), live, refresh], order, true);
    starts.push(thread()?.unread?.from);
  }
  expect(starts).toEqual([FIRST_UNREAD - 1, FIRST_UNREAD - 1]);
});
