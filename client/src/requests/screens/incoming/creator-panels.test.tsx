import { dayMs } from '@sangam/shared/core/limits';
import type { Project } from '@sangam/shared/projects/projects';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { moment } from '../../../core/store/table';
import { projects } from '../../../projects/state/project-table';
import { fakeServer, type refusal } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { leave, show } from '../../../testing/render';
import { interest, joinRequest, member, project } from '../../../testing/samples';
import { interests } from '../../state/interests';
import { requests } from '../../state/requests';
import { CreatorAnswers, CreatorPanels, type InterestPlace, InterestsPanel } from './CreatorPanels';
import { JoinRequestsPanel } from './JoinRequestsPanel';

/** The creator's parts as on the project's page: only `CreatorAnswers` suspends. */
function Parts() {
  const [interestPlace, placeInterest] = useState<InterestPlace>(null);
  return (
    <>
      <Suspense>
        <CreatorAnswers
          project={project(7)}
          teamSkills={[]}
          interestPlace={interestPlace}
          placeInterest={placeInterest}
        />
      </Suspense>
      <CreatorPanels project={project(7)} interestPlace={interestPlace} />
    </>
  );
}

type Reply = ReturnType<typeof refusal>;
const button = (name: string) => screen.getByRole('button', { name });

it('lists the requests and interest with the next deadline first, even from a later page', async () => {
  const due = (id: number, day: number) => ({ id, answer_by: `2099-02-0${day}T00:00:00.000Z` });
  const pages = [
    [joinRequest({ ...due(9, 5), user_name: 'Fifth' }), joinRequest({ ...due(8, 7), user_name: 'Seventh' })],
    [joinRequest({ ...due(5, 4), user_name: 'Fourth' })],
  ];
  const approved = { ...interest, id: 3, status: 'approved' as const, requester_name: 'Approved' };
  const connections = [
    { ...interest, ...due(2, 6), requester_name: 'Sixth' },
    { ...interest, ...due(1, 3), requester_name: 'Third' },
  ];
  interests.merge([approved], moment());
  fakeServer({
    'GET /api/project-requests/incoming': ({ query }) => {
      const list = query.get('waitlist') === 'yes' ? [] : (pages[query.get('before') === null ? 0 : 1] ?? []);
      return { body: { success: true, data: { requests: list, has_more: list.length > 1, total: 3 } } };
    },
    'GET /api/projects/connections/incoming': () => ({
      body: { success: true, data: { connections, has_more: false, total: 2 } },
    }),
  });
  await act(async () => show(<Parts />, { as: member }));
  await screen.findByText('3 pending requests');
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Fourth', 'Fifth', 'Seventh', 'Third', 'Sixth', 'Approved']);
});

describe('long lists', () => {
  const served = (count: number) => {
    const asking = Array.from({ length: count }, (_, n) =>
      joinRequest({ id: 40 - n, user_name: `Applicant ${40 - n}` }),
    );
    const connections = asking.map(({ id, user_name }) => ({ ...interest, id, requester_name: `Member ${user_name}` }));
    fakeServer({
      'GET /api/project-requests/incoming': ({ query }) => ({
        body: { success: true, data: { requests: query.get('waitlist') === 'yes' ? [] : asking, total: count } },
      }),
      'GET /api/projects/connections/incoming': () => ({
        body: { success: true, data: { connections, total: count } },
      }),
      'PUT /api/project-requests/:id/status': (_, id) => ({
        body: {
          success: true,
          data: { request: joinRequest({ id, status: 'accepted', user_name: `Applicant ${id}` }), current_members: 2 },
        },
      }),
    });
  };
  const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

  it('show five rows until they are opened, stay open after going back, and keep the focus in place', async () => {
    served(12);
    const path = '/projects/7';
    const user = await act(async () => show(<Parts />, { as: member, path }));
    await screen.findByText('12 pending requests');
    const first = [29, 30, 31, 32, 33].map((id) => `Applicant ${id}`);
    expect(names()).toEqual([...first, ...first.map((name) => `Member ${name}`)]);
    button('Show all 12 interested members');
    button('Show all 12 join requests').focus();
    await user.keyboard('{Enter}');
    expect(names()).toHaveLength(17);
    expect(names().slice(0, 5)).toEqual(first);
    expect(screen.getAllByRole('article')[4]?.contains(document.activeElement)).toBe(true);
    expect(screen.queryByRole('button', { name: /join requests$/u })).toBeNull();
    cleanup();
    await act(async () => show(<Parts />, { as: member, path }));
    await screen.findByText('12 pending requests');
    expect(names()).toHaveLength(17);
  });

  it('show the next row once one is answered, and keep the answered row in place', async () => {
    served(12);
    const user = await act(async () => show(<Parts />, { as: member, path: '/projects/8' }));
    await user.click(await screen.findByRole('button', { name: 'Accept Applicant 30' }));
    await screen.findByText('11 pending requests');
    expect(names().slice(0, 6)).toEqual([29, 30, 31, 32, 33, 34].map((id) => `Applicant ${id}`));
    button('Show all 11 join requests');
  });

  it('show the request that the address names', async () => {
    served(12);
    await act(async () => show(<Parts />, { as: member, path: '/projects/9?request=38' }));
    const card = (await screen.findByRole('heading', { name: 'Applicant 38' })).closest('article');
    await waitFor(() => expect(document.activeElement).toBe(card));
    expect(screen.getAllByRole('article', { name: /join request$/u })).toHaveLength(6);
  });

  it('have no button when they are empty', async () => {
    served(5);
    await act(async () => show(<Parts />, { as: member, path: '/projects/10' }));
    await screen.findByText('5 pending requests');
    expect(screen.queryByRole('button', { name: /^Show all/u })).toBeNull();
  });
});

