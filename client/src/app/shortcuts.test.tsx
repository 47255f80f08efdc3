import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setSingleKeys } from '../stores/shortcuts';
import { show } from '../testing/render';
import { member } from '../testing/samples';
import { MemberDialogs } from './member-dialogs';
import { useSingleKeys } from './use-shortcuts';

afterEach(() => setSingleKeys(true));

function Screen() {
  useSingleKeys();
  return (
    <>
      <input type="search" aria-label="Search projects" />
      <main>
        <input type="search" aria-label="Search conversations" />
        <textarea aria-label="Message" />
      </main>
      <MemberDialogs />
    </>
  );
}
const open = () => show(<Screen />, { as: member });
const dialog = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' });

it('? lists the keys, Escape closes the list', async () => {
  const user = open();
  await user.keyboard('?');
  await dialog();
  screen.getByText('New line');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('/ leads to the search field of the page', async () => {
  const user = open();
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search conversations' }));
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search conversations' }).value).toBe('');
});

it('in a field they are letters', async () => {
  const user = open();
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Really?/');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Really?/');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('they are switched off, and on again, in the list', async () => {
  const user = open();
  await user.keyboard('?');
  await dialog();
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('?/');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem('shortcuts')).toBe('off');
});
