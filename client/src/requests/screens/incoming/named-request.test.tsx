import { coreLimits } from '@sangam/shared/core/limits';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { joinRequest, member } from '../../../testing/samples';
import { incomingOfProject } from '../../state/incoming-of-project';
import { NamedRequest } from './NamedRequest';

const ANSWERS_AFTER_MS = 50;

/** Advances the time in steps, and renders after each. */
const pass = async (steps: number, ms: number) => {
  for (let step = 0; step < steps; step += 1) await act(() => vi.advanceTimersByTimeAsync(ms));
};

it('pauses before it asks a failing server for the next page again', async () => {
  vi.useFakeTimers();
  let isBusy = true;
  const page = (items: ReturnType<typeof joinRequest>[], has_more: boolean) => ({
    body: { success: true, data: { requests: items, has_more, total: 51 } },
  });
  const first = Array.from({ length: coreLimits.listPage }, (_, index) => joinRequest({ id: 90 - index }));
  const { of } = fakeServer({
    'GET /api/project-requests/incoming': async ({ query }) => {
      if (query.get('waitlist') === 'yes') return page([], false);
      if (query.get('before') === null) return page(first, true);
      await new Promise((resolve) => setTimeout(resolve, ANSWERS_AFTER_MS));
      return isBusy ? refusal(503, 'BUSY') : page([joinRequest({ id: 5 })], false);
    },
  });
  const { requests, waitlist } = incomingOfProject(7);
  await act(() => Promise.all([requests.load(), waitlist.load()]));
  show(<NamedRequest projectId={7} requestId={3} />, { as: member });
  const pagesAsked = () => of('GET /api/project-requests/incoming').filter(({ query }) => query.has('before')).length;
  await pass(12, ANSWERS_AFTER_MS);
  expect(pagesAsked()).toBe(1);
  // The request may be on the page that failed.
  expect(screen.queryByText('The request you opened is no longer pending.')).toBeNull();
  // The first pause is 2 to 3 s.
  await pass(5, 500);
  await pass(5, ANSWERS_AFTER_MS);
  expect(pagesAsked()).toBeLessThan(3);
  isBusy = false;
  await pass(6, 1_000);
  screen.getByText('The request you opened is no longer pending.');
  vi.useRealTimers();
});

it('says nothing about the request while a list has failed to load', async () => {
  fakeServer({ 'GET /api/project-requests/incoming': () => refusal(503, 'BUSY') });
  const { requests, waitlist } = incomingOfProject(7);
  await act(() => Promise.all([requests.load(), waitlist.load()]));
  show(<NamedRequest projectId={7} requestId={3} />, { as: member });
  expect(screen.queryByText('The request you opened is no longer pending.')).toBeNull();
});
