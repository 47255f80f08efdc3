import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Fail, fail, ok, type Result } from '../../platform/lib/result.js';
import { hiddenFromTheStart, lockAgainstReadMarks } from '../unread/read-receipts.queries.js';

/** A conversation's ids, which never change, and whether each member is known to have written, which never becomes untrue. */
export interface ConversationKey {
  readonly id: number;
  readonly lowId: number;
  readonly highId: number;
  lowWrote: boolean;
  highWrote: boolean;
}

/** A participant's place in `conversations.sent`. */
export const slotOf = ({ lowId }: ConversationKey, userId: number): number => (userId === lowId ? 1 : 2);

/** Whether the other member is known to have written to this one. */
export const hasAnswer = (conversation: ConversationKey, userId: number): boolean =>
  userId === conversation.lowId ? conversation.highWrote : conversation.lowWrote;

/** Whether either member is known to have written. */
export const isBegun = ({ lowWrote, highWrote }: ConversationKey): boolean => lowWrote || highWrote;

/** The other member; undefined if this one is in another conversation, or if neither has written yet. */
export const otherIn = (conversation: ConversationKey, userId: number): number | undefined => {
  const { lowId, highId } = conversation;
  if (!isBegun(conversation) || (userId !== lowId && userId !== highId)) return undefined;
  return userId === lowId ? highId : lowId;
};

/** Records that a member has written. */
export function noteWritten(conversation: ConversationKey, userId: number): void {
  if (userId === conversation.lowId) conversation.lowWrote = true;
  else conversation.highWrote = true;
}

export interface ConversationKeys {
  /** The conversation of two members from the cache; undefined if this server has not opened it yet. */
  known(a: number, b: number): ConversationKey | undefined;
  /** The conversation of two members, if either has written. */
  begun(a: number, b: number): Promise<ConversationKey | undefined>;
  /** A member's conversation by its id, at once from the cache; undefined as `otherIn`. */
  ofMember(userId: number, id: number): ConversationKey | undefined | Promise<ConversationKey | undefined>;
  /** The other member of the conversation that a call names by its id or by that member. NOT_FOUND as `otherIn`. */
  otherOf(userId: number, named: NamedConversation): Promise<Result<number>>;
  /**
   * Finds the conversation, or creates it for a first message unless `refuse` returns a refusal; USER_NOT_FOUND if one of the members
   * does not exist.
   */
  open(a: number, b: number, refuse: (trx: Trx) => Promise<Fail | null>): Promise<Result<ConversationKey>>;
}

/** One of the two, as a payload names a conversation. */
export interface NamedConversation {
  user_id?: number | undefined;
  conversation_id?: number | undefined;
}

const CACHE_MAX = 100_000;

export function createConversationKeys(db: Db): ConversationKeys {
  // Entries never become untrue, so only the size is bounded: the oldest are evicted.
  const cache = new Map<string, ConversationKey>();
  const byId = new Map<number, ConversationKey>();
  const nameOf = (a: number, b: number) => (a < b ? `${a}:${b}` : `${b}:${a}`);
  const remember = (key: ConversationKey): ConversationKey => {
    if (cache.size >= CACHE_MAX) {
      const [oldest] = cache;
      if (oldest) {
        cache.delete(oldest[0]);
        byId.delete(oldest[1].id);
      }
    }
    cache.set(nameOf(key.lowId, key.highId), key);
    byId.set(key.id, key);
    return key;
  };

  const known = (a: number, b: number) => cache.get(nameOf(a, b));
  const find = async (a: number, b: number): Promise<ConversationKey | undefined> => {
    const [lowId, highId] = inOrder(a, b);
    const found = await findKey(db, lowId, highId);
    return found && remember(found);
  };
  const findById = async (userId: number, id: number): Promise<ConversationKey | undefined> => {
    const found = await findKeyById(db, id);
    return found && otherIn(found, userId) !== undefined ? remember(found) : undefined;
  };
  const ofMember: ConversationKeys['ofMember'] = (userId, id) => {
    const inMemory = byId.get(id);
    // Another server may have begun it.
    if (!inMemory || !isBegun(inMemory)) return findById(userId, id);
    return otherIn(inMemory, userId) === undefined ? undefined : inMemory;
  };

  return {
    known,
    begun: async (a, b) => {
      const inMemory = known(a, b);
      // A first message may be refused after its conversation was created, so an existing row proves nothing.
      const key = inMemory && isBegun(inMemory) ? inMemory : await find(a, b);
      return key && isBegun(key) ? key : undefined;
    },
    ofMember,
    otherOf: async (userId, { user_id, conversation_id }) => {
      if (conversation_id === undefined) return user_id === undefined ? fail('NOT_FOUND') : ok(user_id);
      const key = await ofMember(userId, conversation_id);
      const otherId = key && otherIn(key, userId);
      return otherId === undefined ? fail('NOT_FOUND') : ok(otherId);
    },
    async open(a, b, refuse) {
      const found = known(a, b) ?? (await find(a, b));
      if (found) return ok(found);
      const [lowId, highId] = inOrder(a, b);
      const members = await db.selectFrom('users').select('id').where('id', 'in', [lowId, highId]).execute();
      if (members.length < 2) return fail('USER_NOT_FOUND');
      const created = await db
        .transaction()
        .execute(async (trx) => (await refuse(trx)) ?? ok(await create(trx, lowId, highId)));
      return created.ok
        ? ok(remember({ id: created.value, lowId, highId, lowWrote: false, highWrote: false }))
        : created;
    },
  };
}

