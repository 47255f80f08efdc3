import type { HoursBody } from '@sangam/shared/people/hours/calls';
import { QUARTERS_OF_WEEK } from '@sangam/shared/people/hours/week';
import { beforeEach, expect, it } from 'vitest';
import { isSignedOut } from '../../../core/api/errors';
import { resetStores } from '../../../core/store/reset';
import { fakeServer } from '../../../testing/fake-server';
import { saveHours, useHours } from './hours';

beforeEach(resetStores);

const body = (day: 1 | 2): HoursBody => ({ hours: String(day - 1).repeat(QUARTERS_OF_WEEK), zone: 'Asia/Kolkata' });

it('saves the hours in the order in which they were entered', async () => {
  const { of } = fakeServer({ 'PUT /api/hours': () => ({ body: { success: true } }) });
  await Promise.all([saveHours(body(1)), saveHours(body(2))]);
  expect(of('PUT /api/hours').map((call) => call.body)).toEqual([body(1), body(2)]);
  expect(useHours.getState().data).toEqual({ hours: body(2) });
});

it('neither shows nor saves a member’s hours in the session of the next', async () => {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const { of } = fakeServer({ 'PUT /api/hours': () => released.then(() => ({ body: { success: true } })) });
  const saves = [saveHours(body(1)), saveHours(body(2))];
  await expect.poll(() => of('PUT /api/hours')).toHaveLength(1);
  resetStores();
  release();
  const [, later] = await Promise.all(saves);
  // An error with a text would show a toast to the next member.
  expect(later && isSignedOut(later)).toBe(true);
  expect(of('PUT /api/hours')).toHaveLength(1);
  expect(useHours.getState().data).toBeNull();
});
