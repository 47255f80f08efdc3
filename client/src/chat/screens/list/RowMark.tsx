import { MailOpen } from 'lucide-react';
import { IconButton } from '../../../ui/button/IconButton';
import { markLastUnread } from '../thread/mark-last-unread';

/** Marks a conversation as unread, for a mouse: the key `U` on its line and the menu of the open conversation do the same. */
export const RowMark = ({ id, name }: { id: number; name: string }) => (
  <span className="absolute inset-y-0 right-2 hidden items-center group-hover/row:flex pointer-coarse:hidden">
    <IconButton
      icon={MailOpen}
      label={`Mark ${name} as unread`}
      tabIndex={-1}
      onClick={() => markLastUnread(id)}
      className="border border-line bg-raised"
    />
  </span>
);
