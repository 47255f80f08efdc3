import type { Db } from '../../platform/db/database.js';

interface FirstMessage {
  sender_id: number;
  receiver_id: number;
}

/** Returns those of these first messages that are message requests. */
export async function findMessageRequests<Sent extends FirstMessage>(
  db: Db,
  firstMessages: readonly Sent[],
): Promise<Sent[]> {
  if (firstMessages.length === 0) return [];
  const rows = await db
    .selectFrom('memberships')
    .select(['user_id', 'other_id'])
    .where('request', 'in', ['waiting', 'ignored'])
    .where(
      'user_id',
      'in',
      firstMessages.map(({ receiver_id }) => receiver_id),
    )
    .where(
      'other_id',
      'in',
      firstMessages.map(({ sender_id }) => sender_id),
    )
    .execute();
  return firstMessages.filter(({ sender_id, receiver_id }) =>
    rows.some(({ user_id, other_id }) => user_id === receiver_id && other_id === sender_id),
  );
}
