import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import type { ReportCase, ReportLine } from '@sangam/shared/trust/moderation';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { setSingleKeys } from '../../../core/device/shortcuts';
import { resetStores } from '../../../core/store/reset';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { member } from '../../../testing/samples';
import { CaseView } from './CaseView';
import { ModerationPage } from './ModerationPage';

const at = '2026-01-01T10:00:00.000Z';
const [asha, ben] = [
  { id: 2, name: 'Asha' },
  { id: 3, name: 'Ben' },
];
const moderator = { ...member, is_moderator: true as const };

const line = (id: number, change: Partial<ReportLine> = {}): ReportLine => ({
  id,
  kind: 'member',
  member: ben,
  title: null,
  reason: 'spam',
  reports: 1,
  created_at: at,
  decision: null,
  ...change,
});
const found = (change: Partial<ReportCase> = {}): ReportCase => ({
  id: 5,
  kind: 'message',
  member: ben,
  project: null,
  decided: null,
  version: 'seen',
  may_decide: true,
  reports: [
    {
      id: 5,
      reporter: asha,
      reason: 'harassment',
      words: 'Look',
      created_at: at,
      evidence: {
        seq: 2,
        messages: [1, 2].map((seq) => ({ seq, sender: ben, content: `said ${seq}`, created_at: at })),
      },
    },
  ],
  histories: [ben, asha].map((one) => ({ member: one, suspended: false, about: [], by: [], acts: [] })),
  ...change,
});
const data = (value: unknown) => ({ body: { success: true, data: value } });
const page = (
  <Routes>
    <Route path="/" element={<ModerationPage />} />
  </Routes>
);

it('lists open reports, with the number of reports about the same', async () => {
  fakeServer({
    'GET /api/moderation/reports': () =>
      data({
        reports: [
          line(1, { reports: 3 }),
          line(2, { kind: 'project', title: 'Rover' }),
          line(3, { kind: 'message', title: 'Rover' }),
        ],
        has_more: false,
        open: 3,
      }),
  });
  show(page, { as: moderator });
  const [first, second, third] = within(await screen.findByRole('list', { name: 'Reports' })).getAllByRole('link');
  expect(first?.textContent).toMatch(/^Ben’s profile3 reportsSpam or advertising/u);
  expect(second?.textContent).toContain('Project “Rover” by Ben');
  expect(third?.textContent).toContain('Message from Ben in the team chat for “Rover”');
  expect(screen.getByRole('link', { name: 'Open (3)' })).toBeDefined();
});

it('asks to choose a report where there is one, and names the keys only where they are on', async () => {
  const reports: ReportLine[] = [];
  fakeServer({ 'GET /api/moderation/reports': () => data({ reports, has_more: false, open: reports.length }) });
  show(page, { as: moderator });
  await screen.findByText('No open reports');
  expect(screen.queryByText('Choose a report')).toBeNull();
  cleanup();
  reports.push(line(1));
  resetStores();
  show(page, { as: moderator });
  await screen.findByText('Choose a report');
  screen.getByText('Press J and K to go through the reports.');
  act(() => setSingleKeys(false));
  expect(screen.queryByText(/^Press J/u)).toBeNull();
  setSingleKeys(true);
});

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
  // The last of three leaves no hole in two columns.
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

it.each([
  [
    'is no such report',
    refusal(404, 'NOT_FOUND', 'This doesn’t exist, or you don’t have access to it.'),
    'Report not found',
  ],
  ['is one about themself', refusal(403, 'FORBIDDEN', 'Another moderator has to read it.'), /^Another moderator/u],
])('says that there %s, without a pointless retry', async (_, reply, words) => {
  fakeServer({ 'GET /api/moderation/reports/:id': () => reply });
  show(<CaseView id={99} backTo="/moderation" nextTo={null} />, { as: moderator });
  await screen.findByText(words);
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('says how many reports it does not show, and that a member has no other', async () => {
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ further_reports: 6 })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await screen.findByText('6 further reports aren’t shown. The decision applies to all.');
  expect(screen.getAllByText('No other reports and no earlier decisions')).toHaveLength(2);
  expect(screen.queryByText('Earlier decisions')).toBeNull();
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
  // In its place, with the focus: the button is gone.
  const outcome = await screen.findByRole('heading', { name: 'Suspension lifted' });
  await waitFor(() => expect(document.activeElement).toBe(outcome));
  expect(screen.queryByRole('button', { name: 'Lift the suspension' })).toBeNull();
  expect(of('DELETE /api/moderation/members/:userId/suspension').map(({ body }) => body)).toEqual([{ note: 'Enough' }]);
});

