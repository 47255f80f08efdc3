import type { Db } from '../../db/database.js';
import { fail, ok, type Result } from '../../lib/result.js';

/** What never changes about a conversation, and who is known to have written in it, which never becomes untrue. */
export interface ConversationKey {
  readonly id: number;
  readonly lowId: number;
  readonly highId: number;
  lowWrote: boolean;
  highWrote: boolean;
}

/** Whether the other member is known to have written to this one. */
export const hasAnswer = (conversation: ConversationKey, userId: number): boolean =>
  userId === conversation.lowId ? conversation.highWrote : conversation.lowWrote;

/** A member of the conversation has written. */
export function noteWritten(conversation: ConversationKey, userId: number): void {
  if (userId === conversation.lowId) conversation.lowWrote = true;
  else conversation.highWrote = true;
}

export interface Conversations {
  /** The conversation of two members from the cache; undefined when this server has not opened it yet. */
  known(a: number, b: number): ConversationKey | undefined;
  /** Whether one of these members has written to the other. */
  exists(a: number, b: number): Promise<boolean>;
  /** Finds it, or creates it for a first message; USER_NOT_FOUND when one of the members does not exist. */
  open(a: number, b: number): Promise<Result<ConversationKey>>;
}

const CACHE_MAX = 100_000;

export function createConversations(db: Db): Conversations {
  // What an entry says never becomes untrue. The oldest are evicted.
  const cache = new Map<string, ConversationKey>();
  const nameOf = (a: number, b: number) => (a < b ? `${a}:${b}` : `${b}:${a}`);
  const remember = (key: ConversationKey): ConversationKey => {
    if (cache.size >= CACHE_MAX) {
      const oldest = cache.keys().next();
      if (!oldest.done) cache.delete(oldest.value);
    }
    cache.set(nameOf(key.lowId, key.highId), key);
    return key;
  };

  const known = (a: number, b: number) => cache.get(nameOf(a, b));
  const find = async (a: number, b: number): Promise<ConversationKey | undefined> => {
    const [lowId, highId] = inOrder(a, b);
    const found = await findKey(db, lowId, highId);
    return found && remember(found);
  };

  return {
    known,
    exists: async (a, b) => {
      const inMemory = known(a, b);
      // A first message that was refused leaves a conversation in which nobody wrote.
      const key = inMemory?.lowWrote || inMemory?.highWrote ? inMemory : await find(a, b);
      return key !== undefined && (key.lowWrote || key.highWrote);
    },
    async open(a, b) {
      const found = known(a, b) ?? (await find(a, b));
      if (found) return ok(found);
      const [lowId, highId] = inOrder(a, b);
      const members = await db.selectFrom('users').select('id').where('id', 'in', [lowId, highId]).execute();
      if (members.length < 2) return fail('USER_NOT_FOUND');
      const id = await create(db, lowId, highId);
      return ok(remember({ id, lowId, highId, lowWrote: false, highWrote: false }));
    },
  };
}

const inOrder = (a: number, b: number): [low: number, high: number] => (a < b ? [a, b] : [b, a]);

const findKey = (db: Db, lowId: number, highId: number): Promise<ConversationKey | undefined> =>
  db
    .selectFrom('conversations')
    .select((eb) => [
      'id',
      'low_id as lowId',
      'high_id as highId',
      eb('low_sent', '>', 0).as('lowWrote'),
      eb('high_sent', '>', 0).as('highWrote'),
    ])
    .where('low_id', '=', lowId)
    .where('high_id', '=', highId)
    .$castTo<ConversationKey>()
    .executeTakeFirst();

const create = (db: Db, lowId: number, highId: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await trx
      .insertInto('conversations')
      .values({ low_id: lowId, high_id: highId, last_message_at: null })
      .onConflict((conflict) => conflict.columns(['low_id', 'high_id']).doNothing())
      .execute();
    const { id } = await trx
      .selectFrom('conversations')
      .select('id')
      .where('low_id', '=', lowId)
      .where('high_id', '=', highId)
      .executeTakeFirstOrThrow();
    const membership = (user_id: number, other_id: number) => ({
      user_id,
      other_id,
      conversation_id: id,
      read_at: null,
    });
    await trx
      .insertInto('memberships')
      .values([membership(lowId, highId), membership(highId, lowId)])
      .onConflict((conflict) => conflict.columns(['user_id', 'other_id']).doNothing())
      .execute();
    return id;
  });
