import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import {
  asha,
  at,
  ben,
  data,
  foundReport as found,
  reportLine as line,
  moderator,
  report,
} from '../../../testing/reports';
import { CaseView } from './CaseView';
import { ModerationPage } from './ModerationPage';

it('shows the evidence, and requires a note for a decision', async () => {
  const { of } = fakeServer({
    'GET /api/moderation/reports/:id': () => data(found()),
    'PUT /api/moderation/reports/:id/decision': () =>
      data(found({ may_decide: false, decided: { decision: 'warn', note: 'First time', at, by: 'Me' } })),
  });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  const messages = within(await screen.findByRole('list', { name: 'Messages' })).getAllByRole('listitem');
  expect(messages.map(({ textContent }) => textContent?.includes('Reported'))).toEqual([false, true]);
  const actions = within(screen.getByRole('group', { name: 'Decide' })).getAllByRole('button');
  expect(actions.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^DismissDNo rule was broken/u),
    expect.stringMatching(/^WarnWThe member gets a notification/u),
    expect.stringMatching(/^SuspendSThe member is logged out/u),
  ]);
  // The third action spans both columns.
  expect(actions.at(-1)?.className).toContain('sm:last:odd:col-span-2');
  // Nothing is chosen.
  expect(screen.queryByLabelText('Note for moderators')).toBeNull();

  await user.click(screen.getByRole('button', { name: /^Warn/u }));
  await user.click(screen.getByRole('button', { name: 'Warn Ben' }));
  expect(screen.getAllByText('Write a short note.')).not.toHaveLength(0);
  await user.type(screen.getByLabelText('Note for moderators'), 'First time');
  await user.click(screen.getByRole('button', { name: 'Warn Ben' }));
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Member warned' }));
  expect(of('PUT /api/moderation/reports/:id/decision').map(({ body }) => body)).toEqual([
    { decision: 'warn', reason: 'harassment', note: 'First time', version: 'seen' },
  ]);
  expect(screen.queryByRole('group', { name: 'Decide' })).toBeNull();
});

it('shows that another moderator was first, and their decision', async () => {
  let decided = false;
  fakeServer({
    'GET /api/moderation/reports/:id': () =>
      data(
        decided
          ? found({ may_decide: false, decided: { decision: 'dismiss', note: 'Fine', at, by: 'Carl' } })
          : found(),
      ),
    'PUT /api/moderation/reports/:id/decision': () => {
      decided = true;
      return refusal(409, 'REPORT_DECIDED', 'Another moderator has already decided this.');
    },
  });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await user.click(await screen.findByRole('button', { name: /^Dismiss/u }));
  await user.type(screen.getByLabelText('Note for moderators'), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Dismiss the report' }));
  await screen.findByText('Another moderator has already decided this.');
  await screen.findByRole('heading', { name: 'Dismissed' });
});

it('lifts a suspension', async () => {
  let suspended = true;
  const { of } = fakeServer({
    'GET /api/moderation/reports/:id': () =>
      data(
        found({
          may_decide: false,
          decided: { decision: 'suspend', note: 'Again', at, by: 'Me' },
          histories: [{ member: ben, suspended, about: [], by: [], acts: [] }],
        }),
      ),
    'DELETE /api/moderation/members/:userId/suspension': () => {
      suspended = false;
      return { body: { success: true } };
    },
  });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await user.type(await screen.findByLabelText('Note for moderators'), 'Enough');
  await user.click(screen.getByRole('button', { name: 'Lift the suspension' }));
  // The outcome replaces the form and takes the focus.
  const outcome = await screen.findByRole('heading', { name: 'Suspension lifted' });
  await waitFor(() => expect(document.activeElement).toBe(outcome));
  expect(screen.queryByRole('button', { name: 'Lift the suspension' })).toBeNull();
  expect(of('DELETE /api/moderation/members/:userId/suspension').map(({ body }) => body)).toEqual([{ note: 'Enough' }]);
});

it('warns with a message to the member, and shows it among earlier decisions', async () => {
  const warned = { id: 1, at, kind: 'member:warned', by: 'Me', words: 'Read the rules.' };
  const { of } = fakeServer({
    'GET /api/moderation/reports/:id': () =>
      data(found({ histories: [{ member: ben, suspended: false, about: [], by: [], acts: [warned] }] })),
    'PUT /api/moderation/reports/:id/decision': () => data(found({ may_decide: false })),
  });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await user.click(await screen.findByRole('button', { name: /^Warn/u }));
  screen.getByText('To the member: Read the rules.');
  await user.type(screen.getByLabelText('Message to the member (optional)'), 'Be kind.');
  await user.type(screen.getByLabelText('Note for moderators'), 'First');
  await user.click(screen.getByRole('button', { name: 'Warn Ben' }));
  await waitFor(() =>
    expect(of('PUT /api/moderation/reports/:id/decision').map(({ body }) => body)).toEqual([
      { decision: 'warn', reason: 'harassment', note: 'First', version: 'seen', words: 'Be kind.' },
    ]),
  );
});

it('suspends for a chosen time, with a message to the member', async () => {
  const { of } = fakeServer({
    'GET /api/moderation/reports/:id': () => data(found()),
    'PUT /api/moderation/reports/:id/decision': () =>
      data(found({ may_decide: false, decided: { decision: 'suspend', note: 'Again', at, by: 'Me' } })),
  });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo="/moderation/6" />, { as: moderator });
  await user.click(await screen.findByRole('button', { name: /^Suspend/u }));
  await user.selectOptions(screen.getByLabelText('Suspend for'), '30 days');
  await user.type(screen.getByLabelText('Message to the member (optional)'), 'Read the rules.');
  await user.type(screen.getByLabelText('Note for moderators'), 'Again');
  await user.click(screen.getByRole('button', { name: 'Suspend Ben' }));
  expect((await screen.findByRole('link', { name: 'Next report' })).getAttribute('href')).toBe('/moderation/6');
  expect(of('PUT /api/moderation/reports/:id/decision').map(({ body }) => body)).toEqual([
    { decision: 'suspend', reason: 'harassment', note: 'Again', version: 'seen', days: 30, words: 'Read the rules.' },
  ]);
});

