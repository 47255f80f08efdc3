import { dayMs } from '@sangam/shared/core/limits';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { moment } from '../../../core/store/table';
import { nowMs } from '../../../lib/clock';
import { localDay } from '../../../lib/text/local-time';
import { rename } from '../../../people/state/members';
import { projects } from '../../../projects/state/project-table';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { joinRequest, ME, member, OTHER, project } from '../../../testing/samples';
import { incomingOfProject } from '../../state/incoming-of-project';
import { requests } from '../../state/requests';
import { WaitlistPanel } from '../incoming/WaitlistPanel';
import { RequestRow } from './own-requests';

const inDays = (days: number): string => new Date(nowMs() + days * dayMs).toISOString();
const shown = (time: string): string => time.replaceAll('\u00a0', ' ');
const ends = inDays(3);
const endsAfterStaying = inDays(33);
const waiting = joinRequest({
  user_id: ME,
  creator_id: OTHER,
  project_title: 'Rover',
  place: 2,
  waits_until: ends,
});
const row = (change: object = {}) => joinRequest({ ...waiting, ...change });

/** The row as My work and the conversation show it. */
function Row() {
  const request = requests.use(({ byId }) => byId[waiting.id]);
  return <RequestRow request={{ ...waiting, ...request }} />;
}

it('an applicant on the waitlist sees their place and when it ends, and can stay or withdraw', async () => {
  let reply: ReturnType<typeof refusal> = {
    body: { success: true, data: { request: row({ waits_until: endsAfterStaying }) } },
  };
  const { of } = fakeServer({
    'PUT /api/project-requests/:id/wait': () => reply,
    'GET /api/project-requests/mine': () => ({
      body: { success: true, data: { requests: [], total: 0, has_more: false } },
    }),
  });
  requests.merge([waiting], moment());
  const user = show(<Row />, { as: member });
  screen.getByText('On the waitlist');
  screen.getByText(
    new RegExp(`^2nd on the waitlist\\..* You stay on the waitlist until ${shown(localDay(ends))}`, 'u'),
  );
  screen.getByRole('button', { name: 'Withdraw the request to join Rover' });
  await user.click(screen.getByRole('button', { name: 'Still interested in Rover' }));
  await screen.findByText(`You stay on the waitlist until ${shown(localDay(endsAfterStaying))}`);
  screen.getByText(
    new RegExp(`^2nd on the waitlist\\..* You stay on the waitlist until ${shown(localDay(endsAfterStaying))}`, 'u'),
  );
  expect(of('PUT /api/project-requests/:id/wait')).toHaveLength(1);

  reply = refusal(409, 'WAITLIST_LAPSED', 'Your time on this waitlist is over. You can ask to join again.');
  await user.click(screen.getByRole('button', { name: 'Still interested in Rover' }));
  await screen.findByText('Your time on this waitlist is over. You can ask to join again.');
  act(() => requests.patch(waiting.id, { status: 'withdrawn', ended_by: 'waitlist_lapsed' }));
  screen.getByText('Waitlist time ended');
  expect(screen.queryByRole('button', { name: /^Still interested/u })).toBeNull();
});

it('a request for the waitlist says so to both sides until its creator has decided or a seat is free', () => {
  const asked = row({ place: undefined, waitlist: true, answer_by: ends });
  // From a server of the previous version.
  requests.merge([asked], moment());
  show(<Row />, { as: member });
  screen.getByText(/^Waitlist request\. The creator answers by \d/u);
  act(() => requests.merge([{ ...asked, creator_name: 'Devi' }], moment()));
  screen.getByRole('link', { name: 'Devi' });
  act(() => rename({ id: OTHER, name: 'Devi Rao' }));
  const link = screen.getByRole('link', { name: 'Devi Rao' });
  expect(link.getAttribute('href')).toBe(`/people/${OTHER}`);
  const deadline = () => link.parentElement?.textContent;
  expect(deadline()).toMatch(/^Waitlist request\. Devi Rao answers by \d/u);
  const full = project(waiting.project_id, { creator_name: 'Devi Rao', current_members: 5, max_members: 5 });
  act(() => void projects.upsert(full));
  expect(deadline()).toMatch(/^Waitlist request\. Devi Rao/u);
  act(() => void projects.patch(waiting.project_id, { current_members: 4 }));
  expect(deadline()).toMatch(/^Devi Rao answers by \d/u);
});

