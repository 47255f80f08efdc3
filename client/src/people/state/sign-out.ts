import { create } from 'zustand';
import { deleteChosenFiles } from '../../chat/state/files/chosen-files-name';
import { countDrafts, deleteDrafts } from '../../chat/state/outbox/drafts';
import { deleteOutbox, useOutbox } from '../../chat/state/outbox/outbox';
import { request } from '../../core/api/client';
import { currentUserId, dropSession } from '../../core/session/session';
import { onReset } from '../../core/store/reset';
import { forgetPlaces } from '../../lib/links/places';
import { writeStored } from '../../lib/storage';

/** Whether the dialog is open that asks before a logout which would delete something. */
export const useSignOutDialog = create<{ open: boolean }>(() => ({ open: false }));
onReset(() => setSignOutDialog(false));

export function setSignOutDialog(open: boolean): void {
  useSignOutDialog.setState({ open });
}

/** What the member has written in this browser and not sent. */
export interface Unsent {
  messages: number;
  drafts: number;
}

export function unsent(): Unsent {
  const member = currentUserId();
  const { items, acts } = useOutbox.getState();
  return { messages: items.length + acts.length, drafts: member === null ? 0 : countDrafts(member) };
}

/**
 * Ends the session here at once and on the server as soon as it answers. Who uses this browser next finds nothing of the
 * member's, also not what was never sent (R2.18).
 */
export async function signOut(): Promise<void> {
  const member = currentUserId();
  if (member === null) return;
  const ended = request('POST /api/auth/logout');
  forgetMember(member);
  await ended;
}

/** Leaves nothing of a member in this browser (R2.18). */
export function forgetMember(member: number): void {
  // First the session, so that no other tab takes a deleted message for one that was sent.
  dropSession('logout');
  deleteOutbox(member);
  deleteDrafts(member);
  deleteChosenFiles(member);
  writeStored(`emoji:${member}`, null);
  writeStored(`emoji-tone:${member}`, null);
  forgetPlaces();
}