it('a decided report keeps its row, which shows the outcome, and is no longer counted', async () => {
  const decided = { decision: 'dismiss' as const, note: 'Fine', at, by: 'Me' };
  fakeServer({
    'GET /api/moderation/reports': () => data({ reports: [line(5), line(6)], has_more: false, open: 2 }),
    'GET /api/moderation/reports/:id': (_, id) => data(found({ id, kind: 'member' })),
    'PUT /api/moderation/reports/:id/decision': (_, id) =>
      data(found({ id, kind: 'member', may_decide: false, decided })),
  });
  const user = show(<ModerationPage />, { as: moderator, path: '/moderation/5', route: '/moderation/:reportId?' });
  await user.click(await screen.findByRole('button', { name: /^Dismiss/u }));
  await user.type(screen.getByLabelText('Note for moderators'), 'Fine');
  await user.click(screen.getByRole('button', { name: 'Dismiss the report' }));
  await screen.findByRole('link', { name: 'Open (1)' });
  const [first] = within(screen.getByRole('list', { name: 'Reports' })).getAllByRole('link');
  expect(first?.textContent).toMatch(/^Ben’s profileDismissed ·/u);
  // The outcome replaces the reason: an added line would move the rows below.
  expect(first?.textContent).not.toContain('Spam');
  await user.click(screen.getByRole('link', { name: 'Next report' }));
  expect(screen.getByTestId('address').textContent).toBe('/moderation/6');
  await screen.findByRole('group', { name: 'Decide' });
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
});

it('names the parts of a reported page as the decision to remove them does', async () => {
  const reported = { name: 'Ben', college: '', skills: ['Go'], github_link: 'https://github.com/ben' };
  const parts = { looks_for: 'A composer.', takes_roles: ['Troll'] };
  const evidence = { member: { ...reported, ...parts, links: ['https://a.example', 'https://b.example'] } };
  const reports = [{ ...report, evidence }];
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ kind: 'member', reports })) });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await user.click(await screen.findByRole('button', { name: /^Remove from page/u }));
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms).toEqual(['Looking for', 'Roles', 'Links']);
  const choices = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
  expect(choices).toEqual(['Looking for', 'Roles', 'Skills', 'GitHub', 'Links']);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['A composer.', 'Troll', 'https://a.example', 'https://b.example'],
  ]);
});

it('offers nothing against an account that no longer exists', async () => {
  const gone = { id: 2, name: FORMER_MEMBER };
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ member: gone })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  const actions = within(await screen.findByRole('group', { name: 'Decide' })).getAllByRole('button');
  expect(actions.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Dismiss/u)]);
});

