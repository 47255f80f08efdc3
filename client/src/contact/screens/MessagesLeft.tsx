import type { KnocksLeft } from '@sangam/shared/contact/calls';
import { useKnocksLeft } from './use-contact-limits';

interface MessagesLeftProps {
  otherId: number;
  name: string;
  /** How many the member has written. */
  sent: number;
}

/** How many messages may still be sent to somebody who has not answered; for the composer. */
export function MessagesLeft({ otherId, name, sent }: MessagesLeftProps) {
  const left = useKnocksLeft(otherId, sent);
  const words = left && wordsOf(left, name, sent);
  if (!words) return null;
  return (
    <p role="status" className="break-words px-4 py-2 text-muted text-sm">
      {words}
    </p>
  );
}

function wordsOf({ messages_left, first_messages_left }: KnocksLeft, name: string, sent: number): string | null {
  if (messages_left === null) return null;
  if (messages_left === 0 && sent > 0) return `You can write more once ${name} has answered.`;
  if (messages_left === 0)
    return `Others have not answered your first messages yet. You can write to ${name} once one of them has.`;
  const messages = messages_left === 1 ? '1 message' : `${messages_left} messages`;
  const isLast = sent === 0 && first_messages_left === 1;
  const last = isLast ? ` ${name} is the last new member you can write to before another answers.` : '';
  return `You can send ${messages} before ${name} answers.${last}`;
}
