import type { Account, LinkedSignIn } from '@sangam/shared/people/account';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as leaving from '../../../lib/links/leave-to';
import { fakeServer } from '../../../testing/fake-server';
import { settled, show } from '../../../testing/render';
import { member } from '../../../testing/samples';
import { oauthNext } from '../../state/social-sign-in';
import { SignInsCard } from './SignInsCard';

const google = (linked_at: string | null): LinkedSignIn => ({ provider: 'google', linked_at, is_offered: true });
const github: LinkedSignIn = { provider: 'github', linked_at: null, is_offered: true };
const account = (change: Partial<Account> = {}): Account => ({
  email: 'asha@example.org',
  email_verified: true,
  new_email: null,
  has_password: true,
  providers: [],
  sessions: [],
  sign_ins: [github, google(null)],
  ...change,
});
const LONG_AGO = '2026-01-01T10:00:00.000Z';

it('leads to the provider once the password is entered', async () => {
  const leaveTo = vi.spyOn(leaving, 'leaveTo').mockImplementation(() => undefined);
  const { of } = fakeServer({
    'POST /api/account/providers/:provider': () => ({
      body: { success: true, data: { url: 'https://accounts.example.org/authorize' } },
    }),
  });
  const user = show(<SignInsCard email={member.email} account={account()} />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Link Google' }));
  await user.click(screen.getByRole('button', { name: 'Continue to Google' }));
  expect(of('POST /api/account/providers/:provider')).toHaveLength(0);
  await user.type(screen.getByLabelText('Current password'), 'Correct-horse-7');
  await user.click(screen.getByRole('button', { name: 'Continue to Google' }));
  await waitFor(() => expect(leaveTo).toHaveBeenCalledWith('https://accounts.example.org/authorize'));
  const [call] = of('POST /api/account/providers/:provider');
  expect([call?.path, call?.body]).toEqual(['/api/account/providers/google', { current_password: 'Correct-horse-7' }]);
  expect(oauthNext()).toBe('/settings/account');
  leaveTo.mockRestore();
});

it('unlinks, and shows why that failed', async () => {
  let tries = 0;
  fakeServer({
    'GET /api/account': () => ({ body: { success: true, data: account() } }),
    'DELETE /api/account/providers/:provider': () => {
      tries += 1;
      if (tries > 1) return { body: { success: true } };
      return {
        status: 409,
        body: { success: false, code: 'LAST_WAY_IN', message: 'This is your only way to sign in.' },
      };
    },
  });
  const signIns = [github, google(LONG_AGO)];
  const user = show(
    <SignInsCard email={member.email} account={account({ has_password: false, sign_ins: signIns })} />,
    { as: member },
  );
  await user.click(screen.getByRole('button', { name: 'Unlink Google' }));
  expect(screen.queryByLabelText('Current password'), 'of who has none').toBeNull();
  await user.click(screen.getByRole('button', { name: 'Unlink' }));
  expect((await screen.findAllByText('This is your only way to sign in.')).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Unlink' }));
  await screen.findByText('Google is unlinked');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unlink Google' }));
});

it.each([
  ['?linked=google', 'Google is linked. You can sign in with it.'],
  ['?error=linked_elsewhere', 'The sign-in wasn’t linked. That account belongs to another member here.'],
  ['?error=<b>made+up</b>', 'The sign-in wasn’t linked.'],
])('shows the result when the member returns with %s, and clears the address', async (query, text) => {
  fakeServer({});
  show(<SignInsCard email={member.email} account={account({ sign_ins: [google(LONG_AGO)] })} />, {
    as: member,
    path: `/settings${query}`,
  });
  await screen.findByText(text);
  expect(screen.getByTestId('address').textContent).toBe('/settings');
});

it('ignores an address that claims a link that was not made', async () => {
  fakeServer({});
  show(<SignInsCard email={member.email} account={account()} />, { as: member, path: '/settings?linked=google' });
  await settled();
  expect(screen.queryByText(/is linked\./u)).toBeNull();
});

it('is absent where no provider is known', () => {
  show(<SignInsCard email={member.email} account={account({ sign_ins: [] })} />, { as: member });
  expect(screen.queryByText('Linked sign-ins')).toBeNull();
});
