import { Smile } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { IconButton } from '../../../ui/button/IconButton';
import { Popover } from '../../../ui/overlay/Popover';
import { TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';

const EmojiPanel = lazyPart(() => import('../emoji/EmojiPanel'), 'EmojiPanel');

/** Opens the emoji panel above a message's field. Not needed on touch, whose keyboards have emoji. */
export function EmojiButton({ onChoose }: { onChoose: (emoji: string) => void }) {
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Popover
      label="Emoji"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Smile} label="Insert an emoji" className="pointer-coarse:hidden" />}
    >
      <div ref={panel} className="bg-surface p-3">
        <TakesKeyboard onLeave={() => setOpen(false)}>
          <EmojiPanel
            onChoose={(emoji) => {
              setOpen(false);
              onChoose(emoji);
            }}
          />
          <FocusField within={panel} />
        </TakesKeyboard>
      </div>
    </Popover>
  );
}

/** Focuses the panel's field once it has loaded. */
function FocusField({ within }: { within: RefObject<HTMLElement | null> }) {
  useEffect(() => within.current?.querySelector('input')?.focus(), [within]);
  return null;
}
