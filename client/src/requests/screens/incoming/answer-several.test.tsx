import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { projects } from '../../../projects/state/project-table';
import { fakeServer, type refusal } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { joinRequest, member, project } from '../../../testing/samples';
import { JoinRequestsPanel } from './JoinRequestsPanel';

type Reply = ReturnType<typeof refusal>;
const ok = (data: object): Reply => ({ body: { success: true, data } });
const asha = joinRequest({ id: 5, user_name: 'Asha', message: 'I can solder.' });
const bina = joinRequest({ id: 6, user_name: 'Bina' });
const chitra = joinRequest({ id: 8, user_name: 'Chitra' });
const box = (name: string) => within(screen.getByRole('dialog')).getByRole('checkbox', { name });
const button = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });

const note = () => screen.getByLabelText('Note to each of them (optional)');

/** The panel of a project with three pending requests, and its dialog. Without a free seat, it offers the waitlist as well. */
async function open(
  change: Parameters<typeof project>[1],
  answers: Record<string, () => Reply | 'network'>,
  act: 'Reject' | 'Answer' = 'Reject',
) {
  const { of } = fakeServer({
    'GET /api/project-requests/incoming': () => ok({ requests: [chitra, bina, asha], has_more: false, total: 3 }),
    ...answers,
  });
  const it = project(7, change);
  projects.upsert(it);
  const user = show(<JoinRequestsPanel project={it} teamSkills={[]} />, { as: member });
  await user.click(await screen.findByRole('button', { name: `${act} several` }));
  const dialog = await screen.findByRole('dialog', { name: `${act} several requests` });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  return { of, user };
}

it('rejects the selected requests with one reason and note', async () => {
  const decided = [asha, chitra].map((request) => ({ ...request, status: 'rejected' as const }));
  const { of, user } = await open({}, { 'POST /api/project-requests/rejections': () => ok({ requests: decided }) });
  expect(button('Reject requests')).toHaveProperty('disabled', true);
  within(screen.getByRole('dialog')).getByText('I can solder.');
  expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Add to waitlist' })).toBeNull();
  await user.click(box('Select all 3'));
  button('Reject 3 requests');
  await user.click(box('Bina'));
  await user.click(screen.getByRole('radio', { name: 'Other skills are needed' }));
  await user.click(note());
  await user.paste('Thank you.');
  await user.click(button('Reject 2 requests'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [sent] = of('POST /api/project-requests/rejections');
  expect(sent?.body).toEqual({
    request_ids: expect.toSatisfy((ids: number[]) => ids.toSorted().join() === '5,8'),
    reason: 'other_skills',
    word: 'Thank you.',
  });
  await screen.findByText('1 pending request');
});

it('adds the selected requests to the waitlist of a full project, and suggests its reason for a rejection', async () => {
  const placed = [{ ...asha, place: 1 }];
  const { of, user } = await open(
    { max_members: 2, current_members: 2, member_count: 2 },
    { 'POST /api/project-requests/line': () => ok({ requests: placed }) },
    'Answer',
  );
  expect(screen.getByRole('radio', { name: 'The seats are taken' })).toHaveProperty('checked', true);
  await user.click(box('Asha'));
  await user.click(button('Add to waitlist'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(of('POST /api/project-requests/line').map(({ body }) => body)).toEqual([{ request_ids: [5] }]);
  await screen.findByText('2 pending requests');
});

it('keeps the selection and the note after a failure', async () => {
  const { user } = await open({}, { 'POST /api/project-requests/rejections': () => 'network' });
  await user.click(box('Bina'));
  await user.click(note());
  await user.paste('Thank you.');
  await user.click(button('Reject 1 request'));
  await waitFor(() => expect(button('Reject 1 request').getAttribute('aria-busy')).toBeNull());
  expect(box('Bina')).toHaveProperty('checked', true);
  expect(note()).toHaveProperty('value', 'Thank you.');
});

it('is offered only while several requests are pending, though the answered ones stay in sight', async () => {
  const decided = [asha, bina, chitra].map((request) => ({ ...request, status: 'rejected' as const }));
  const { user } = await open({}, { 'POST /api/project-requests/rejections': () => ok({ requests: decided }) });
  await user.click(box('Select all 3'));
  await user.click(button('Reject 3 requests'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByText('Chitra');
  expect(screen.queryByRole('button', { name: 'Reject several' })).toBeNull();
});

it('after a failure, removes answered requests, fetches the page again, and closes once none is left', async () => {
  let pending = [chitra, bina, asha];
  const { of, user } = await open(
    {},
    {
      'GET /api/project-requests/incoming': () => ok({ requests: pending, has_more: false, total: pending.length }),
      'POST /api/project-requests/rejections': () => ({
        status: 404,
        body: { success: false, code: 'NOT_FOUND', message: 'Not found.' },
      }),
    },
  );
  await user.click(box('Select all 3'));
  pending = [chitra, bina];
  await user.click(button('Reject 3 requests'));
  await waitFor(() => expect(within(screen.getByRole('dialog')).queryByRole('checkbox', { name: 'Asha' })).toBeNull());
  pending = [];
  await user.click(button('Reject 2 requests'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(
    of('POST /api/project-requests/rejections').map(
      ({ body }) => (body as { request_ids: number[] }).request_ids.length,
    ),
  ).toEqual([3, 2]);
});

it('says how many were answered in the meantime', async () => {
  const withdrawn = [asha, bina].map((request) => ({ ...request, status: 'withdrawn' as const }));
  const { user } = await open({}, { 'POST /api/project-requests/rejections': () => ok({ requests: withdrawn }) });
  await user.click(box('Asha'));
  await user.click(box('Bina'));
  await user.click(button('Reject 2 requests'));
  await screen.findByText('2 requests were answered or withdrawn in the meantime');
});

it('says why selected requests can’t be added to the waitlist', async () => {
  const roles = [{ id: 3, name: 'Backend', seats: 1, taken: 1, skills: [] }];
  const { user } = await open(
    { max_members: 4, current_members: 2, member_count: 2, roles },
    {
      'GET /api/project-requests/incoming': () =>
        ok({ requests: [{ ...asha, role_id: 3, role_name: 'Backend' }, bina], has_more: false, total: 2 }),
    },
    'Answer',
  );
  await user.click(box('Asha as Backend'));
  expect(button('Add to waitlist')).toHaveProperty('disabled', false);
  await user.click(box('Bina'));
  expect(button('Add to waitlist')).toHaveProperty('disabled', true);
  within(screen.getByRole('dialog')).getByText('A seat is free for Bina. Deselect them to use the waitlist.');
});
