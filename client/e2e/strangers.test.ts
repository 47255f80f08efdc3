import { json } from 'node:stream/consumers';
import { eventually } from '@sangam/testing/eventually';
import { runsAll, runsFull } from '@sangam/testing/runs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { checkAll, options, type Screen } from './axe.js';
import { chat, untilTick } from './chat-page.js';
import { walkLarge, wide, withLargeText } from './large-text.js';
import { ownTestServer } from './servers.js';
import type { Account, Actor } from './test-server.js';
import { checkTargets, phone, type TouchScreen } from './touch-targets.js';
import { secondPressOver } from './within.js';

/** A server that keeps strangers' first messages as message requests, and has a moderator. */
const server = await ownTestServer({ MESSAGE_REQUESTS: 'on' });
const [asha, ravi, mod] = [
  await server.signUp('Asha Verma'),
  await server.signUp('Ravi Stranger'),
  await server.signUp('Meena Moderator'),
];
const write = (from: Account, to: Account, content: string) =>
  server.api(from, 'POST /api/messages', { receiver_id: to.id, content });
const press = ({ page }: { page: Page }, name: string) => page.getByRole('button', { name, exact: true }).click();
const says = ({ page }: { page: Page }, text: string) => page.getByText(text).first().waitFor();

/** The member named in the setting becomes a moderator only with a confirmed address. */
beforeAll(async () => {
  const sent = await server.api(mod, 'POST /api/account/verification');
  expect(sent.status).toBe(200);
  const link = await eventually(async () => {
    const found = await server.emailedLink(mod.email, '/verify-email');
    if (found === undefined) throw new Error('no email yet');
    return found;
  });
  const token = new URL(link, server.url).searchParams.get('token');
  expect((await server.api(mod, 'POST /api/auth/verify-email', { token })).status).toBe(200);
  await server.kill();
  await server.restart({ MODERATORS: mod.email });
});

const report = async (actor: Actor, words: string) => {
  const form = actor.page.getByRole('form', { name: 'Report' });
  await form.getByLabel('Reason').selectOption({ index: 1 });
  await form.getByLabel('What’s wrong?').fill(words);
  await form.getByRole('button', { name: 'Report', exact: true }).click();
  await says(actor, 'Thank you. A moderator will review it.');
};

const suspendedScreen: Screen = {
  path: '/suspended',
  act: (page) => page.getByRole('button', { name: 'Delete account' }).waitFor(),
};

it('a stranger writes, is ignored, reported, blocked and suspended', async () => {
  const stranger = await server.actor(ravi, `/messages/${asha.id}`);
  await chat(stranger).composer.waitFor();
  await chat(stranger).write('Buy my course, friend');
  const reader = await server.actor(asha, '/dashboard');
  // The message shows only in the message requests.
  await reader.page.getByRole('button', { name: 'New messages', exact: true }).first().waitFor();
  await reader.page.goto('/messages');
  await reader.page.getByRole('link', { name: /^Message requests/u }).click();
  await reader.page.getByRole('link', { name: /Ravi Stranger/u }).click();
  await says(reader, 'You don’t share a team with Ravi Stranger.');
  expect(await chat(reader).composer.count()).toBe(0);
  await press(reader, 'Ignore messages');
  await says(reader, 'You have ignored Ravi Stranger. They aren’t notified.');

  // The sender sees an ordinary conversation.
  await chat(stranger).write('Are you there?');
  await chat(stranger).bubble('Are you there?').waitFor();
  await untilTick(chat(stranger).tick('Are you there?'), 'sent');
  await chat(reader).bubble('Are you there?').waitFor();

  await press(reader, 'Report message…');
  await reader.page.getByRole('checkbox', { name: /Buy my course, friend/u }).check();
  await report(reader, 'The same to everybody in my class');
  await press(reader, 'Block…');
  await reader.page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  await says(reader, 'Ravi Stranger is blocked');
  await chat(stranger).write('Hello?');
  await says(stranger, 'This member doesn’t accept new messages.');

  const moderator = await server.actor(mod, '/moderation');
  await moderator.page.getByRole('link', { name: /Ravi Stranger/u }).click();
  for (const text of ['Buy my course, friend', 'The same to everybody in my class']) await says(moderator, text);
  await moderator.page.getByRole('button', { name: /^Suspend/u }).click();
  const form = moderator.page.getByRole('form', { name: 'Suspend Ravi Stranger' });
  await form.getByLabel(/^Note/u).fill('Advertises to strangers');
  await form.getByRole('button', { name: 'Suspend Ravi Stranger', exact: true }).click();
  await says(moderator, 'Ravi Stranger is suspended');
  await stranger.page.waitForURL('**/login*');
  const signIn = stranger.page.getByRole('form', { name: 'Sign in' });
  await signIn.getByLabel('Email').fill(ravi.email);
  await signIn.getByLabel('Password', { exact: true }).fill(ravi.password);
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
  await stranger.page.getByRole('heading', { name: 'Your account is suspended' }).waitFor();
  await says(stranger, 'Spam or advertising');
  await checkAll(stranger.page, [suspendedScreen]);
  const data = stranger.page.getByRole('button', { name: 'Download data', exact: true });
  await data.click();
  await stranger.page.getByRole('form', { name: 'Download your data' }).getByRole('button', { name: 'Cancel' }).click();
  // The reader keeps the message.
  await reader.page.reload();
  await chat(reader).bubble('Buy my course, friend').waitFor();
});

