import { runsFull } from '@sangam/testing/runs';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import { pointAt, pressableAt } from './stand-still.js';
import type { Account } from './test-server.js';
import { untilLoaded } from './within.js';

/**
 * Buttons that cause a call or an event, apart from decisions (decisions.test.ts), are pressed twice at once: with the mouse, and with Enter.
 * Each causes it once.
 */
const server = await sharedTestServer();

/** A double click, and a key that bounces. */
const GAP_MS = { mouse: 120, Enter: 30 };
/** The rows alternate between them; in full mode each is played with both. */
const turns = ['mouse', 'Enter'] as const;
/** Time in which a wrong second call would have been sent. */
const AFTER_MS = 250;

interface People {
  asha: Account;
  bina: Account;
  project: number;
  other: number;
}
interface Row {
  path: (people: People) => string;
  /** Opens what the button is in, and fills it in. */
  open?: (page: Page) => Promise<unknown>;
  button: (page: Page) => Locator;
  does: string;
}

const button = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .last();
const item = (name: string | RegExp) => (page: Page) =>
  page.getByRole('menuitem', { name, exact: typeof name === 'string' });
const within = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name, exact: typeof name === 'string' });
const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await button(name)(page).click();
  };
const pick = (menu: string | RegExp, name: string | RegExp) => async (page: Page) => {
  await press(menu)(page);
  await item(name)(page).click();
};
const inMessage = (text: string) => async (page: Page) => {
  const bubble = chat({ page }).bubble(text);
  await bubble.hover();
  await bubble.getByRole('button', { name: /^Actions for/u }).click();
};
const proof =
  (password: string, ...opens: (string | RegExp)[]) =>
  async (page: Page) => {
    await press(...opens)(page);
    await page.getByRole('textbox', { name: 'Current password' }).fill(password);
  };

const own = ({ project }: People) => `/projects/${project}`;
const member = ({ bina }: People) => `/people/${bina.id}`;
const thread = ({ bina }: People) => `/messages/${bina.id}`;
const at = (path: string) => () => path;
const PASSWORD = 'Correct-horse-7';

const rows: Record<string, Row> = {
  'Save changes of a profile': {
    path: at('/profile'),
    async open(page) {
      await press('Edit Profile')(page);
      await page.getByLabel('College').fill(`IIT ${Math.random()}`);
      await page.getByLabel('Skills').fill('React');
    },
    button: button('Save changes'),
    does: 'PATCH users/profile',
  },
  'Add free hours': { path: at('/settings/hours'), button: button('Add'), does: 'PUT hours' },
  'Create Project': {
    path: at('/projects/new'),
    async open(page) {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').fill('Fair map');
      await dialog.getByLabel('Description').fill('Every stall on one page.');
      await dialog.getByLabel('Category').selectOption('other');
    },
    button: within('Create Project'),
    does: 'POST projects',
  },
  'Edit a project': {
    path: own,
    async open(page) {
      await pick('Manage', /^Edit/u)(page);
      await page.getByRole('dialog').getByLabel('Description').fill(`A page for every stall ${Math.random()}`);
    },
    button: within('Save changes'),
    does: 'PATCH projects/#',
  },
  'Mute a project': {
    path: ({ other }) => `/projects/${other}`,
    button: button('Mute this project'),
    does: 'PUT projects/#/mute',
  },
  'Finish a project': {
    path: own,
    open: pick('Manage', /^Finish/u),
    button: within('Finish project'),
    does: 'PUT projects/#/state',
  },
  Invite: {
    path: member,
    open: press(/^Invite to a project/u),
    button: within('Send invitation'),
    does: 'POST projects/#/invitations',
  },
  Report: {
    path: member,
    async open(page) {
      await pick(/^More for/u, /^Report/u)(page);
      await page.getByLabel('Reason').selectOption({ index: 1 });
    },
    button: within('Report'),
    does: 'POST reports',
  },
  'Send a message': {
    path: thread,
    open: (page) => chat({ page }).composer.fill('Once, please'),
    button: button('Send message'),
    does: 'message:send',
  },
  'Quick reaction': {
    path: thread,
    open: (page) => chat({ page }).bubble('React to me').hover(),
    button: (page) =>
      chat({ page })
        .bubble('React to me')
        .getByRole('button', { name: /^React with/u })
        .first(),
    does: 'message:react',
  },
  'A reaction of the other': {
    path: thread,
    button: (page) => chat({ page }).bubble('Reacted').getByRole('button', { name: /^🎉/u }),
    does: 'message:react',
  },
  'React from the menu': {
    path: thread,
    open: inMessage('Menu'),
    button: (page) => page.getByRole('menuitemcheckbox').first(),
    does: 'message:react',
  },
  Pin: { path: thread, open: inMessage('Menu'), button: item('Pin'), does: 'message:pin' },
  Save: { path: thread, open: inMessage('Menu'), button: item('Save'), does: 'message:save' },
  Unpin: {
    path: thread,
    open: press(/pinned messages$/u),
    button: (page) => page.getByRole('button', { name: 'Unpin' }).first(),
    does: 'message:unpin',
  },
  'Remove from saved': {
    path: at('/messages'),
    open: press('Saved messages'),
    button: (page) => page.getByRole('button', { name: 'Remove from saved' }).first(),
    does: 'message:unsave',
  },
  'Delete a message': {
    path: thread,
    async open(page) {
      await inMessage('Delete me')(page);
      await item(/^Delete/u)(page).click();
    },
    button: within('Delete'),
    does: 'message:delete',
  },
  'Mute a conversation': {
    path: thread,
    open: press('More'),
    button: item('Mute conversation'),
    does: 'PUT messages/c/#/mute',
  },
  'Archive a conversation': {
    path: thread,
    open: press('More'),
    button: item('Archive conversation'),
    does: 'conversation:archive',
  },
  'Show me': { path: ({ asha }) => `/people/${asha.id}`, button: button(/^Show me/u), does: 'PATCH users/profile' },
  'Log out a device': {
    path: at('/settings/devices'),
    button: button(/^Log out (?!all)/u),
    does: 'DELETE account/sessions/#',
  },
  'Log out all others': {
    path: at('/settings/devices'),
    button: button('Log out all others'),
    does: 'DELETE account/sessions',
  },
  'Change address': {
    path: at('/settings/account'),
    async open(page) {
      await proof(PASSWORD, 'Change address')(page);
      await page.getByLabel('New email address').fill(`new.${Math.random()}@example.org`);
    },
    button: button(/^(?:Request|Send) the link/u),
    does: 'PUT account/email',
  },
  'Download data': {
    path: at('/settings/data'),
    open: proof(PASSWORD, 'Download data'),
    button: button('Download data'),
    does: 'POST account/export',
  },
  'Change password': {
    path: at('/settings/account'),
    async open(page) {
      await proof(PASSWORD, 'Change password')(page);
      await page.getByRole('textbox', { name: 'New password' }).fill(`${PASSWORD}8`);
    },
    button: button('Change password'),
    does: 'PUT account/password',
  },
};

