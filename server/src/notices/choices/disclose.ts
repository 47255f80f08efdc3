import { hideReadMarksAround, lockForReadMarks, showReadMarksAround } from '../../chat/chat.js';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { type Choices, type Chosen, changeChoices } from './queries.js';

/** Changes a member's choices, and what others are shown of them from the commit on. */
export async function changeDisclosed(
  trx: Trx,
  publish: Publish,
  userId: number,
  change: (before: Choices) => Partial<Chosen>,
): Promise<Choices> {
  let before: Choices | undefined;
  const after = await changeChoices(trx, userId, (choices) => {
    before = choices;
    return change(choices);
  });
  if (before?.presence_for !== after.presence_for) publish('presence:reserved', { user_id: userId });
  if (before?.shows_read_marks === after.shows_read_marks) return after;
  // What begins from here on finds the choice; what began before has a mark to hold.
  await lockForReadMarks(trx, userId);
  if (!after.shows_read_marks) await hideReadMarksAround(trx, userId);
  else
    for (const receipt of await showReadMarksAround(trx, userId))
      publish('messages:read', { ...receipt, is_told: true });
  return after;
}