it('shows messages around the reported ones only when asked, and closes gaps', async () => {
  const said = (seq: number) => ({ seq, sender: ben, content: `said ${seq}`, created_at: at });
  const evidence = { seq: 4, seqs: [4, 7], messages: [said(4), said(7)] };
  const { of } = fakeServer({
    'GET /api/moderation/reports/:id': () =>
      data(found({ reports: found().reports.map((one) => ({ ...one, evidence })) })),
    'GET /api/moderation/reports/:id/context': ({ query }) =>
      data(
        query.has('before')
          ? { messages: [said(1), said(2), said(3)], has_more: false }
          : { messages: [said(5), said(6), said(7)], has_more: false },
      ),
  });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  const list = await screen.findByRole('list', { name: 'Messages' });
  const texts = () =>
    within(list)
      .getAllByText(/^said/u)
      .map(({ textContent }) => textContent);
  expect(texts()).toEqual(['said 4', 'said 7']);
  expect(of('GET /api/moderation/reports/:id/context')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Show earlier messages' }));
  await screen.findByText('said 1');
  await user.click(screen.getByRole('button', { name: 'Show messages in between' }));
  await screen.findByText('said 6');
  expect(texts()).toEqual([1, 2, 3, 4, 5, 6, 7].map((seq) => `said ${seq}`));
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
  expect(within(list).getAllByText('Reported')).toHaveLength(2);
});

it('offers no messages in between once both ends of a gap are as far as moderators may read', async () => {
  const said = (seq: number) => ({ seq, sender: ben, content: `said ${seq}`, created_at: at });
  const evidence = { seq: 4, seqs: [4, 400], messages: [said(4), said(400)] };
  fakeServer({
    'GET /api/moderation/reports/:id': () =>
      data(found({ reports: found().reports.map((one) => ({ ...one, evidence })) })),
    'GET /api/moderation/reports/:id/context': ({ query }) =>
      data({ messages: [said(query.has('before') ? 399 : 5)], has_more: false }),
  });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  for (const found of ['said 5', 'said 399']) {
    await user.click(await screen.findByRole('button', { name: 'Show messages in between' }));
    await screen.findByText(found);
  }
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show messages in between' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Show later messages' })).toBeTruthy();
});

it('tells reporters of one name apart', async () => {
  const other = { ...asha, id: 12 };
  const reports = [asha, other].map((reporter, index) => ({ ...found().reports[0], id: 5 + index, reporter }));
  const histories = [ben, asha, other].map((one) => ({ member: one, suspended: false, about: [], by: [], acts: [] }));
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ reports, histories } as Partial<ReportCase>)) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await waitFor(() => expect(screen.getAllByText(/^Reported by/u)).toHaveLength(2));
  expect(screen.getAllByText(/^Reported by/u).map(({ textContent }) => textContent?.split(',')[0])).toEqual([
    'Reported by Asha (member 2)',
    'Reported by Asha (member 12)',
  ]);
  screen.getByText('(reported)');
  screen.getByText('(reporter, member 12)');
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

it('suspends for a chosen time, with words for the member', async () => {
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

it('a decided report keeps its line, which has the outcome, and is no longer counted', async () => {
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
  // In place of the reason: another line would move those below.
  expect(first?.textContent).not.toContain('Spam');
  await user.click(screen.getByRole('link', { name: 'Next report' }));
  expect(screen.getByTestId('address').textContent).toBe('/moderation/6');
  await screen.findByRole('group', { name: 'Decide' });
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
});

it('shows a message of files alone with one name', async () => {
  const file = { id: 'f', name: 'logo.webp', kind: 'file' as const, bytes: 1 };
  const messages = [{ seq: 2, sender: ben, content: 'logo.webp', created_at: at, attachments: [file] }];
  const reports = found().reports.map((one) => ({ ...one, evidence: { seq: 2, messages } }));
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ reports })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await screen.findByRole('list', { name: 'Messages' });
  expect(screen.getAllByText('logo.webp')).toHaveLength(1);
});

it('names the parts of a reported page as the decision to remove them does', async () => {
  const reported = { name: 'Ben', college: '', skills: [], github_link: null, looks_for: 'A composer.' };
  const evidence = { member: { ...reported, links: ['https://a.example', 'https://b.example'] } };
  const reports = found().reports.map((one) => ({ ...one, evidence }));
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ kind: 'member', reports })) });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await user.click(await screen.findByRole('button', { name: /^Remove from page/u }));
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms).toEqual(['Looking for', 'Links']);
  for (const name of terms) screen.getByRole('checkbox', { name: name ?? '' });
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['A composer.', 'https://a.example', 'https://b.example'],
  ]);
});

