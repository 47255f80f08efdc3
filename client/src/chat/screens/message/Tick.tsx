import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import { cx } from '../../../ui/cx';

export type TickState = 'waiting' | 'sending' | 'sent' | 'seen' | 'failed';

const ticks = {
  waiting: { icon: Clock, label: 'Sending' },
  sending: { icon: Clock, label: 'Sending' },
  sent: { icon: Check, label: 'Sent' },
  seen: { icon: CheckCheck, label: 'Seen' },
  failed: { icon: CircleAlert, label: 'Not sent' },
};

/** How far one's own message has got. */
export function Tick({ state }: { state: TickState }) {
  const { icon: Icon, label } = ticks[state];
  return (
    <Icon
      role="img"
      aria-label={label}
      data-tick={state}
      className={cx('size-3.5', state === 'seen' && 'text-fg', state === 'failed' && 'text-danger-text')}
    />
  );
}