it.runIf(runsAll)('a member exports their data, deletes the account, and signs up again', async () => {
  const [former, friend] = [await server.signUp('Lata Former'), await server.signUp('Farah Friend')];
  await write(former, friend, 'See you');
  await write(friend, former, 'Take care');
  const leaving = await server.actor(former, '/settings/data');
  await press(leaving, 'Download data');
  const proof = leaving.page.getByRole('form', { name: 'Download your data' });
  await proof.getByLabel('Current password', { exact: true }).fill(former.password);
  const download = leaving.page.waitForEvent('download');
  await proof.getByRole('button', { name: 'Download data' }).click();
  const { head, conversations } = (await json(await (await download).createReadStream())) as Record<string, object>;
  expect([head, conversations]).toMatchObject([{ format: 'sangam-export-1' }, [{ with: { name: 'Farah Friend' } }]]);
  await press(leaving, 'Delete account');
  await leaving.page.getByLabel('Current password', { exact: true }).fill(former.password);
  await secondPressOver(leaving.page);
  await press(leaving, 'Delete my account');
  await says(leaving, 'Your account will be deleted in 30 days.');

  const staying = await server.actor(friend, `/messages/${former.id}`);
  await chat(staying).bubble('See you').waitFor();
  await chat(staying).write('One more thing');
  await says(staying, 'This member doesn’t accept new messages.');

  await leaving.page.goto('/login');
  const signIn = leaving.page.getByRole('form', { name: 'Sign in' });
  await signIn.getByLabel('Email').fill(former.email);
  await signIn.getByLabel('Password', { exact: true }).fill(former.password);
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn.getByRole('button', { name: 'Restore account' }).click();
  await says(leaving, 'Welcome back! Your account won’t be deleted.');
  await chat(staying).write('Good to see you');
  await chat(staying).bubble('Good to see you').waitFor();
});

/** A screen that is opened by a full load, since an open panel might stay open within the application. */
const screen = (path: string, shows: (page: Page) => Locator): Screen & TouchScreen => ({
  path,
  shows,
  act: (page) => shows(page).first().waitFor(),
});
const moderatorsScreens = (reported: number) => [
  screen('/moderation', (page) => page.getByRole('list', { name: 'Reports' })),
  screen(`/moderation/${reported}`, (page) => page.getByRole('group', { name: 'Decide' })),
  screen('/moderation?state=decided', (page) => page.getByRole('heading', { name: 'Moderation' })),
];
const readersScreens = (sender: Account) => [
  screen('/messages?requests=shown', (page) => page.getByRole('heading', { name: 'Message requests' })),
  screen(`/messages/${sender.id}`, (page) => page.getByRole('region', { name: 'Message request', exact: true })),
];

it.runIf(runsAll)(
  'the message requests and the moderators’ pages are accessible in either theme, wide and narrow, by touch',
  async () => {
    const [reader, sender] = [await server.signUp('Rani Reader'), await server.signUp('Sam Sender')];
    await write(sender, reader, 'Hello from nowhere');
    const body = { kind: 'message', id: sender.id, seq: 1, reason: 'spam', words: 'Look' } as const;
    const { data } = await server.call(reader, 'POST /api/reports', { body });
    const visits = [
      [reader, readersScreens(sender)],
      [mod, moderatorsScreens(data.id)],
    ] as const;
    for (const [account, screens] of visits) {
      const [first] = screens as [Screen, ...Screen[]];
      await checkAll((await server.actor(account, first.path, options)).page, screens);
      await checkTargets((await server.actor(account, first.path, phone)).page, screens);
      const paths = screens.map(({ path }) => path);
      for (const size of runsFull ? [phone, wide] : [phone])
        expect(await walkLarge(await withLargeText(server, account, first.path, size), paths)).toEqual([]);
    }
  },
);