it('shows what a page said before, and what the member wrote to the reporter', async () => {
  const [report] = found().reports;
  const evidence = {
    member: {
      ...{ name: 'Ben', college: '', skills: [], github_link: null, headline: 'Now' },
      earlier: [{ headline: 'Before', links: ['https://a.example', 'https://b.example'], replaced_at: at }],
    },
    notes: [
      { kind: 'end_note' as const, project: 'Rover', text: 'Out, loser', at },
      // Of a newer server.
      { kind: 'postcard' as 'end_note', project: 'Rover', text: 'Hello', at },
    ],
  };
  const reports = [{ ...(report as ReportCase['reports'][number]), evidence }];
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ kind: 'member', reports })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  const earlier = await screen.findByRole('region', { name: 'Earlier versions' });
  expect(earlier.textContent).toMatch(/^Before .*HeadlineBeforeLinkshttps:\/\/a.examplehttps:\/\/b.example$/u);
  const notes = screen.getByRole('region', { name: 'Written to the reporter' });
  within(notes).getByText(/^Rejection or removal from “Rover”, /u);
  within(notes).getByText('Out, loser');
  within(notes).getByText(/^postcard “Rover”, /u);
});

it('offers nothing against an account that no longer exists', async () => {
  const gone = { id: 2, name: FORMER_MEMBER };
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ member: gone })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  const actions = within(await screen.findByRole('group', { name: 'Decide' })).getAllByRole('button');
  expect(actions.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Dismiss/u)]);
});

it('shows the newest of many notes until it is asked for the others', async () => {
  const [report] = found().reports;
  const notes = Array.from({ length: 12 }, (_, n) => ({
    ...{ kind: 'end_note' as const, project: 'Rover', text: `note ${n + 1}` },
    at: `2026-01-${10 + n}T00:00:00.000Z`,
  }));
  const evidence = { member: { name: 'Ben', college: '', skills: [], github_link: null }, notes };
  const reports = [{ ...(report as ReportCase['reports'][number]), evidence }];
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ kind: 'member', reports })) });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  const shown = () => screen.getAllByText(/^note \d+$/u).map(({ textContent }) => textContent);
  await screen.findByText('note 3');
  expect([shown().length, shown()[0]]).toEqual([10, 'note 3']);
  await user.click(screen.getByRole('button', { name: 'Show 2 earlier notes' }));
  expect(shown()).toHaveLength(12);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Written to the reporter' }));
});

it('shows a project’s whole page, and evidence that several reports share only once', async () => {
  const [report] = found().reports as [ReportCase['reports'][number]];
  const page = {
    title: 'Rover',
    description: 'On Mars',
    timeline: '4 weeks',
    roles: ['Driver: Go'],
    questions: ['Why?'],
  };
  const changed = { ...page, questions: ['Why not?'] };
  const reports = [page, page, changed].map((project, index) => ({ ...report, id: index + 5, evidence: { project } }));
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ kind: 'project', reports })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await screen.findByText('Same evidence as in the report above');
  const texts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(texts).toEqual(['4 weeks', 'Driver: Go', 'Why?', '4 weeks', 'Driver: Go', 'Why not?']);
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

it('says in the history what was reported when, and what became of it', async () => {
  const earlier = { kind: 'project' as const, reason: 'spam' as const, member: ben, decision: null };
  const about = [
    { ...earlier, id: 8, title: 'Rover', created_at: '2026-03-01T06:30:00.000Z' },
    { ...earlier, id: 9, title: 'Rover', created_at: '2026-03-02T06:30:00.000Z' },
    { ...earlier, id: 10, title: 'Lander', created_at: '2026-03-02T06:30:00.000Z', decision: 'hide' as const },
  ];
  const histories = [{ member: ben, suspended: false, about, by: [], acts: [] }];
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ histories })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await screen.findByRole('link', { name: /“Rover” by Ben · Spam or advertising · Open · 1\sMar 2026, 12:00\spm$/u });
  screen.getByRole('link', { name: /“Rover” by Ben · Spam or advertising · Open · 2\sMar 2026, 12:00\spm$/u });
  screen.getByRole('link', {
    name: /“Lander” by Ben · Spam or advertising · Project hidden · 2\sMar 2026, 12:00\spm$/u,
  });
});

it('a key that opens a decision, pressed twice, is no text in its note', async () => {
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
  // The note has the focus, so that further keys are text.
  await user.keyboard('jk');
  expect((screen.getByLabelText('Note for moderators') as HTMLTextAreaElement).value).toBe('jk');
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
  expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([true, false]);
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

it('says which reports are from the time of another creator, and stay open after a warning', async () => {
  const [report] = found().reports;
  const project = { id: 7, title: 'Rover', hidden: false };
  const evidence = { project: { title: 'Rover', description: 'Cheap phones' } };
  const reports = report
    ? [
        { ...report, evidence },
        { ...report, id: 6, evidence, member: asha },
      ]
    : [];
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ kind: 'project', project, reports })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await screen.findByText(
    'Warn and Suspend apply to Ben. Reports from when the project had another creator stay open then.',
  );
  const lines = screen.getAllByText(/^Reported by/u).map(({ textContent }) => textContent ?? '');
  expect(lines.map((line) => line.includes(', when Asha was the creator'))).toEqual([false, true]);
});
