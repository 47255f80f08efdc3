import { Ellipsis } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { singleKeyOf } from '../../../core/device/shortcuts';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { latePart, lazyPart } from '../../../lib/loading/lazy-part';
import { IconButton } from '../../../ui/button/IconButton';
import { cx } from '../../../ui/cx';
import { Popover } from '../../../ui/overlay/Popover';
import { TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import type { MessageItem } from '../thread-items/thread.select';
import { replyTo } from './reply-to';

const MessageMenuItems = lazyPart(() => import('./MessageMenuItems'), 'MessageMenuItems');

const loadKeys = () => import('./MessageMenuItems').catch(() => null);

const QuickReactions = latePart(() => import('../reactions/QuickReactions'), 'QuickReactions');

interface MessageMenuProps {
  item: MessageItem;
  conversation: ConversationKey;
  own: boolean;
  me: number;
  writer: string;
  /** The id of the message's text, which tells this button from those of other messages. */
  textId: string;
  /** The mouse is over the message. */
  isHovered?: boolean;
}

/**
 * The button next to a bubble that opens its menu, shown under the mouse and to the Tab key. On touch, the bubble opens
 * it.
 */
export function MessageMenu({ item, conversation, own, me, writer, textId, isHovered = false }: MessageMenuProps) {
  const message = item.kind === 'stored' && !item.message.deleted_at ? item.message : null;
  const [open, setOpen] = useState(false);
  return (
    <span
      className={cx(
        'absolute inset-y-0 flex select-none items-center whitespace-normal',
        own ? 'right-full flex-row-reverse' : 'left-full',
      )}
    >
      <Popover
        label="Message"
        role="menu"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <IconButton
            icon={Ellipsis}
            label={`Actions for ${own ? 'your' : `${writer}’s`} message`}
            aria-describedby={textId}
            onKeyDown={(event) => {
              const key = singleKeyOf(event);
              if (key === 'r') replyTo(item, conversation);
              else if (key !== null)
                void loadKeys().then((keys) => keys?.actByKey(key, item, { conversation, own, me }));
            }}
            // Hidden by its colour: an opacity would cost one layer per row while scrolling.
            className="h-full max-h-control text-transparent focus-visible:text-muted aria-expanded:text-fg group-hover/message:text-muted pointer-coarse:pointer-events-none forced-colors:pointer-coarse:opacity-0"
          />
        }
      >
        <TakesKeyboard onLeave={() => setOpen(false)}>
          <MessageMenuItems item={item} conversation={conversation} own={own} me={me} onLeave={() => setOpen(false)} />
        </TakesKeyboard>
      </Popover>
      {isHovered && message && <QuickReactions message={message} conversation={conversation} me={me} />}
    </span>
  );
}

/** Opens the menu when a bubble is tapped, except on a link or to end a selection. */
export function openMenuOnTap({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  const isOnLink = target instanceof Element && target.closest('a, button, [popover]') !== null;
  if (!isTouch || isOnLink || !getSelection()?.isCollapsed) return;
  currentTarget.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click();
}
