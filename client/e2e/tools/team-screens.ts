import type { Page } from 'playwright-core';
import type { Account } from '../test-server.js';
import type { Screen } from './screens.js';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const choose = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).first().click();

/** Presses a button that opens a menu, and then one of the menu's items. */
const inMenu = (button: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await press(page, button);
  await choose(page, item);
};
const open = (name: string | RegExp) => (page: Page) => press(page, name);

async function openTeam(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Festival map/u })
    .first()
    .click();
  await page.getByText('Yes, please.').last().waitFor();
}
const inTeam = (then: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await openTeam(page);
  await then(page);
};

interface Story {
  festival: number;
  /** A project with a reopened and a withdrawn request, and no team. */
  library: number;
  /** A project that is offered to Meera. */
  bicycles: number;
  asha: Account;
  accounts: { rohan: Account; meera: Account; fatima: Account; stranger: Account };
}

/** People, teams, roles, invitations, dialogs and menus. */
export function teamScreens({ festival, library, bicycles, asha, accounts }: Story): Screen[] {
  const { rohan, fatima, stranger } = accounts;
  const project = `/projects/${festival}`;
  const withRohan = `/messages/${rohan.id}`;
  return [
    { name: 'people', path: '/collaborators', as: 'asha', whole: true },
    { name: 'people-filtered', path: '/collaborators?skills=Kotlin', as: 'asha' },
    { name: 'member', path: `/people/${rohan.id}`, as: 'asha', whole: true },
    { name: 'member-visitor', path: `/people/${asha.id}`, as: 'visitor' },
    { name: 'member-missing', path: '/people/9999', as: 'asha' },
    { name: 'own-page', path: `/people/${asha.id}`, as: 'asha', whole: true },
    { name: 'own-page-edit', path: `/people/${asha.id}`, as: 'asha', act: open('Edit intro'), whole: true },
    { name: 'own-page-as-stranger', path: `/people/${asha.id}?as=stranger`, as: 'asha', whole: true },
    { name: 'roles', path: project, as: 'newcomer', whole: true },
    { name: 'roles-join', path: project, as: 'newcomer', act: open(/^Join/u), whole: true },
    { name: 'team-member', path: project, as: 'rohan', whole: true },
    { name: 'team-leave', path: project, as: 'rohan', act: open('Leave') },
    { name: 'teammate-menu', path: project, as: 'asha', act: open(/^More for/u) },
    { name: 'creator', path: project, as: 'asha', whole: true },
    { name: 'creator-reject', path: project, as: 'asha', act: open(/^Reject (?!several)/u), whole: true },
    { name: 'creator-what-if', path: project, as: 'asha', act: (page) => page.getByRole('checkbox').first().check() },
    { name: 'creator-decided', path: project, as: 'asha', act: open('Show decided requests'), whole: true },
    { name: 'creator-invitations', path: project, as: 'asha', act: open('Show invitations'), whole: true },
    { name: 'manage-menu', path: project, as: 'asha', act: open('Manage') },
    { name: 'manage-edit', path: project, as: 'asha', act: inMenu('Manage', 'Edit project') },
    { name: 'manage-transfer', path: project, as: 'asha', act: inMenu('Manage', /^Transfer/u) },
    { name: 'manage-finish', path: project, as: 'asha', act: inMenu('Manage', /^Finish/u) },
    { name: 'manage-delete', path: `/projects/${library}`, as: 'asha', act: inMenu('Manage', /^Delete/u) },
    { name: 'remove-member', path: project, as: 'asha', act: inMenu(/^More for/u, /^Remove/u) },
    { name: 'share', path: project, as: 'rohan', act: open('Share project') },
    { name: 'report-project', path: project, as: 'rohan', act: open('Report this project') },
    { name: 'member-menu', path: `/people/${rohan.id}`, as: 'asha', act: open(/^More for/u) },
    { name: 'report-member', path: `/people/${rohan.id}`, as: 'asha', act: inMenu(/^More for/u, /^Report/u) },
    { name: 'block', path: `/people/${rohan.id}`, as: 'asha', act: inMenu(/^More for/u, /^Block/u) },
    { name: 'invite', path: `/people/${fatima.id}`, as: 'asha', act: open(/^Invite to a project/u) },
    { name: 'invited-dashboard', path: '/dashboard', as: 'asha', whole: true },
    { name: 'invited-work', path: '/work', as: 'asha', whole: true },
    { name: 'invited-project', path: '/projects/4', as: 'asha', whole: true },
    { name: 'conversations', path: '/messages', as: 'asha' },
    { name: 'archive', path: '/messages?archived=shown', as: 'asha' },
    { name: 'team', path: '/messages', as: 'asha', act: openTeam },
    { name: 'team-info', path: '/messages', as: 'asha', act: inTeam(open('Team info')) },
    { name: 'team-seen', path: '/messages', as: 'asha', act: inTeam(open(/^Seen by/u)) },
    { name: 'team-menu', path: '/messages', as: 'asha', act: inTeam(open('More')) },
    { name: 'conversation-menu', path: withRohan, as: 'asha', act: open('More') },
    { name: 'message-menu', path: withRohan, as: 'asha', act: (page) => focusLast(page) },
    { name: 'message-delete', path: withRohan, as: 'asha', act: (page) => inOwnMenu(page, /^Delete/u) },
    { name: 'message-requests', path: '/messages?requests=shown', as: 'asha' },
    { name: 'message-request', path: `/messages/${stranger.id}`, as: 'asha' },
    { name: 'search-results', path: '/dashboard', as: 'asha', act: searchFor },
    { name: 'shortcuts', path: '/dashboard', as: 'asha', act: (page) => page.keyboard.press('?') },
    { name: 'create-project-role', path: '/projects/new', as: 'asha', act: open('Add a role') },
    { name: 'create-project-role-faults', path: '/projects/new', as: 'asha', act: leaveRole },
    { name: 'join-role', path: project, as: 'newcomer', act: open(/^Join/u) },
    { name: 'toast', path: withRohan, as: 'asha', act: inMenu('More', /^(?:Mute|Unmute)/u) },
    ...['account', 'notifications', 'hours', 'privacy', 'appearance', 'devices', 'data'].map((section) => ({
      name: `settings-${section}`,
      path: `/settings/${section}`,
      as: 'asha',
      whole: true as const,
    })),
    ...[
      { name: 'password', path: 'account', button: 'Change password' },
      { name: 'address', path: 'account', button: 'Change address' },
      { name: 'export', path: 'data', button: 'Download data' },
      { name: 'delete', path: 'data', button: 'Delete account' },
    ].map(({ name, path, button }) => ({
      name: `settings-${path}-${name}`,
      path: `/settings/${path}`,
      as: 'asha',
      whole: true as const,
      act: open(button),
    })),
    { name: 'settings-hours-empty', path: '/settings/hours', as: 'newcomer', whole: true },
    { name: 'transfer-offered', path: `/projects/${bicycles}`, as: 'asha', whole: true },
    { name: 'transfer-received', path: `/projects/${bicycles}`, as: 'meera', whole: true },
    { name: 'transfer-dashboard', path: '/dashboard', as: 'meera', whole: true },
    { name: 'request-reopened', path: `/projects/${library}`, as: 'kabir', whole: true },
    { name: 'request-reopened-work', path: '/work', as: 'kabir', whole: true },
    { name: 'request-withdrawn', path: `/projects/${library}`, as: 'arjun', whole: true },
    { name: 'request-withdrawn-work', path: '/work', as: 'arjun', whole: true },
    {
      name: 'request-reopened-creator',
      path: `/projects/${library}`,
      as: 'asha',
      act: open('Show decided requests'),
      whole: true,
    },
    ...[
      { name: 'member', path: `/people/${rohan.id}` },
      { name: 'conversation', path: withRohan },
      { name: 'project', path: project },
    ].map(({ name, path }) => ({
      name: `${name}-abroad`,
      path,
      as: 'asha',
      whole: true as const,
      zone: 'America/New_York',
    })),
    { name: 'moderation', path: '/moderation', as: 'meera' },
    { name: 'moderation-case', path: '/moderation', as: 'meera', act: openCase, whole: true },
    ...['Dismiss', 'Warn', 'Suspend'].map((action) => ({
      name: `moderation-${action.toLowerCase()}`,
      path: '/moderation',
      as: 'meera',
      whole: true as const,
      act: openAction(action),
    })),
    { name: 'moderation-hide', path: '/moderation', as: 'meera', act: openHide, whole: true },
  ];
}

