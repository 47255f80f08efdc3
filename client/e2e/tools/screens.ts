import type { Page } from 'playwright-core';

/** One screenshot: its page, the member, and the actions before it. */
export interface Screen {
  name: string;
  path: string;
  /** A name of the tool's accounts; `visitor` has none. */
  as: string;
  act?: (page: Page) => Promise<unknown>;
  /** Takes the whole page instead of the window. */
  whole?: true;
  /** Taken only in a wide window. */
  wide?: true;
  /** The reader's time zone, if it isn't the product's. */
  zone?: string;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

async function showErrors(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Please fill in all fields').first().waitFor();
}

async function failToSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('asha@sangam.example');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-horse-1');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Invalid email or password').first().waitFor();
}

async function askForEmail(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('asha@sangam.example');
  await press(page, 'Send reset link');
  await page.getByRole('heading', { name: 'Ask the operator for your link' }).waitFor();
}

async function openChat(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Rohan Mehta/u })
    .first()
    .click();
  await page.getByText('Saturday works. 4 pm?').last().waitFor();
}

/** The screenshots. A phone shows either the list or the thread, so the thread has its own. */
export const screens: readonly Screen[] = [
  { name: 'landing', path: '/', as: 'visitor', whole: true },
  { name: 'login', path: '/login', as: 'visitor' },
  { name: 'login-reset-done', path: '/login?message=password-reset-success', as: 'visitor' },
  {
    name: 'login-social-failed',
    path: '/oauth-success?error=access_denied',
    as: 'visitor',
    act: (page) => page.waitForURL('**/login?error=oauth_failed'),
  },
  { name: 'signup', path: '/signup', as: 'visitor', act: showErrors, whole: true },
  { name: 'forgot-password', path: '/forgot-password', as: 'visitor' },
  { name: 'email-sent', path: '/forgot-password', as: 'visitor', act: askForEmail },
  { name: 'reset-invalid', path: '/reset-password', as: 'visitor' },
  { name: 'login-failed', path: '/login', as: 'visitor', act: failToSignIn },
  { name: 'verify-email', path: '/verify-email?token=x', as: 'visitor' },
  { name: 'oauth-failed', path: '/oauth-success?error=expired', as: 'visitor' },
  { name: 'projects-visitor', path: '/projects', as: 'visitor', whole: true },
  { name: 'project-visitor', path: '/projects/2', as: 'visitor', whole: true },
  { name: 'project-missing', path: '/projects/999', as: 'visitor' },
  { name: 'privacy', path: '/privacy', as: 'visitor', whole: true },
  { name: 'terms', path: '/terms', as: 'visitor', whole: true },
  { name: 'support', path: '/support', as: 'visitor', whole: true },
  { name: 'about', path: '/about', as: 'visitor', whole: true },
  { name: 'dashboard', path: '/dashboard', as: 'asha', whole: true },
  { name: 'achievements', path: '/dashboard', as: 'asha', act: (page) => press(page, 'See all achievements') },
  { name: 'analytics', path: '/analytics', as: 'asha', whole: true },
  { name: 'analytics-new', path: '/analytics', as: 'newcomer' },
  { name: 'projects', path: '/projects', as: 'asha', whole: true },
  { name: 'projects-nothing-found', path: '/projects?search=zeppelin', as: 'asha' },
  { name: 'create-project', path: '/projects/new', as: 'asha' },
  { name: 'project-own', path: '/projects/1', as: 'asha', whole: true },
  { name: 'project', path: '/projects/5', as: 'asha', whole: true },
  { name: 'messages', path: '/messages', as: 'asha' },
  { name: 'thread', path: '/messages', as: 'asha', act: openChat },
  { name: 'profile', path: '/profile', as: 'asha' },
  { name: 'profile-edit', path: '/profile', as: 'asha', act: (page) => press(page, 'Edit Profile'), whole: true },
  { name: 'bell-messages', path: '/projects', as: 'asha', act: (page) => press(page, /^New messages/u) },
  { name: 'bell-notifications', path: '/projects', as: 'asha', act: (page) => press(page, /^Notifications/u) },
  { name: 'account-menu', path: '/dashboard', as: 'asha', wide: true, act: (page) => press(page, 'Account menu') },
  { name: 'search', path: '/dashboard', as: 'asha', act: (page) => press(page, /^Search/u) },
  { name: 'welcome', path: '/welcome', as: 'newcomer' },
  { name: 'work', path: '/work', as: 'asha', whole: true },
  { name: 'join', path: '/projects/3', as: 'asha', act: (page) => press(page, 'Join the team') },
  { name: 'dashboard-new', path: '/dashboard', as: 'newcomer', whole: true },
  { name: 'messages-new', path: '/messages', as: 'newcomer' },
  { name: 'profile-new', path: '/profile', as: 'newcomer' },
];

/** Screenshots for phones only. */
export const phoneScreens: readonly Screen[] = [
  { name: 'menu', path: '/dashboard', as: 'asha', act: (page) => press(page, 'Open menu') },
];
