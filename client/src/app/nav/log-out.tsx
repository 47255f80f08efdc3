import toast from 'react-hot-toast/headless';
import { logOut, unsent } from '../../core/session/log-out';
// Registers what each subject deletes at a logout.
import '../live/subjects';
import { createDialogStore } from '../../core/store/dialog';

/** Ends the session; asks first if that would delete unsent messages or drafts. `onAsk` runs when the dialog opens. */
export function askToLogOut(onAsk?: () => void): void {
  const { messages, drafts } = unsent();
  if (messages + drafts === 0) logOutWithToast();
  else {
    onAsk?.();
    logOutDialog.open(true);
  }
}

/** Ends the session and confirms it. */
export function logOutWithToast(): void {
  void logOut();
  toast.success('Logged out successfully');
}

/** The dialog that asks before a logout that would delete unsent data. */
export const logOutDialog = createDialogStore<true>();
