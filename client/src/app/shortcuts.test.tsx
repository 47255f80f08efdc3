import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setShortcutsListed, setSingleKeys } from '../core/device/shortcuts';
import { useSession } from '../core/session/session';
import { show } from '../testing/render';
import { member } from '../testing/samples';
import { MemberDialogs } from './member-parts';
import { useShortcutKeys } from './shortcut-keys';

afterEach(() => setSingleKeys(true));

function Screen() {
  useShortcutKeys();
  return (
    <>
      <input type="search" aria-label="Search projects" />
      <main>
        <input type="search" aria-label="Search conversations" />
        <textarea aria-label="Message" />
      </main>
      <div popover="auto" role="dialog" aria-label="A closed bell" hidden />
      <MemberDialogs />
    </>
  );
}
const open = () => show(<Screen />, { as: member });
const dialog = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' });

it('? lists the shortcuts, and Escape closes the list', async () => {
  const user = open();
  await user.keyboard('?');
  await dialog();
  screen.getByText('New line');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('lists the keys of reports to moderators only, one for each decision', async () => {
  open();
  setShortcutsListed(true);
  await dialog();
  expect(screen.queryByRole('heading', { name: 'In reports' })).toBeNull();
  useSession.setState({ user: { ...member, is_moderator: true } });
  const { parentElement: group } = await screen.findByRole('heading', { name: 'In reports' });
  expect([...(group?.querySelectorAll('kbd') ?? [])].map((key) => key.textContent).join('')).toBe('JKDWRHS');
});

const search = () => screen.findByRole('combobox', { name: 'Search projects, people and messages' });

it('/ opens the search with an empty field', async () => {
  const user = open();
  await user.keyboard('/');
  const field = await search();
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute('value')).toBe('');
});

it('Ctrl K opens the search even from a field, and Escape returns to the field', async () => {
  const user = open();
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'half a mess{Control>}k{/Control}');
  const field = await search();
  expect(document.activeElement).toBe(field);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' })));
});

it('single-key shortcuts are plain letters in a field', async () => {
  const user = open();
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Really?/');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Really?/');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('single-key shortcuts can be switched off and on in the list', async () => {
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
