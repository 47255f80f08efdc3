import { Smile } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { IconButton } from '../../../ui/button/IconButton';
import { Popover } from '../../../ui/overlay/Popover';
import { TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import type { InsertEmojiProps } from './InsertEmoji';

const InsertEmoji = lazyPart<'InsertEmoji', InsertEmojiProps>(() => import('./InsertEmoji'), 'InsertEmoji');

/** Opens the emoji panel above a message's field. Not needed on touch, whose keyboards have emoji. */
export function EmojiButton(props: Omit<InsertEmojiProps, 'onLeave'>) {
  const [open, setOpen] = useState(false);
  const leave = () => setOpen(false);
  return (
    <Popover
      label="Emoji"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Smile} label="Insert an emoji" className="pointer-coarse:hidden" />}
    >
      <div className="bg-surface p-3">
        <TakesKeyboard onLeave={leave}>
          <InsertEmoji {...props} onLeave={leave} />
        </TakesKeyboard>
      </div>
    </Popover>
  );
}