async function focusLast(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for/u })
    .last()
    .click();
  await page.getByRole('menuitem').first().waitFor();
}

async function inOwnMenu(page: Page, item: RegExp): Promise<void> {
  const menus = page.getByRole('button', { name: /^Actions for/u });
  await menus.first().waitFor();
  for (let n = (await menus.count()) - 1; n >= 0; n -= 1) {
    await menus.nth(n).click();
    const found = page.getByRole('menuitem', { name: item });
    if ((await found.count()) > 0) return found.click();
    await page.keyboard.press('Escape');
  }
}

async function searchFor(page: Page): Promise<void> {
  await press(page, /^Search/u);
  await page.getByRole('dialog').getByRole('combobox').fill('festival');
  await page.getByRole('option').first().waitFor();
}

async function searchForNothing(page: Page): Promise<void> {
  await press(page, /^Search/u);
  await page.getByRole('dialog').getByRole('combobox').fill('zeppelin');
}

async function openCase(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Ravi Kumar/u })
    .first()
    .click();
  await page.getByText('Buy my course').first().waitFor();
}

const openAction = (action: string) => async (page: Page) => {
  await openCase(page);
  await press(page, new RegExp(`^${action}`, 'u'));
};

async function openHide(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Festival map/u })
    .first()
    .click();
  await press(page, /^Hide project/u);
}

