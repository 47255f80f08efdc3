import { act, screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { useSession } from '../../core/session/session';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { member } from '../../testing/samples';
import { Layout } from '../layout';

/** As wide as a phone. */
function narrow(): void {
  const { dataset } = document.documentElement;
  const { rem } = dataset;
  dataset.rem = '';
  onTestFinished(() => {
    if (rem === undefined) delete dataset.rem;
    else dataset.rem = rem;
  });
}

const links = () => screen.queryByRole('navigation', { name: 'Shortcuts' });

it('a phone has the main links below a page', async () => {
  narrow();
  fakeServer({});
  show(<Layout />, { as: member, path: '/messages' });
  await screen.findByRole('navigation', { name: 'Shortcuts' });
});

it('a conversation’s address has no bottom bar, even if its reader may not open the conversation', async () => {
  narrow();
  fakeServer({});
  show(<Layout />, { as: member, path: '/messages/c/9' });
  await screen.findByRole('link', { name: 'Skip to content' });
  // The bar, if it were lazily loaded, would be on screen by then.
  await act(() => import('./BottomBar'));
  expect(links()).toBeNull();
});

it('neither bar asks a suspended member to sign in; the lower one leads to support', async () => {
  narrow();
  fakeServer({});
  useSession.setState({ status: 'signed-out' });
  show(<Layout />, { path: '/suspended' });
  await screen.findByRole('navigation', { name: 'Shortcuts' });
  for (const name of ['Sign in', 'Get Started']) expect(screen.queryByRole('link', { name })).toBeNull();
  expect(screen.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe('/support');
});