describe('a link to a request', () => {
  const serve = (pages: ReturnType<typeof joinRequest>[][]) =>
    fakeServer({
      'GET /api/project-requests/incoming': ({ query }) => {
        const at = query.get('waitlist') === 'yes' ? pages.length : query.get('before') === null ? 0 : 1;
        const list = pages[at] ?? [];
        const data = { requests: list, has_more: at === 0 && pages.length > 1, total: pages.flat().length };
        return { body: { success: true, data } };
      },
      'GET /api/projects/connections/incoming': () => ({
        body: { success: true, data: { connections: [], has_more: false, total: 0 } },
      }),
    });
  const open = (id: number) =>
    // A suspended render continues only in an `act` that awaits.
    act(async () => show(<Parts />, { as: member, path: `/projects/7?request=${id}` }));

  it('scrolls to it, even on a later page', async () => {
    const first = Array.from({ length: 20 }, (_, n) => joinRequest({ id: 40 - n, user_name: `Applicant ${n}` }));
    serve([first, [joinRequest({ id: 3, user_name: 'Devi Rao' })]]);
    await open(3);
    const card = (await screen.findByRole('heading', { name: 'Devi Rao' })).closest('article');
    await waitFor(() => expect(document.activeElement).toBe(card));
    // Focus without a keyboard has no ring.
    expect(card?.className).toContain('outline-mark');
  });

  it('says that it is no longer pending', async () => {
    serve([[joinRequest({ id: 5 })]]);
    await open(4);
    await screen.findByText('The request you opened is no longer pending.');
  });
});

it('a request that changes its list is shown once, with its outcome, until the pointer has left the row', async () => {
  const ok = (data: object): Reply => ({ body: { success: true, data } });
  const waits = joinRequest({ place: 1, waits_until: new Date(Date.now() + dayMs).toISOString() });
  projects.upsert(project(7, { current_members: 5, max_members: 5 }));
  fakeServer({
    'GET /api/project-requests/incoming': ({ query }) =>
      ok({ requests: query.get('waitlist') === 'no' ? [joinRequest()] : [], has_more: false, total: 1 }),
    'GET /api/project-requests/decided': () => ok({ requests: [], has_more: false, total: 0 }),
    'PUT /api/project-requests/:id/line': () => ok({ request: waits }),
    'PUT /api/project-requests/:id/status': () =>
      ok({ request: { ...joinRequest({ status: 'rejected' }), decided_at: new Date().toISOString() } }),
  });
  const user = await act(async () => show(<Parts />, { as: member }));
  await user.click(await screen.findByRole('button', { name: 'Show decided requests' }));
  await user.click(await screen.findByRole('button', { name: 'Add to waitlist: Other' }));
  await screen.findByText('Other is on the waitlist');
  expect(screen.getAllByRole('link', { name: 'Message Other' })).toHaveLength(1);
  expect(screen.queryByRole('heading', { name: /^Waitlist/u })).toBeNull();
  await leave(user);
  await screen.findByRole('heading', { name: /^Waitlist/u });
  expect(screen.getAllByRole('link', { name: 'Message Other' })).toHaveLength(1);
  act(() => void requests.upsert(joinRequest()));
});

it('pending interest is shown only once, although the lower parts don’t wait for it', async () => {
  const ok = (data: object): Reply => ({ body: { success: true, data } });
  const none = { requests: [], has_more: false, total: 0 };
  const late = held<Reply>(
    ok({ connections: [{ ...interest, requester_name: 'Devi Rao' }], has_more: false, total: 1 }),
  );
  fakeServer({
    'GET /api/project-requests/incoming': () => ok(none),
    'GET /api/project-requests/decided': () => ok(none),
    'GET /api/projects/connections/incoming': late.reply,
  });
  await act(async () => show(<Parts />, { as: member }));
  expect(screen.queryByRole('heading', { name: 'Interest' })).toBeNull();
  await act(async () => late.release());
  await screen.findByRole('button', { name: 'Approve Devi Rao' });
  expect(screen.getAllByRole('heading', { name: 'Interest' })).toHaveLength(1);
});

it.each<[string, Partial<Project>, RegExp]>([
  ['hidden', { hidden: true }, /Nobody outside the team can see this project\.$/u],
  ['closed', { state: 'closed' }, /This project isn’t taking new requests\.$/u],
  ['finished', { state: 'finished' }, /This project is finished\.$/u],
])('promises no request to a %s project', async (_, change, words) => {
  fakeServer({
    'GET /api/project-requests/incoming': () => ({
      body: { success: true, data: { requests: [], has_more: false, total: 0 } },
    }),
  });
  const own = project(7, change);
  show(
    <>
      <JoinRequestsPanel project={own} teamSkills={[]} />
      <InterestsPanel project={own} />
    </>,
    { as: member },
  );
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
});