it('the creator sees the waitlist in order and live, and may still reject', async () => {
  const first = joinRequest({ id: 8, user_id: 3, user_name: 'Bina', place: 1 });
  const second = joinRequest({ id: 9, user_id: 4, user_name: 'Chitra', place: 2 });
  const { of } = fakeServer({
    'GET /api/project-requests/incoming': () => ({
      body: { success: true, data: { requests: [second, first], total: 2, has_more: false } },
    }),
  });
  show(<WaitlistPanel projectId={first.project_id} />, { as: member });
  await act(async () => void (await incomingOfProject(first.project_id).waitlist.load()));
  await screen.findByRole('heading', { name: 'Waitlist 2' });
  expect(of('GET /api/project-requests/incoming')[0]?.query.get('waitlist')).toBe('yes');
  const names = () => screen.getAllByRole('article').map((article) => /Bina|Chitra/u.exec(article.textContent)?.[0]);
  expect(names()).toEqual(['Bina', 'Chitra']);
  screen.getByRole('button', { name: 'Reject Bina' });
  act(() => {
    requests.patch(9, { place: 1 });
    requests.patch(8, { place: 2 });
  });
  expect(names()).toEqual(['Chitra', 'Bina']);
  act(() => requests.patch(8, { status: 'withdrawn' }));
  await waitFor(() => expect(names()).toEqual(['Chitra']), { timeout: 10_000 });
  screen.getByRole('heading', { name: 'Waitlist 1' });
});

it('asks whether an applicant is still interested only once the end of their time is near', () => {
  const later = new Date(nowMs() + 20 * dayMs).toISOString();
  requests.merge([row({ waits_until: later })], moment());
  show(<Row />, { as: member });
  expect(screen.queryByRole('button', { name: /^Still interested/u })).toBeNull();
});

it('asks before a seat offer is declined, since the seat goes to the next member', async () => {
  const offered = row({ place: undefined, offered_until: new Date(nowMs() + dayMs).toISOString() });
  requests.merge([offered], moment());
  const declined = { ...offered, status: 'withdrawn', offered_until: undefined, offer_declined: true };
  const { of } = fakeServer({
    'PUT /api/project-requests/:id/offer': () => ({
      body: { success: true, data: { request: declined, current_members: 2 } },
    }),
  });
  const user = show(<Row />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Decline the seat in Rover' }));
  screen.getByText('The seat goes to the next member on the waitlist, and your request ends.');
  expect(of('PUT /api/project-requests/:id/offer')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Decline seat' }));
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(of('PUT /api/project-requests/:id/offer').map(({ body }) => body)).toEqual([{ status: 'declined' }]);
  expect(screen.getAllByText('Seat declined')).toHaveLength(1);
});

it.each([
  [{ ended_by: 'offer_lapsed' as const }, 'Seat offer expired'],
  [{ ended_by: 'project_finished' as const }, 'Project finished'],
  [{ offer_declined: true as const }, 'Seat declined'],
])('says how a seat offer ended: %j', async (end, words) => {
  const offered = row({ place: undefined, offered_until: new Date(nowMs() + dayMs).toISOString() });
  requests.merge([offered], moment());
  show(<Row />, { as: member });
  screen.getByRole('button', { name: 'Accept the seat in Rover' });
  act(() => requests.patch(waiting.id, { status: 'withdrawn', offered_until: undefined, ...end }));
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(1));
});

it('passes the focus to the outcome of a withdrawal outside a list, as in a conversation', async () => {
  const withdrawn = row({ status: 'withdrawn', place: undefined, ended_by: 'withdrawn' });
  fakeServer({ 'DELETE /api/project-requests/:id': () => ({ body: { success: true, data: { request: withdrawn } } }) });
  requests.merge([waiting], moment());
  const user = show(<Row />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Withdraw the request to join Rover' }));
  await user.click(screen.getByRole('button', { name: 'Withdraw request' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('You withdrew your request'));
  screen.getByText('Withdrawn');
});
