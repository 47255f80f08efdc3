import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { writeDraft } from '../../chat/state/outbox/drafts';
import { enqueue, openOutbox, removePending, setPendingState } from '../../chat/state/outbox/outbox';
import { addRecentSearch } from '../../chat/state/recent-searches';
import { writeFormDraft } from '../../core/forms/form-drafts';
import { dropSession, useSession } from '../../core/session/session';
import { notePosition, storePositions } from '../../lib/links/positions';
import { fakeServer } from '../../testing/fake-server';
import { findDialog, show } from '../../testing/render';
import { member } from '../../testing/samples';
import { MemberDialogs } from '../member-parts';
import { MobileMenu } from './MobileMenu';

const OTHERS = ['draft:999:5', 'outbox:999:a'];

function open() {
  const { of } = fakeServer({ 'POST /api/auth/logout': () => ({}) });
  const user = show(
    <>
      <MobileMenu id="menu" onClose={() => undefined} />
      <MemberDialogs />
    </>,
    { as: member },
  );
  openOutbox(member.id);
  for (const key of OTHERS) localStorage.setItem(key, 'of another member');
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { press, loggedOut: () => of('POST /api/auth/logout').length };
}
/** Waits until the page accepts presses again after a dialog has closed. */
const pageTakesPresses = () => waitFor(() => expect(document.body.style.pointerEvents).not.toBe('none'));
const isSignedIn = () => useSession.getState().status === 'signed-in';
const stored = () => Object.keys(localStorage).filter((key) => /^(?:draft|form|outbox|searches):/u.test(key));

it('logs out at once when the outbox is empty', async () => {
  const { press, loggedOut } = open();
  writeDraft('u5', ' ');
  await press('Log out');
  expect(isSignedIn()).toBe(false);
  await screen.findByText('Logged out successfully');
  expect(loggedOut()).toBe(1);
});

it('asks before it deletes unsent messages, and leaves none of the member’s data in the browser', async () => {
  const { press, loggedOut } = open();
  enqueue('u5', 'one');
  setPendingState(enqueue('u6', 'two').client_id, 'failed', { kind: 'network' });
  writeDraft('u7', 'half a thought');
  writeFormDraft('about', { about: 'I build' });
  addRecentSearch('stepwell');
  notePosition('x /messages/5', { scrollPx: 7 });
  storePositions();
  await press('Log out');
  await findDialog('Log out?');
  screen.getByText('2 messages and 2 drafts haven’t been sent yet. Logging out deletes them from this browser.');
  await press('Cancel');
  await pageTakesPresses();
  expect([isSignedIn(), stored().length, loggedOut()]).toEqual([true, 7, 0]);
  await press('Log out');
  await findDialog('Log out?');
  await press('Log out');
  expect(isSignedIn()).toBe(false);
  expect(stored().toSorted()).toEqual(OTHERS);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('/messages/5');
  expect(loggedOut()).toBe(1);
});

it('says so when everything is sent while the dialog is open', async () => {
  const { press } = open();
  const { client_id } = enqueue('u5', 'one');
  await press('Log out');
  await screen.findByText('1 message hasn’t been sent yet. Logging out deletes it from this browser.');
  removePending(client_id);
  await waitFor(() => screen.getByText('Everything has been sent.'));
});

it('keeps unsent messages when the session ends otherwise', () => {
  open();
  enqueue('u5', 'one');
  writeDraft('u7', 'half a thought');
  dropSession('refused');
  expect(stored()).toHaveLength(4);
});
