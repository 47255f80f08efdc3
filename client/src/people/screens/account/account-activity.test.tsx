import type { AccountEntry } from '@sangam/shared/people/account';
import { act, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { member } from '../../../testing/samples';
import { changePassword } from '../../state/account';
import { AccountActivity } from './AccountActivity';

const entry = (id: number, change: Partial<AccountEntry> = {}): AccountEntry => ({
  id,
  at: '2026-01-01T10:00:00.000Z',
  kind: 'session:begun',
  by_other: false,
  details: { way: 'password' },
  device: 'Firefox on Windows',
  network: '203.0.113.7',
  ...change,
});
const answer = (entries: AccountEntry[], has_more = false) => ({
  body: { success: true, data: { entries, has_more } },
});
const lines = () => screen.getAllByRole('listitem').map((row) => row.textContent);

it('lists the account’s events with their origin, and loads more on request', async () => {
  const { of } = fakeServer({
    'GET /api/account/activity': ({ query }) =>
      query.has('before')
        ? answer([entry(1, { details: { way: 'sign-up' } })])
        : answer([entry(3, { kind: 'of-a-newer-server' }), entry(2, { device: null })], true),
  });
  const user = show(<AccountActivity />, { as: member });
  await screen.findByText('Signed in with a password');
  expect(lines()[0]).toMatch(/^Your account was changed.* · Firefox on Windows · 203\.0\.113\.7$/u);
  expect(lines()[1]).not.toContain('null');
  await user.click(screen.getByRole('button', { name: 'Show more activity' }));
  await screen.findByText('Account created');
  expect(of('GET /api/account/activity')).toHaveLength(2);
  expect(screen.queryByRole('button')).toBeNull();
});

it('scrolls to the entry that the address names, and says what a warning may lead to', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  const warned = entry(2, { kind: 'member:warned', by_other: true, details: { reason: 'spam', words: 'Be kind.' } });
  let entries = [entry(1)];
  fakeServer({ 'GET /api/account/activity': () => answer(entries) });
  const page = (
    <>
      <AccountActivity />
      <Link to="/#activity-2">To the warning</Link>
    </>
  );
  const user = show(page, { as: member, path: '/#activity' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Account activity'));
  // The warning arrived while the page was open.
  entries = [warned, entry(1)];
  await user.click(screen.getByRole('link', { name: 'To the warning' }));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Warning from a moderator (Spam'));
  screen.getByText('Be kind.');
  screen.getByText(/your account may be suspended/u);
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/support');
});

it('names no moderator', async () => {
  fakeServer({ 'GET /api/account/activity': () => answer([entry(1, { by_other: true })]) });
  show(<AccountActivity />, { as: member });
  await screen.findByText(/A moderator/u);
  expect(lines()[0]).not.toContain('Firefox');
});

it('shows a failure, and retries', async () => {
  let tries = 0;
  fakeServer({
    'GET /api/account/activity': () => {
      tries += 1;
      return tries === 1 ? refusal(500, 'INTERNAL', '') : answer([entry(1)]);
    },
  });
  const user = show(<AccountActivity />, { as: member });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  await screen.findByText('Signed in with a password');
});

it('shows a change of the password made on the same screen', async () => {
  let entries = [entry(1)];
  fakeServer({
    'GET /api/account/activity': () => answer(entries),
    'PUT /api/account/password': () => ({ body: { success: true, data: { ended: 0 } } }),
  });
  show(<AccountActivity />, { as: member });
  await screen.findByText('Signed in with a password');
  entries = [entry(2, { kind: 'password:changed' }), entry(1)];
  await act(() => changePassword({ current_password: 'Old-horse-7', password: 'New-horse-8' }));
  await screen.findByText('Password changed');
});
