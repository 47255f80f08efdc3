import type { OwnHours } from '@sangam/shared/people/hours/calls';
import { emptyWeek, withQuarters } from '@sangam/shared/people/hours/week';
import { beforeEach, expect, it } from 'vitest';
import { isSignedOut } from '../../../core/api/errors';
import { ready } from '../../../core/store/loadable';
import { resetStores } from '../../../core/store/reset';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { saveHours, useHours } from './hours';
import { changeSince, changeTo, noChange, withChange } from './hours-change';

beforeEach(resetStores);

const zone = 'Asia/Kolkata';
const week = (...quarters: number[]) => withQuarters(emptyWeek, quarters);
const free = (...quarters: number[]) => changeTo(noChange, emptyWeek, week(...quarters));
const answered = (data: OwnHours) => ({ body: { success: true, data } });

/** A server with these hours, that stores changes made on its newest version and refuses others. */
function versioned(stored: OwnHours & { version: number }) {
  let newest = stored;
  const store = ({ query, body }: { query: URLSearchParams; body: unknown }) => {
    if (Number(query.get('version')) !== newest.version) return refusal(409, 'CHOICES_CHANGED');
    newest = { hours: body as OwnHours['hours'], version: newest.version + 1 };
    return answered(newest);
  };
  return { store, newest: () => newest, read: () => answered(newest) };
}

it('saves changes in the order in which they were made, each on the newest version', async () => {
  const { store, newest } = versioned({ hours: null, version: 0 });
  const { of } = fakeServer({ 'PUT /api/hours': store });
  useHours.setState(ready({ hours: null, version: 0 }));
  await Promise.all([saveHours({ ...free(1), zone }), saveHours(free(2))]);
  expect(of('PUT /api/hours').map(({ body }) => body)).toEqual([
    { hours: week(1), zone },
    { hours: week(1, 2), zone },
  ]);
  expect(useHours.getState().data).toEqual(newest());
});

it('joins its changes with those of another device', async () => {
  const { store, newest, read } = versioned({ hours: { hours: week(5, 6), zone: 'Asia/Dubai' }, version: 7 });
  fakeServer({ 'PUT /api/hours': store, 'GET /api/hours': read });
  // As of before the other device added 6, cleared 7, and moved to Dubai.
  useHours.setState(ready({ hours: { hours: week(5, 7), zone }, version: 4 }));
  const saved = await saveHours(changeTo(noChange, week(5, 7), week(7, 8)));
  expect(saved.ok && saved.value).toEqual({ hours: { hours: week(6, 8), zone: 'Asia/Dubai' }, version: 8 });
  expect(newest().version).toBe(8);
});

it('repeats a change whose answer was lost without undoing what came after it', async () => {
  const { store, newest, read } = versioned({ hours: { hours: week(), zone }, version: 1 });
  useHours.setState(ready({ hours: { hours: week(), zone }, version: 1 }));
  fakeServer({
    'PUT /api/hours': (call) => {
      const isFirst = newest().version === 1;
      const answer = store(call);
      return isFirst ? 'network' : answer;
    },
    'GET /api/hours': read,
  });
  expect((await saveHours(free(1))).ok).toBe(false);
  store({ query: new URLSearchParams({ version: '2' }), body: { hours: week(1, 9), zone } });
  expect((await saveHours(free(1))).ok).toBe(true);
  expect(newest().hours).toEqual({ hours: week(1, 9), zone });
});

it('keeps a change made while another was being saved, even one back to the saved value', () => {
  const stored = { hours: week(1), zone };
  const sent = changeTo(noChange, stored.hours, week(1, 2, 3));
  const later = changeTo(sent, week(1, 2, 3), week(1, 3, 4));
  const since = changeSince(sent, later);
  // Another device's 9 was stored as well.
  expect(withChange({ hours: week(1, 2, 3, 9), zone }, since)).toEqual({ hours: week(1, 3, 4, 9), zone });
});

it('neither shows nor saves a member’s hours in the session of the next', async () => {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const { of } = fakeServer({ 'PUT /api/hours': () => released.then(() => answered({ hours: null })) });
  const saves = [saveHours(free(1)), saveHours(free(2))];
  await expect.poll(() => of('PUT /api/hours')).toHaveLength(1);
  resetStores();
  release();
  const [, later] = await Promise.all(saves);
  // An error with a text would show a toast to the next member.
  expect(later && isSignedOut(later)).toBe(true);
  expect(of('PUT /api/hours')).toHaveLength(1);
  expect(useHours.getState().data).toBeNull();
});