/** Calls and events that pages send by themselves. */
const ALONE =
  /mark-read|typing|password-check|update-status|refresh|vitals|web-push|inbox|presence:|:watch|message:read/u;

async function seed(): Promise<People> {
  const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
  const project = await server.postProject(asha, { title: 'Kiosk', max_members: 4 });
  await server.postProject(asha, { title: 'Second kiosk', max_members: 4 });
  await server.api(bina, 'PATCH /api/users/profile', { listed: true });
  // With these, the member’s page offers to be listed.
  await server.api(asha, 'PATCH /api/users/profile', { college: 'IIT Madras', skills: ['SQL'] });
  const say = (by: Account, to: Account, content: string) =>
    server.api(by, 'POST /api/messages', { receiver_id: to.id, content });
  for (const text of ['React to me', 'Reacted', 'Menu', 'Pinned', 'Pinned, too']) await say(bina, asha, text);
  await say(asha, bina, 'Delete me');
  const on = (seq: number, what: string) => `PUT /api/messages/conversation/${bina.id}/${seq}/${what}`;
  await server.api(bina, `PUT /api/messages/conversation/${asha.id}/2/reactions`, {
    emoji: '🎉',
    client_id: crypto.randomUUID(),
  });
  for (const seq of [4, 5]) {
    await server.api(asha, on(seq, 'pin'), { client_id: crypto.randomUUID() });
    await server.api(asha, on(seq, 'saved'), { client_id: crypto.randomUUID() });
  }
  for (let n = 0; n < 3; n += 1)
    await server.call(null, 'POST /api/auth/login', { body: { email: asha.email, password: asha.password } });
  const other = await server.postProject(bina, { title: 'Fair map' });
  await server.joinTeam(other, bina, asha);
  return { asha, bina, project, other };
}

it.each(turns)('two presses at once with %s act once', async (by) => {
  const people = await seed();
  const { page, emitted } = await server.actor(people.asha, '/dashboard');
  page.setDefaultTimeout(15_000);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() !== 'GET')
      calls.push(
        `${request.method()} ${pathname.replace('/api/', '').replaceAll(/[\da-f]{8}-[-\da-f]{27}|\d+/gu, '#')}`,
      );
  });
  const wrong: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(rows).filter((_, index) => runsFull || index % 2 === turns.indexOf(by))) {
    const done = (): string[] => [...calls, ...emitted.map(({ event }) => event)].filter((one) => !ALONE.test(one));
    try {
      await page.goto(row.path(people));
      await untilLoaded(page);
      await row.open?.(page);
      const target = row.button(page);
      await (by === 'mouse' ? pointAt(target) : pressableAt(target));
      calls.length = 0;
      emitted.length = 0;
      if (by === 'mouse') {
        for (const clickCount of [1, 2]) {
          await page.mouse.down({ clickCount });
          await page.mouse.up({ clickCount });
          if (clickCount === 1) await page.waitForTimeout(GAP_MS[by]);
        }
      } else {
        await target.focus();
        const first = page.keyboard.press('Enter');
        await page.waitForTimeout(GAP_MS[by]);
        await Promise.all([first, page.keyboard.press('Enter')]);
      }
      for (let waited = 0; done().length === 0 && waited < 40; waited += 1) await page.waitForTimeout(AFTER_MS);
      await page.waitForTimeout(AFTER_MS * 2);
      if (done().join() !== row.does) wrong[name] = done();
    } catch (error) {
      wrong[name] = String(error).split('\n').slice(0, 3).join(' ');
    }
  }
  expect(wrong).toEqual({});
});
