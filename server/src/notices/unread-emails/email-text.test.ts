import { expect, it } from 'vitest';
import { renderLetter } from '../../platform/email/render.js';
import type { Unread } from '../unread-changes/unread-words.js';
import { composeUnreadEmail } from './email-text.js';
import { nextSteps } from './next-steps.js';

const unreadMessage = (change: Partial<Unread> = {}): Unread => ({
  kind: 'message',
  version: 1,
  receivedVersion: 1,
  at: new Date(0),
  title: 'Asha Rao',
  body: 'New message',
  path: '/messages/7',
  about: { member_id: 7 },
  actor: 'Asha Rao',
  act: 'sent you a message',
  project: null,
  text: 'A secret plan',
  answerBy: null,
  ...change,
});
const publicUrl = 'https://sangam.test';
const compose = (unread: Unread[], showsText = false) => {
  const letter = composeUnreadEmail({ to: 'bina@example.org', name: 'Bina' }, unread, {
    publicUrl,
    showsText,
    timeZone: 'Asia/Kolkata',
    link: (groups) => `https://sangam.test/stop/${groups.join('-')}`,
  });
  const operator = { name: null, address: null, email: null };
  return { ...letter, ...renderLetter(letter, { publicUrl, operator }) };
};

it('lists unread items in one email, those that end soon first, with links', () => {
  const reminder = unreadMessage({
    kind: 'request:last_day',
    actor: 'Chitra',
    act: 'has one more day',
    text: null,
    path: '/projects/3?request=4',
  });
  const email = compose([unreadMessage(), reminder]);
  expect(email.subject).toBe('Chitra has one more day, and 1 more');
  expect(email.text.indexOf('Chitra')).toBeLessThan(email.text.indexOf('Asha Rao sent you a message\n'));
  for (const content of [email.text, email.html]) {
    expect(content).toContain('https://sangam.test/messages/7');
    expect(content).toContain('https://sangam.test/projects/3?request=4');
    expect(content).toContain('https://sangam.test/stop/messages');
    expect(content).not.toContain('secret');
  }
  // The button of mail programs unsubscribes only from the group that the subject is about.
  expect(email.unsubscribe).toBe('https://sangam.test/stop/reminders');
  expect(email.text).toContain('https://sangam.test/stop/reminders');
});

it.each([
  [['message', 'project:unlisted', 'request:accepted', 'seat:offered'], 'seat:offered'],
  [['request:received', 'request:accepted', 'request:reminder', 'request:last_day'], 'request:last_day'],
  [['request:reminder', 'message', 'request:rejected', 'request:received'], 'request:rejected'],
  [['message', 'of tomorrow', 'projects:new'], 'message'],
])('an email about %j has the subject %s', (kinds, subject) => {
  const email = compose(kinds.map((kind) => unreadMessage({ kind, actor: null, act: kind })));
  expect(email.subject.replaceAll('\u2060', '')).toBe(`${subject}, and ${kinds.length - 1} more`);
});

it('uses the singular or plural for notifications, at its start and end', () => {
  const said = (count: number) =>
    compose(
      Array.from({ length: count }, (_, n) =>
        unreadMessage({ kind: 'seat:joined', act: 'did it', path: `/projects/${n}` }),
      ),
    ).text;
  expect(said(1)).toMatch(/^Hi Bina,\n\nAsha Rao did it[\s\S]*because this notification is unread\./u);
  expect(said(2)).toMatch(/have 2 unread notifications:[\s\S]*because these notifications are unread\./u);
});

it("names the deadline of an item that needs an answer, also in the email's preview", () => {
  const answerBy = new Date('2026-12-01T10:35:00Z');
  const request = unreadMessage({ kind: 'request:received', act: 'wants to join Rover', text: null, answerBy });
  const email = compose([request, unreadMessage()]);
  expect(email.text).toContain(
    'Asha Rao wants to join Rover\n  Answer by 1 Dec 2026, 4:05 pm IST\nReview request: https',
  );
  expect(email.html.match(/>Answer by 1 Dec 2026, 4:05 pm IST/gu)).toHaveLength(2);
  expect(email.text.match(/Answer by/gu)).toHaveLength(1);
});