const inOrder = (a: number, b: number): [low: number, high: number] => (a < b ? [a, b] : [b, a]);

const selectKey = (db: Db) =>
  db
    .selectFrom('conversations')
    .select([
      'id',
      'low_id as lowId',
      'high_id as highId',
      sql<boolean>`sent[1] > 0`.as('lowWrote'),
      sql<boolean>`sent[2] > 0`.as('highWrote'),
    ])
    .$castTo<ConversationKey>();

const findKey = (db: Db, lowId: number, highId: number): Promise<ConversationKey | undefined> =>
  selectKey(db).where('low_id', '=', lowId).where('high_id', '=', highId).executeTakeFirst();

const findKeyById = (db: Db, id: number): Promise<ConversationKey | undefined> =>
  selectKey(db).where('id', '=', id).executeTakeFirst();

async function create(trx: Trx, lowId: number, highId: number): Promise<number> {
  await trx
    .insertInto('conversations')
    // The first message of each is checked: a suspension that does not see this row yet could not mark it.
    .values({ low_id: lowId, high_id: highId, last_message_at: null, checked: [1, 2] })
    .onConflict((conflict) => conflict.columns(['low_id', 'high_id']).doNothing())
    .execute();
  const { id } = await trx
    .selectFrom('conversations')
    .select('id')
    .where('low_id', '=', lowId)
    .where('high_id', '=', highId)
    .executeTakeFirstOrThrow();
  await lockAgainstReadMarks(trx, lowId, highId);
  const membership = (user_id: number, other_id: number) => ({
    user_id,
    other_id,
    conversation_id: id,
    slot: user_id === lowId ? 1 : 2,
    read_at: null,
    told_read_seq: hiddenFromTheStart(lowId, highId),
  });
  await trx
    .insertInto('memberships')
    .values([membership(lowId, highId), membership(highId, lowId)])
    .onConflict((conflict) => conflict.columns(['user_id', 'other_id']).doNothing())
    .execute();
  return id;
}

/** A conversation whose row this transaction has locked. */
export interface LockedConversation {
  /** How many messages the member and the other member have sent. */
  own: number;
  others: number;
  /** Whether the member's messages are checked one by one. */
  isChecked: boolean;
}

/** Locks a conversation's row, as every batch of its messages does. */
export async function lockConversation(trx: Trx, key: ConversationKey, userId: number): Promise<LockedConversation> {
  const slot = sql`${slotOf(key, userId)}::int2`;
  return trx
    .selectFrom('conversations')
    .select([
      sql<number>`sent[${slot}]`.as('own'),
      sql<number>`last_seq - sent[${slot}]`.as('others'),
      sql<boolean>`coalesce(${slot} = ANY (checked), false)`.as('isChecked'),
    ])
    .where('id', '=', key.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Has a member's messages checked from this transaction's commit on. */
export const checkMessagesOf = (trx: Trx, key: ConversationKey, userId: number) => {
  const slot = sql`${slotOf(key, userId)}::int2`;
  return sql`UPDATE conversations SET checked = array_append(array_remove(checked, ${slot}), ${slot})
    WHERE id = ${key.id}`.execute(trx);
};

/** Lets a member's messages be written in batches again. */
export const endChecks = (trx: Trx, key: ConversationKey, userId: number) =>
  sql`UPDATE conversations SET checked = nullif(array_remove(checked, ${slotOf(key, userId)}::int2), '{}')
    WHERE id = ${key.id}`.execute(trx);

/**
 * Has every message between the two checked, on every server, from this transaction's commit on. Creates the conversation if they
 * have none: a block and a message both lock its row, so the first to lock it comes first.
 */
export async function checkMessagesBetween(trx: Trx, a: number, b: number): Promise<void> {
  const id = await create(trx, ...inOrder(a, b));
  await trx
    .updateTable('conversations')
    .set({ checked: [1, 2] })
    .where('id', '=', id)
    .execute();
}
