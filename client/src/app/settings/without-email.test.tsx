import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSite } from '../../core/site/site';
import { ready } from '../../core/store/loadable';
import { applyChoices } from '../../notices/state/choices';
import { ConfirmAddressBanner } from '../../people/screens/account/ConfirmAddressBanner';
import { ForgotPasswordPage } from '../../people/screens/sign-in/ForgotPasswordPage';
import { MuteProject } from '../../projects/screens/page/MuteProject';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { choices, member } from '../../testing/samples';
import { SettingsPage } from './SettingsPage';

const account = {
  email: member.email,
  email_verified: false,
  new_email: 'new@example.org',
  has_password: false,
  providers: [],
  sessions: [],
};

beforeEach(() => {
  useSite.setState(ready({ sign_in: [], terms_version: 'x', mails: false }));
  fakeServer({
    'GET /api/account': () => ({ body: { success: true, data: account } }),
    'GET /api/notification-choices': () => ({ body: { success: true, data: choices({ mails: false }) } }),
    'POST /api/auth/forgot-password': () => ({ body: { success: true } }),
  });
});
afterEach(() => useSite.setState({ status: 'idle', data: null, error: null }));

const shown = () => document.body.textContent ?? '';
/** Matches texts that promise an email. */
const promisesEmail =
  /\bcheck your email|another email|\bwe (?:have )?(?:sent|send|email)|\bour email|email me|email you|emailed|on its way|emails\b/iu;

it('forgot password says that the operator has the link', async () => {
  const user = show(<ForgotPasswordPage />, { path: '/forgot-password' });
  screen.getByText(/its operator passes the reset link on to you/u);
  expect(shown()).not.toMatch(promisesEmail);
  await user.type(screen.getByLabelText('Email'), 'asha@example.org');
  await user.click(screen.getByRole('button', { name: 'Send reset link' }));
  await screen.findByText(/its reset link is with the operator/u);
  expect(screen.getByRole('link', { name: 'Contact the operator' }).getAttribute('href')).toBe('/support');
  screen.getByRole('heading', { name: 'Ask the operator for your link' });
  expect(shown()).not.toMatch(promisesEmail);
  await user.click(screen.getByRole('button', { name: 'Request another link' }));
  await screen.findByText('Requested again. Only the newest link is valid.');
  expect(shown()).not.toMatch(promisesEmail);
});

it('the settings promise no email', async () => {
  const user = show(<SettingsPage />, { as: member, path: '/settings/account', route: '/settings/:section?' });
  await screen.findByText('Not confirmed yet. This site sends no email: request a link, then ask the operator for it.');
  screen.getByRole('button', { name: 'Request a new link' });
  await user.click(screen.getByRole('button', { name: 'Change address' }));
  await user.click(screen.getByRole('button', { name: 'Request a link to set one' }));
  await screen.findByText('Ask the operator for your link. It’s valid for one hour.');
  expect(shown()).not.toMatch(promisesEmail);
});

it('the time zone is not used for emails', async () => {
  show(<SettingsPage />, { as: member, path: '/settings/appearance', route: '/settings/:section?' });
  await screen.findByText('Used for quiet hours.');
  expect(shown()).not.toMatch(promisesEmail);
});

it.each([
  ['the banner about an unconfirmed address', <ConfirmAddressBanner key="banner" />],
  ['a muted project', <MuteProject key="mute" id={7} />],
])('%s promises no email', async (_, part) => {
  applyChoices(choices({ mails: false, muted_project_ids: [7] }));
  show(part, { as: member, path: '/verify-email?token=x' });
  expect(shown()).not.toMatch(promisesEmail);
});
