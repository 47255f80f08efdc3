import type { Db } from '../../db/database.js';
import { fail, ok, type Result } from '../../lib/result.js';

/** What never changes about a conversation. */
export interface ConversationKey {
  id: number;
  lowId: number;
  highId: number;
}

export interface Conversations {
  /** The conversation of two members from the cache; undefined when this server has not opened it yet. */
  known(a: number, b: number): ConversationKey | undefined;
  /** Whether these members have one. */
  exists(a: number, b: number): Promise<boolean>;
  /** Finds it, or creates it for a first message; USER_NOT_FOUND when one of the members does not exist. */
  open(a: number, b: number): Promise<Result<ConversationKey>>;
}

const CACHE_MAX = 100_000;

export function createConversations(db: Db): Conversations {
  // Keys are immutable, so an entry never goes stale. The oldest are evicted.
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
    const inMemory = known(a, b);
    if (inMemory) return inMemory;
    const [lowId, highId] = inOrder(a, b);
    const id = await findId(db, lowId, highId);
    return id === undefined ? undefined : remember({ id, lowId, highId });
  };

  return {
    known,
    exists: async (a, b) => (await find(a, b)) !== undefined,
    async open(a, b) {
      const found = await find(a, b);
      if (found) return ok(found);
      const [lowId, highId] = inOrder(a, b);
      const members = await db.selectFrom('users').select('id').where('id', 'in', [lowId, highId]).execute();
      if (members.length < 2) return fail('USER_NOT_FOUND');
      return ok(remember({ id: await create(db, lowId, highId), lowId, highId }));
    },
  };
}

const inOrder = (a: number, b: number): [low: number, high: number] => (a < b ? [a, b] : [b, a]);

const findId = async (db: Db, lowId: number, highId: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('memberships')
    .select('conversation_id')
    .where('user_id', '=', lowId)
    .where('other_id', '=', highId)
    .executeTakeFirst();
  return row?.conversation_id;
};

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
