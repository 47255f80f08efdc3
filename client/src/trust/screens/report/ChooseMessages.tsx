import type { Message } from '@sangam/shared/chat/messages';
import { isolate } from '@sangam/shared/core/isolate';
import { productDate } from '@sangam/shared/core/product-zone';
import { clockTime } from '@sangam/shared/core/time';
import { trustLimits } from '@sangam/shared/trust/limits';
import { useState } from 'react';
import { useSession } from '../../../core/session/session';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { Button } from '../../../ui/button/Button';
import { cx } from '../../../ui/cx';
import { Checkbox } from '../../../ui/form/Checkbox';

/** Number of messages shown on each side of the meant one, and added by each press. */
const AROUND = 2;
const STEP = 10;

interface ChooseMessagesProps {
  messages: readonly Message[];
  /** The message that was meant; null for the newest ones. */
  meant: number | null;
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
  error: string | undefined;
}

/** Quotes messages of the conversation. Other members' messages can be chosen; the member's own give the context. */
export function ChooseMessages({ messages, meant, chosen, onChange, error }: ChooseMessagesProps) {
  const me = useSession(({ user }) => user?.id ?? 0);
  const at = meant === null ? messages.length - 1 : messages.findIndex(({ seq }) => seq === meant);
  const [range, setRange] = useState({
    from: Math.max(0, at - (meant === null ? STEP - 1 : AROUND)),
    to: Math.min(messages.length, at + AROUND + 1),
  });
  const shown = messages.slice(range.from, range.to);
  const isFull = chosen.length >= trustLimits.reportedMessagesMax;
  const toggle = (seq: number) =>
    onChange(chosen.includes(seq) ? chosen.filter((one) => one !== seq) : [...chosen, seq]);
  return (
    <fieldset className="grid gap-2" aria-invalid={error !== undefined}>
      <legend className="mb-1 font-medium text-sm">Messages to report</legend>
      {range.from > 0 && (
        <Button
          ref={passFocusOn}
          size="sm"
          variant="ghost"
          onClick={() => setRange({ ...range, from: Math.max(0, range.from - STEP) })}
        >
          Show earlier messages
        </Button>
      )}
      <ol data-takes-focus className="grid gap-1.5">
        {shown.map((message) => (
          <li
            key={message.seq}
            className={cx(
              'rounded-md border px-3',
              chosen.includes(message.seq) ? 'border-danger-text/40 bg-danger-soft' : 'border-line',
            )}
          >
            {message.sender_id !== me ? (
              <Checkbox
                label={<Quote message={message} />}
                checked={chosen.includes(message.seq)}
                disabled={isFull && !chosen.includes(message.seq)}
                onChange={() => toggle(message.seq)}
              />
            ) : (
              <p className="pl-7.5 text-muted text-sm">
                <Quote message={message} own />
              </p>
            )}
          </li>
        ))}
      </ol>
      {range.to < messages.length && (
        <Button ref={passFocusOn} size="sm" variant="ghost" onClick={() => setRange({ ...range, to: range.to + STEP })}>
          Show later messages
        </Button>
      )}
      {error !== undefined && <p className="text-danger-text text-sm">{error}</p>}
    </fieldset>
  );
}

function Quote({ message, own = false }: { message: Message; own?: boolean }) {
  const { sender_name, content, created_at, deleted_at, attachments } = message;
  const files = attachments?.map(({ name }) => isolate(name)).join(', ');
  return (
    <span className="block min-w-0 py-1.5">
      <span className="block text-muted text-xs">
        {own ? 'You' : isolate(sender_name)},{' '}
        <time dateTime={created_at} className="whitespace-nowrap">
          {productDate(new Date(created_at))}, {clockTime(created_at)}
        </time>
      </span>
      {/* The content of a message without text is the name of its first file. */}
      {content !== attachments?.[0]?.name && (
        <span className="wrap-anywhere line-clamp-6 whitespace-pre-wrap text-fg">
          {deleted_at ? 'Deleted message' : content}
        </span>
      )}
      {files && <span className="wrap-anywhere block text-muted text-sm">Attached: {files}</span>}
    </span>
  );
}
