import { beforeEach, expect, it, vi } from 'vitest';
import { resetStores } from './reset';
import { catchUpShownLists, noteGap, readAhead, refreshShownLists, showLists } from './shown-lists';

beforeEach(resetStores);

const createShown = (...answers: boolean[]) => ({ load: vi.fn(async () => answers.shift() ?? true) });

it('reads a list again only after a gap that began later than its read', async () => {
  const list = createShown();
  showLists([list]);
  expect(await catchUpShownLists()).toBe(true);
  expect(list.load).toHaveBeenCalledTimes(1);
  noteGap();
  await catchUpShownLists();
  await catchUpShownLists();
  expect(list.load).toHaveBeenCalledTimes(2);
});

it('reads a list again that was requested before the gap and answered after it', async () => {
  let answer: (came: boolean) => void = () => undefined;
  const load = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
  showLists([{ load }]);
  noteGap();
  answer(true);
  const caughtUp = catchUpShownLists();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  answer(true);
  expect(await caughtUp).toBe(true);
});

it('reads a list again whose read has failed', async () => {
  const list = createShown(false, false);
  showLists([list]);
  expect(await catchUpShownLists()).toBe(false);
  expect(await catchUpShownLists()).toBe(true);
  expect(list.load).toHaveBeenCalledTimes(3);
});

it('does not read a list again that was read ahead for its component, unless there was a gap', async () => {
  const [list, late] = [createShown(), createShown()];
  await readAhead(list);
  showLists([list]);
  await readAhead(late);
  noteGap();
  showLists([late]);
  expect([list.load, late.load].map((load) => load.mock.calls.length)).toEqual([1, 2]);
});

it('reads a list again for its component if reading it ahead has failed', async () => {
  const list = createShown(false, true);
  await readAhead(list);
  showLists([list]);
  expect(list.load).toHaveBeenCalledTimes(2);
});

it('reads only lists that are still on screen', async () => {
  const list = createShown();
  showLists([list])();
  await refreshShownLists();
  expect(list.load).toHaveBeenCalledTimes(1);
});

it('reads a list as long as one of several components shows it', async () => {
  const list = createShown();
  const lists = [list];
  const [hide, hideOther] = [showLists(lists), showLists(lists)];
  hide();
  await refreshShownLists();
  expect(list.load).toHaveBeenCalledTimes(3);
  hideOther();
  await refreshShownLists();
  expect(list.load).toHaveBeenCalledTimes(3);
});

it('keeps what the next member’s screens show when one of the last member leaves', async () => {
  const list = createShown();
  const hide = showLists([list]);
  resetStores();
  showLists([list]);
  hide();
  await refreshShownLists();
  expect(list.load).toHaveBeenCalledTimes(3);
});

it('reads nothing again for a member who has logged out', async () => {
  let answer: (came: boolean) => void = () => undefined;
  const load = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
  showLists([{ load }]);
  const caughtUp = catchUpShownLists();
  resetStores();
  answer(false);
  await caughtUp;
  expect(load).toHaveBeenCalledTimes(1);
});
