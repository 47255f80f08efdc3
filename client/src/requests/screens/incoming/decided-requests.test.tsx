import { dayMs } from '@sangam/shared/core/limits';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { joinRequest, ME, member } from '../../../testing/samples';
import { requests } from '../../state/requests';
import { DecidedRequests } from './DecidedRequests';

const decided_at = '2026-01-02T00:00:00.000Z';
const asked = (id: number, change: object) =>
  joinRequest({ id, creator_id: ME, user_name: `Member ${id}`, status: 'rejected', decided_at, ...change });
const page = (list: object[], total = list.length, has_more = false) => ({
  body: { success: true, data: { requests: list, total, has_more } },
});
const row = (name: string) => within(screen.getByRole('heading', { name }).closest('article') as HTMLElement);

it('a creator reads decided requests: outcome, message, answers and reason, and reopens one', async () => {
  const reopen_until = new Date(Date.now() + dayMs).toISOString();
  const rejected = asked(5, {
    decline_reason: 'other_skills',
    end_word: 'Sorry',
    message: 'Let me in',
    reopen_until,
    answers: [{ question: 'Why?', answer: 'Because' }],
  });
  const { of } = fakeServer({
    'GET /api/project-requests/decided': () =>
      page([
        rejected,
        asked(4, { status: 'withdrawn', offer_declined: true }),
        asked(3, { user_name: FORMER_MEMBER, user_gone: true }),
      ]),
    'POST /api/project-requests/:id/reopen': () => ({
      body: { success: true, data: { request: { ...rejected, status: 'pending' } } },
    }),
  });
  const user = show(<DecidedRequests projectId={7} />, { as: member });
  expect(of('GET /api/project-requests/decided')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Show decided requests' }));
  await screen.findByText('Let me in');
  expect(of('GET /api/project-requests/decided')[0]?.query.get('project_id')).toBe('7');
  const first = row('Member 5');
  for (const text of ['Rejected', 'Because']) first.getByText(text);
  expect(first.getByText('Reason').nextSibling?.textContent).toBe('Other skills are needed');
  expect(first.getByText('Note to the applicant').nextSibling?.textContent).toBe('Sorry');
  row('Member 4').getByText('Seat declined');
  expect(row(FORMER_MEMBER).queryByRole('link', { name: /^Message/u })).toBeNull();
  await user.click(first.getByRole('button', { name: 'Reopen Member 5’s request' }));
  await waitFor(() => row('Member 5').getByText('Reopened'));
});

it('loads more below the first page, and shows new decisions at once', async () => {
  const { of } = fakeServer({
    'GET /api/project-requests/decided': ({ query }) =>
      query.get('before') === null ? page([asked(30, {})], 12, true) : page([asked(2, {})], 12),
  });
  const user = show(<DecidedRequests projectId={null} />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Show decided requests' }));
  await screen.findByRole('heading', { name: 'Member 2' });
  expect(of('GET /api/project-requests/decided').at(-1)?.query.get('before')).toBe('30');
  act(() => requests.upsert(asked(40, { status: 'accepted' })));
  row('Member 40').getByText('Accepted');
  act(() => requests.upsert(asked(41, { status: 'withdrawn', ended_by: 'removed', end_word: 'Weekends' })));
  expect(row('Member 41').getByText('Note to the member').nextSibling?.textContent).toBe('Weekends');
});

it('says of a request that ended with the project only that it ended, since the words stand beside the applicant’s name', async () => {
  const withProject = { status: 'withdrawn', ended_by: 'project_deleted' };
  fakeServer({ 'GET /api/project-requests/decided': () => page([asked(5, withProject)]) });
  const user = show(<DecidedRequests projectId={7} />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Show decided requests' }));
  await screen.findByRole('heading', { name: 'Member 5' });
  row('Member 5').getByText('Ended');
});