it('shows several requests to one project as one, with the next deadline, and says the same whatever their order', () => {
  const joinRequest = (n: number, id = 3): Unread =>
    unreadMessage({
      kind: 'request:received',
      about: { project_id: id },
      actor: `Member ${n}`,
      act: `wants to join Rover ${id}`,
      project: `Rover ${id}`,
      text: null,
      path: `/projects/${id}?request=${n}`,
      at: new Date(n),
      answerBy: new Date(`2026-12-0${n}T10:35:00Z`),
    });
  const unread = [joinRequest(3), joinRequest(2), joinRequest(4), joinRequest(1, 8), unreadMessage()];
  const email = compose(unread);
  expect(email.subject).toBe('Member 4 and 2 others want to join Rover 3, and 2 more');
  expect(email.text).toContain('You have 5 unread notifications:');
  expect(email.text).toContain(
    'Member 4 and 2 others want to join Rover 3\n  Answer the first by 2 Dec 2026, 4:05 pm IST\nReview requests: https://sangam.test/projects/3\n',
  );
  expect(email.text).toContain('Member 1 wants to join Rover 8\n  Answer by 1 Dec');
  expect(compose(unread.toReversed()).text).toBe(email.text);
});

/** Returns the text that a list of emails shows after the subject. */
const previewOf = (html: string): string => /mso-hide:all">([^<]*?)(?:&#847;|<)/u.exec(html)?.[1] ?? '';

it.each(Object.keys(nextSteps))('the preview of an email about %s alone says more than its subject', (kind) => {
  const email = compose([unreadMessage({ kind, text: null })]);
  expect(previewOf(email.html)).not.toBe('');
  expect(previewOf(email.html)).not.toContain('unread notification');
  expect(email.subject).not.toContain(previewOf(email.html));
});

it('an email about a reviewed report links to the page that explains what happens after a report', () => {
  const email = compose([
    unreadMessage({ kind: 'report:reviewed', actor: null, act: 'A moderator reviewed your report', path: '/support' }),
  ]);
  expect(email.html).toContain('See how reports are handled');
});

it('quotes messages if the member chose so', () => {
  const email = compose([unreadMessage()], true);
  expect(email.text).toContain('“A secret plan”');
  expect(email.html).toContain('A secret plan');
});