it('offers neither to open a deleted project nor to hide it', async () => {
  const project = { id: 7, title: 'Rover', hidden: false };
  fakeServer({
    'GET /api/moderation/reports/:id': () => data(found({ kind: 'project', project, project_deleted: true })),
  });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await screen.findByText('Project deleted');
  expect(screen.queryByRole('link', { name: 'Open project' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Hide project/u })).toBeNull();
  screen.getByRole('button', { name: /^Warn/u });
});

it('pressing a decision’s key twice types nothing into its note', async () => {
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found()) });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await screen.findByRole('button', { name: /^Dismiss/u });
  await user.keyboard('dd');
  const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Note/u });
  expect([note.value, document.activeElement]).toEqual(['', note]);
  await user.keyboard('ed');
  expect(note.value).toBe('ed');
});

it('goes through the queue by keyboard, and opens actions without doing them', async () => {
  const { of } = fakeServer({
    'GET /api/moderation/reports': () => data({ reports: [line(5), line(6)], has_more: false, open: 2 }),
    'GET /api/moderation/reports/:id': (_, id) => data(found({ id, kind: 'member' })),
  });
  const user = show(<ModerationPage />, { as: moderator, path: '/moderation', route: '/moderation/:reportId?' });
  await screen.findByRole('list', { name: 'Reports' });
  const address = () => screen.getByTestId('address').textContent;
  await user.keyboard('j');
  expect(address()).toBe('/moderation/5');
  await screen.findByRole('group', { name: 'Decide' });
  await user.keyboard('j');
  await user.keyboard('j');
  expect(address()).toBe('/moderation/6');
  await user.keyboard('k');
  expect(address()).toBe('/moderation/5');
  await screen.findByRole('group', { name: 'Decide' });
  // A report about a member has no project to hide.
  await user.keyboard('h');
  expect(screen.queryByLabelText('Note for moderators')).toBeNull();
  await user.keyboard('w');
  // The note has the focus, so the next keys are text.
  await user.keyboard('jk');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note for moderators').value).toBe('jk');
  expect(address()).toBe('/moderation/5');
  expect(of('PUT /api/moderation/reports/:id/decision')).toEqual([]);
});

it('shows a reported picture when asked, and removes chosen parts of the page', async () => {
  const evidence = {
    member: {
      name: 'Ben',
      college: '',
      skills: [],
      github_link: null,
      headline: 'Buy watches',
      links: [],
      pictures: ['6f1c8f2e-0000-4000-8000-000000000000'],
    },
  };
  const reports = [
    { id: 5, reporter: asha, reason: 'sexual' as const, words: '', created_at: at, evidence, picture_urls: ['/p'] },
  ];
  const { of } = fakeServer({
    'GET /api/moderation/reports/:id': () => data(found({ kind: 'member', reports })),
    'PUT /api/moderation/reports/:id/decision': () =>
      data(found({ may_decide: false, decided: { decision: 'remove', note: 'Ad', at, by: 'Me' } })),
  });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  const open = await screen.findByRole('button', { name: 'Show reported picture' });
  expect(document.querySelector('img[src="/p"]')).toBeNull();
  await user.click(open);
  expect(document.querySelector('img[src="/p"]')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: /^Remove from page/u }));
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked)).toEqual([true, false]);
  await user.click(screen.getByRole('checkbox', { name: 'Picture' }));
  await user.type(screen.getByLabelText('Note for moderators'), 'Ad');
  await user.click(screen.getByRole('button', { name: 'Remove from Ben’s page' }));
  await screen.findByText('Choose a part to remove.');
  await user.click(screen.getByRole('checkbox', { name: 'Headline' }));
  await user.click(screen.getByRole('button', { name: 'Remove from Ben’s page' }));
  await screen.findByRole('heading', { name: 'Removed from page' });
  expect(of('PUT /api/moderation/reports/:id/decision').map(({ body }) => body)).toEqual([
    { decision: 'remove', reason: 'sexual', note: 'Ad', version: 'seen', parts: ['headline'] },
  ]);
});

it('says which reports date from an earlier creator, and stay open after a warning', async () => {
  const project = { id: 7, title: 'Rover', hidden: false };
  const evidence = { project: { title: 'Rover', description: 'Cheap phones' } };
  const reports = [
    { ...report, evidence },
    { ...report, id: 6, evidence, member: asha },
  ];
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ kind: 'project', project, reports })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await screen.findByText(
    'Warn and Suspend apply only to Ben. Reports from when another member was the creator then stay open.',
  );
  const lines = screen.getAllByText(/^Reported by/u).map(({ textContent }) => textContent ?? '');
  expect(lines.map((line) => line.includes(', when Asha was the creator'))).toEqual([false, true]);
});
