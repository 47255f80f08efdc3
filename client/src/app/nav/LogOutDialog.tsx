import { useOutbox } from '../../chat/state/outbox/outbox';
import type { Unsent } from '../../core/realtime/live';
import { unsent } from '../../core/session/log-out';
import { Button } from '../../ui/button/Button';
import { Dialog, DialogActions } from '../../ui/overlay/Dialog';
import { logOutDialog, logOutWithToast } from './log-out';

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function unsentText({ messages, drafts }: Unsent): string {
  const parts = [messages > 0 && counted(messages, 'message'), drafts > 0 && counted(drafts, 'draft')];
  const what = parts.filter((part) => part !== false).join(' and ');
  return `${what} ${messages + drafts === 1 ? 'hasn’t' : 'haven’t'} been sent yet.`;
}

/** Asks before a logout that would delete unsent messages or drafts. The numbers update as messages are sent. */
export function LogOutDialog() {
  const open = logOutDialog.useIsOpen();
  useOutbox((state) => state.items.length + state.acts.length);
  const left = unsent();
  const isLeft = left.messages + left.drafts > 0;
  return (
    <Dialog open={open} onOpenChange={logOutDialog.close} title="Log out?">
      <div className="grid gap-4">
        <p role="status">
          {isLeft
            ? `${unsentText(left)} Logging out deletes ${left.messages + left.drafts === 1 ? 'it' : 'them'} from this browser.`
            : 'Everything has been sent.'}
        </p>
        <DialogActions>
          <Button onClick={logOutDialog.close}>Cancel</Button>
          <Button variant={isLeft ? 'danger' : 'primary'} onClick={logOutWithToast}>
            Log out
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
