import { Dialog } from '../../../ui/overlay/Dialog';
import { closeDialog, type MessageDialog } from '../../state/outbox/message-dialog';
import { actOn } from '../../sync/outbox-sender';
import { EmojiPanel } from '../emoji/EmojiPanel';

/** Picks any emoji as a reaction. */
export function ReactionPicker({ dialog: { target } }: { dialog: MessageDialog }) {
  const choose = (emoji: string) => {
    actOn(target, { verb: 'react', text: emoji });
    closeDialog();
  };
  return (
    <Dialog open onOpenChange={closeDialog} title="React with an emoji">
      <EmojiPanel onChoose={choose} />
    </Dialog>
  );
}
