import type { PendingAct } from '../../state/outbox/outbox.reduce';

/** The numbers of the pinned messages once what waits is done, the newest pin first. */
export function shownPins(pins: readonly number[], acts: readonly PendingAct[]): readonly number[] {
  let shown = pins;
  for (const { verb, seq } of acts) {
    if (seq === null || (verb !== 'pin' && verb !== 'unpin' && verb !== 'delete')) continue;
    if (verb !== 'pin') shown = shown.filter((one) => one !== seq);
    else if (!shown.includes(seq)) shown = [seq, ...shown];
  }
  return shown;
}
