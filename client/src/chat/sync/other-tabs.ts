import { dropPending, followOutbox } from '../state/outbox/outbox';
import { syncThread } from '../state/thread/threads.sync';
import { wakeSender } from './outbox-sender';

/** How long a message that another tab took over stays on screen when fetching it fails. */
const HANDED_OVER_MS = 5_000;

/** Follows what other tabs of this member write and send, until `signal` aborts. */
export function followOtherTabs(signal: AbortSignal): void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null) return;
    const taken = followOutbox(event.key, event.newValue);
    if (taken === null) {
      wakeSender();
      return;
    }
    // Sent by another tab: fetch the stored message before the waiting one leaves.
    const leave = setTimeout(() => dropPending(taken.client_id), HANDED_OVER_MS);
    void syncThread(taken.receiver_id).then((answer) => {
      if (!answer.ok) return;
      clearTimeout(leave);
      dropPending(taken.client_id);
    });
  };
  window.addEventListener('storage', onStorage, { signal });
}
