import type { ReportLine } from '@sangam/shared/trust/moderation';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { setSingleKeys } from '../../../core/device/shortcuts';
import { resetStores } from '../../../core/store/reset';
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

const page = (
  <Routes>
    <Route path="/" element={<ModerationPage />} />
  </Routes>
);

it('lists open reports, with the number of reports about the same subject', async () => {
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

it('asks the moderator to choose a report if there is one, and names the keys only if they are on', async () => {
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

it('shows messages around the reported ones only when asked, and closes gaps', async () => {
  const said = (seq: number) => ({ seq, sender: ben, content: `said ${seq}`, created_at: at });
  const evidence = { seq: 4, seqs: [4, 7], messages: [said(4), said(7)] };
  const { of } = fakeServer({
    'GET /api/moderation/reports/:id': () => data(found({ reports: [{ ...report, evidence }] })),
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

it('offers no more messages, and doesn’t mention their entries, once moderators may read no further', async () => {
  const said = (seq: number) => ({ seq, sender: ben, content: `said ${seq}`, created_at: at });
  const evidence = { seq: 4, seqs: [4, 400], messages: [said(4), said(400)] };
  fakeServer({
    'GET /api/moderation/reports/:id': () => data(found({ reports: [{ ...report, evidence }] })),
    'GET /api/moderation/reports/:id/context': ({ query }) =>
      data({
        messages: query.get('before') === '400' ? [said(399)] : query.get('after') === '4' ? [said(5)] : [],
        has_more: false,
      }),
  });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  const auditNote = () => screen.queryByText('Loading more messages adds an entry to the audit trail.');
  for (const found of ['said 5', 'said 399']) {
    await user.click(await screen.findByRole('button', { name: 'Show messages in between' }));
    await screen.findByText(found);
  }
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show messages in between' })).toBeNull());
  expect(auditNote()).toBeTruthy();
  for (const side of ['earlier', 'later'])
    await user.click(screen.getByRole('button', { name: `Show ${side} messages` }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Show .* messages/u })).toBeNull());
  expect(auditNote()).toBeNull();
});

it('distinguishes reporters of the same name', async () => {
  const other = { ...asha, id: 12 };
  const reports = [asha, other].map((reporter, index) => ({ ...report, id: 5 + index, reporter }));
  const histories = [ben, asha, other].map((one) => ({ member: one, suspended: false, about: [], by: [], acts: [] }));
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ reports, histories })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await waitFor(() => expect(screen.getAllByText(/^Reported by/u)).toHaveLength(2));
  expect(screen.getAllByText(/^Reported by/u).map(({ textContent }) => textContent?.split(',')[0])).toEqual([
    'Reported by Asha (member 2)',
    'Reported by Asha (member 12)',
  ]);
  screen.getByText('(reported)');
  screen.getByText('(reporter, member 12)');
});

it('shows the file name of a message without text only once', async () => {
  const file = { id: 'f', name: 'logo.webp', kind: 'file' as const, bytes: 1 };
  const messages = [{ seq: 2, sender: ben, content: 'logo.webp', created_at: at, attachments: [file] }];
  const reports = found().reports.map((one) => ({ ...one, evidence: { seq: 2, messages } }));
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ reports })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await screen.findByRole('list', { name: 'Messages' });
  expect(screen.getAllByText('logo.webp')).toHaveLength(1);
});

it('shows the roles that a reported member would take', async () => {
  const reported = { name: 'Ben', college: '', skills: [], github_link: null, takes_roles: ['Troll', 'Thief'] };
  const reports = found().reports.map((one) => ({ ...one, evidence: { member: reported } }));
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ kind: 'member', reports })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  expect((await screen.findByRole('term')).textContent).toBe('Roles');
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Troll', 'Thief']);
});

it('says whose version of a transferred project was reported again', async () => {
  const project = { title: 'Rover', description: 'On Mars', creator: { id: 9, name: 'Carl' } };
  const reports = found().reports.map((one) => ({ ...one, evidence: { project } }));
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ kind: 'project', reports })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  await screen.findByText('Reported again after a transfer: this is Carl’s version.');
});

it('shows what a page said before, and what the member wrote to the reporter', async () => {
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
  const reports = [{ ...report, evidence }];
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ kind: 'member', reports })) });
  show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  const earlier = await screen.findByRole('region', { name: 'Earlier versions' });
  expect(earlier.textContent).toMatch(/^Before .*HeadlineBeforeLinkshttps:\/\/a.examplehttps:\/\/b.example$/u);
  const notes = screen.getByRole('region', { name: 'Notes to the reporter' });
  within(notes).getByText(/^Rejection or removal from “Rover”, /u);
  within(notes).getByText('Out, loser');
  within(notes).getByText(/^postcard “Rover”, /u);
});

it('shows only the newest of many notes until the moderator asks for the others', async () => {
  const notes = Array.from({ length: 12 }, (_, n) => ({
    ...{ kind: 'end_note' as const, project: 'Rover', text: `note ${n + 1}` },
    at: `2026-01-${10 + n}T00:00:00.000Z`,
  }));
  const evidence = { member: { name: 'Ben', college: '', skills: [], github_link: null }, notes };
  const reports = [{ ...report, evidence }];
  fakeServer({ 'GET /api/moderation/reports/:id': () => data(found({ kind: 'member', reports })) });
  const user = show(<CaseView id={5} backTo="/moderation" nextTo={null} />, { as: moderator });
  const shown = () => screen.getAllByText(/^note \d+$/u).map(({ textContent }) => textContent);
  await screen.findByText('note 3');
  expect([shown().length, shown()[0]]).toEqual([10, 'note 3']);
  await user.click(screen.getByRole('button', { name: 'Show 2 earlier notes' }));
  expect(shown()).toHaveLength(12);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Notes to the reporter' }));
});

it('shows a project’s whole page, and evidence that several reports share only once', async () => {
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