async function leaveRole(page: Page): Promise<void> {
  await press(page, 'Add a role');
  await page.getByLabel('Seats').fill('0');
  await page.keyboard.press('Tab');
  await page.getByText(/^A role needs 1 to/u).waitFor();
}

/** Screens of a suspended member, who signs in and starts to delete the account. */
export function suspendedScreens({ email, password }: Account): Screen[] {
  const signIn = async (page: Page): Promise<void> => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Your account is suspended' }).waitFor();
  };
  const screen = { path: '/login', as: 'visitor', whole: true } as const;
  return [
    { ...screen, name: 'suspended', act: signIn },
    {
      ...screen,
      name: 'suspended-delete',
      act: async (page) => {
        await signIn(page);
        await press(page, 'Delete account');
      },
    },
  ];
}

/** The screens of an installation on its first day. */
export const firstDayScreens: readonly Screen[] = [
  { name: 'first-landing', path: '/', as: 'visitor', whole: true },
  { name: 'first-projects-visitor', path: '/projects', as: 'visitor' },
  { name: 'first-dashboard', path: '/dashboard', as: 'first', whole: true },
  { name: 'first-projects', path: '/projects', as: 'first' },
  { name: 'first-people', path: '/collaborators', as: 'first' },
  { name: 'first-messages', path: '/messages', as: 'first' },
  { name: 'first-work', path: '/work', as: 'first' },
  { name: 'first-saved', path: '/messages', as: 'first', act: open('Saved messages') },
  { name: 'first-bell-messages', path: '/projects', as: 'first', act: open(/^New messages/u) },
  { name: 'first-bell-notifications', path: '/projects', as: 'first', act: open(/^Notifications/u) },
  { name: 'first-search', path: '/projects', as: 'first', act: open(/^Search/u) },
  { name: 'first-search-nothing', path: '/projects', as: 'first', act: searchForNothing },
  { name: 'first-page', path: '/profile', as: 'first', whole: true },
  { name: 'first-analytics', path: '/analytics', as: 'first' },
];
