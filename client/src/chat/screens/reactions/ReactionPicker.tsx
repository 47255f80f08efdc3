import { Dialog } from '../../../ui/overlay/Dialog';
import { type Acting, stopActing } from '../../state/outbox/outbox-acts';
import { actOn } from '../../sync/outbox-sender';
import { EmojiPanel } from './EmojiPanel';

/** Picks any emoji as a reaction. */
export function ReactionPicker({ acting: { target } }: { acting: Acting }) {
  const choose = (emoji: string) => {
    actOn(target, { verb: 'react', text: emoji });
    stopActing();
  };
  return (
    <Dialog open onOpenChange={stopActing} title="React with an emoji">
      <EmojiPanel onChoose={choose} />
    </Dialog>
  );
}
