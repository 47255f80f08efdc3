import { isolate } from '@sangam/shared/core/isolate';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../core/api/errors';
import { Button } from '../../ui/button/Button';
import { OnlineButton } from '../../ui/button/OnlineButton';
import { Dialog, DialogActions } from '../../ui/overlay/Dialog';
import { blockMember } from '../sync/block';

interface BlockDialogProps {
  otherId: number;
  name: string;
  onClose: () => void;
}

/** Explains what a block does, and asks before it begins. */
export function BlockDialog({ otherId, name, onClose }: BlockDialogProps) {
  const block = async () => {
    const answer = await blockMember(otherId);
    if (!answer.ok) return toast.error(actFailureText(answer.error, 'Failed to block this member'));
    toast.success(`${isolate(name)} is blocked`);
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={`Block ${isolate(name)}?`}>
      <div className="grid gap-4">
        <ul className="grid list-disc gap-1.5 pl-5">
          <li>You can’t write to each other or ask to join each other’s projects.</li>
          <li>Neither of you sees when the other is online, is typing or has read a message.</li>
          <li>
            Pending requests, interest, invitations, seat offers and transfers between you end, and unblocking doesn’t
            bring them back.
          </li>
          <li>Your conversation and the teams you share stay as they are.</li>
        </ul>
        <p className="text-muted text-sm">
          {isolate(name)} isn’t notified. You can unblock them here or in your settings.
        </p>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <OnlineButton variant="danger" onClick={block}>
            Block
          </OnlineButton>
        </DialogActions>
      </div>
    </Dialog>
  );
}
