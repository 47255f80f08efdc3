import type { ServerPayload } from '@sangam/shared/app/socket';
import { chatLimits } from '@sangam/shared/chat/limits';
import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';

/** The members who are typing to this member now. */
export const useTyping = create<{ ids: ReadonlySet<number> }>(() => ({ ids: new Set() }));

const timers = new Map<number, ReturnType<typeof setTimeout>>();
onReset(() => {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  useTyping.setState({ ids: new Set() });
});

/** Applies a typing event. It expires, since a closed tab sends nothing. */
export function applyTyping({ sender_id, typing }: ServerPayload<'typing'>): void {
  clearTimeout(timers.get(sender_id));
  timers.delete(sender_id);
  if (typing) {
    timers.set(
      sender_id,
      setTimeout(() => applyTyping({ sender_id, typing: false }), chatLimits.typingShownMs),
    );
  }
  const { ids } = useTyping.getState();
  if (ids.has(sender_id) === typing) return;
  useTyping.setState({ ids: new Set(typing ? [...ids, sender_id] : [...ids].filter((id) => id !== sender_id)) });
}