it('escapes text from members and links none of it', () => {
  const name = '<b onclick="x">Win at evil.example</b>';
  const email = compose([unreadMessage({ actor: name, text: 'https://evil.example & me@evil.example' })], true);
  expect(email.html).not.toMatch(/<b[ >]|onclick="/u);
  expect(email.html.match(/href="[^"]*"/gu)?.filter((href) => !href.includes('sangam'))).toEqual([]);
  for (const content of [email.text, email.html, email.subject]) expect(content).not.toContain('evil.example');
});

it("gives each item of a kind that isn't grouped its own row, whatever page it links to", () => {
  const removal = (actor: string) =>
    unreadMessage({ kind: 'seat:removed', actor, act: `removed you from ${actor}`, path: '/work' });
  const { text } = compose([removal('Asha'), removal('Bina')]);
  expect(text).toContain('Asha removed you from Asha\n');
  expect(text).toContain('Bina removed you from Bina\n');
});

it('counts the items beyond the limit', () => {
  const email = compose(Array.from({ length: 12 }, (_, n) => unreadMessage({ path: `/messages/${n}` })));
  expect(email.subject).toContain(', and 11 more');
  expect(email.text).toContain('And 2 more.');
  expect(email.text.match(/sent you a message/gu)).toHaveLength(10);
  expect(email.html).toContain('>And 2 more</p>');
});

const linksIn = (html: string) =>
  [...html.matchAll(/href="(?<href>https[^"]*)"[^>]*>(?<label>[^<]*)<\/a>/gu)].map(({ groups }) => ({ ...groups }));

it('gives each of several items a link to its own place', () => {
  const request = unreadMessage({
    kind: 'request:received',
    act: 'wants to join Rover',
    path: '/projects/3?request=4',
  });
  const email = compose([unreadMessage(), request]);
  expect(email.subject).toBe('Asha Rao wants to join Rover, and 1 more');
  const own = [
    { label: 'Review request', href: 'https://sangam.test/projects/3?request=4' },
    { label: 'Open conversation', href: 'https://sangam.test/messages/7' },
  ];
  expect(linksIn(email.html)).toEqual(expect.arrayContaining(own));
  for (const { label, href } of own) expect(email.text).toContain(`\n${label}: ${href}\n`);
});

it.each([
  [['/projects/3?request=4', '/messages/7'], 'Open dashboard', '/dashboard'],
  [['/projects/3', '/projects/4'], 'Open dashboard', '/dashboard'],
  [['/work', '/moderation/8'], 'Open dashboard', '/dashboard'],
  [['/work', '/work'], 'Open My work', '/work'],
  [['/projects/3?request=4', '/projects/3?request=5', '/projects/3'], 'Open project', '/projects/3'],
  [['/messages/7', '/messages/c/9'], 'Open messages', '/messages'],
])('the only button of an email about %j links to a page for all of them: %s', (paths, label, place) => {
  const email = compose(paths.map((path, n) => unreadMessage({ kind: 'team:news', actor: `Member ${n}`, path })));
  expect(email.button).toEqual({ label, href: `https://sangam.test${place}` });
  expect(email.text).toContain(`\n\n${label}: https://sangam.test${place}\n\n`);
});

it('links to the page of all reports with the only button of an email about several', () => {
  const reviewed = (n: number) =>
    unreadMessage({ kind: 'report:reviewed', actor: null, act: `A moderator reviewed report ${n}`, path: '/support' });
  const { button } = compose([reviewed(1), reviewed(2)]);
  expect(button).toEqual({ label: 'See how reports are handled', href: 'https://sangam.test/support' });
});

it.each([
  [[unreadMessage()], 'Asha Rao sent you a message'],
  [[unreadMessage(), unreadMessage({ path: '/messages/8' })], 'You have unread messages in 2 conversations'],
  [[unreadMessage(), unreadMessage({ kind: 'seat:joined', path: '/messages/8' })], 'You have 2 unread notifications'],
])('has a heading, as the emails about an account do', (unread, heading) => {
  const [, found = ''] = /<h1[^>]*>(.*?)<\/h1>/u.exec(compose(unread).html) ?? [];
  expect(found.replace(/<[^>]*>/gu, '')).toBe(heading);
});

it.each([
  ['request:accepted', '/projects/3', 'Open project'],
  ['seat:joined', '/messages/c/9', 'Open conversation'],
  ['request:rejected', '/work', 'Open My work'],
  ['request:received', '/projects/3?request=4', 'Review request'],
  ['request:withdrawn', '/projects/3', 'Open project'],
  ['interest:lapsed', '/projects/3', 'Open project'],
  ['interest:reminder', '/projects/3', 'Review interest'],
  ['invitation:last_day', '/projects/3', 'See invitation'],
  ['invitation:unanswered', '/projects/3', 'Open project'],
  ['offer:received', '/projects/3', 'See transfer'],
  ['offer:leaving', '/projects/3', 'See transfer'],
  ['question:received', '/messages/c/9', 'Open conversation'],
])('the button of an email about %s names what %s opens: %s', (kind, path, label) => {
  const { button } = compose([unreadMessage({ kind, path, act: 'did it' })]);
  expect(button).toEqual({ label, href: `https://sangam.test${path}` });
});
