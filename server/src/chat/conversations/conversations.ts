import { sql } from 'kysely';
import { type AdvisoryLock, takeLocks } from '../../platform/db/advisory-locks.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { inTransaction } from '../../platform/db/transaction.js';
import { type Fail, fail, ok, type Result } from '../../platform/lib/result.js';
import { type ConversationKey, type DirectKey, isBegun, receiverIn, slotOf, type TeamKey } from './kinds.js';
import { hiddenFromTheStart, readMarksLock } from './read-receipts.queries.js';
import { findTeamKey } from './teams.queries.js';

export interface ConversationKeys {
  /** The conversation of two members from the cache; undefined if this server has not opened it yet. */
  cached(a: number, b: number): DirectKey | undefined;
  /** The conversation of two members; undefined if neither has written. */
  findBegun(a: number, b: number): Promise<DirectKey | undefined>;
  /**
   * A participant's conversation by its id, without a promise if cached; undefined for others, and while neither of two members has
   * written.
   */
  ofMember(userId: number, id: number): ConversationKey | undefined | Promise<ConversationKey | undefined>;
  /**
   * The other member of a direct conversation that is named either way. NOT_FOUND where `ofMember` returns undefined, and for a team's
   * conversation.
   */
  otherOf(userId: number, ref: ConversationRef): Promise<Result<number>>;
  /**
   * Finds the conversation, or creates it for a first message. If `refuse` returns a refusal, as it must if one of the members does not
   * exist, creates nothing and returns that.
   */
  open(a: number, b: number, firstMessage: FirstMessage): Promise<Result<DirectKey>>;
  /**
   * Teams' conversations by id, each at this number of `people` or a later one. With the numbers that a batch found, nobody who left before
   * a message is among its receivers.
   */
  teamsAsOf(people: ReadonlyMap<number, number>): Promise<ReadonlyMap<number, TeamKey>>;
  /** Call it when the participants of a team's conversation have changed. */
  forgetTeam(id: number): void;
}

/** A first message that may be refused. */
interface FirstMessage {
  /** Taken before `refuse`, and before the locks of the conversation. */
  locks: readonly AdvisoryLock[];
  refuse(trx: Trx): Promise<Fail | null>;
}

/** Names a conversation by exactly one of the two, as payloads do. */
export interface ConversationRef {
  user_id?: number | undefined;
  conversation_id?: number | undefined;
}

const CACHE_MAX = 100_000;
const TEAMS_MAX = 20_000;

export function createConversationKeys(db: Db): ConversationKeys {
  // Entries never become untrue, so only the size is bounded: the oldest are evicted.
  const cache = new Map<string, DirectKey>();
  const byId = new Map<number, DirectKey>();
  const teams = new Map<number, TeamKey>();
  const nameOf = (a: number, b: number) => (a < b ? `${a}:${b}` : `${b}:${a}`);
  const remember = (key: DirectKey): DirectKey => {
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

  const cached = (a: number, b: number) => cache.get(nameOf(a, b));
  const find = async (a: number, b: number): Promise<DirectKey | undefined> => {
    const [lowId, highId] = inOrder(a, b);
    const found = await findKey(db, lowId, highId);
    return found && remember(found);
  };
  const readTeam = async (id: number): Promise<TeamKey | undefined> => {
    const found = await findTeamKey(db, id);
    if (!found) return undefined;
    const inMemory = teams.get(id);
    // If two reads ran at once, the newer result stays.
    if (inMemory && inMemory.people > found.people) return inMemory;
    if (teams.size >= TEAMS_MAX) for (const oldest of [...teams.keys()].slice(0, 1)) teams.delete(oldest);
    teams.set(id, found);
    return found;
  };
  const findById = async (userId: number, id: number): Promise<ConversationKey | undefined> => {
    const direct = await findKeyById(db, id);
    const found = direct ? (isBegun(direct) ? remember(direct) : undefined) : await readTeam(id);
    return found && slotOf(found, userId) !== undefined ? found : undefined;
  };
  const ofMember: ConversationKeys['ofMember'] = (userId, id) => {
    const inMemory = byId.get(id) ?? teams.get(id);
    // Another server may have begun it, or the member may have joined.
    if (!inMemory || !isBegun(inMemory)) return findById(userId, id);
    if (slotOf(inMemory, userId) !== undefined) return inMemory;
    return teams.has(id) ? findById(userId, id) : undefined;
  };

  return {
    cached,
    findBegun: async (a, b) => {
      const inMemory = cached(a, b);
      // A first message may be refused after its conversation was created, so an existing row proves nothing.
      const key = inMemory && isBegun(inMemory) ? inMemory : await find(a, b);
      return key && isBegun(key) ? key : undefined;
    },
    ofMember,
    otherOf: async (userId, { user_id, conversation_id }) => {
      if (conversation_id === undefined) return user_id === undefined ? fail('NOT_FOUND') : ok(user_id);
      const key = await ofMember(userId, conversation_id);
      const otherId = key ? receiverIn(key, userId) : null;
      return otherId === null ? fail('NOT_FOUND') : ok(otherId);
    },
    async open(a, b, { locks, refuse }) {
      const found = cached(a, b) ?? (await find(a, b));
      if (found) return ok(found);
      const [lowId, highId] = inOrder(a, b);
      const created = await inTransaction(db, async (trx) => {
        await takeLocks(trx, [...locks, ...locksToCreate(lowId, highId)]);
        return (await refuse(trx)) ?? ok(await create(trx, lowId, highId));
      });
      return created.ok
        ? ok(remember({ kind: 'direct', id: created.value, lowId, highId, lowWrote: false, highWrote: false }))
        : created;
    },
    async teamsAsOf(people) {
      const found = new Map<number, TeamKey>();
      for (const [id, minPeople] of people) {
        const inMemory = teams.get(id);
        const key = inMemory && inMemory.people >= minPeople ? inMemory : await readTeam(id);
        if (key) found.set(id, key);
      }
      return found;
    },
    forgetTeam: (id) => void teams.delete(id),
  };
}

const inOrder = (a: number, b: number): [low: number, high: number] => (a < b ? [a, b] : [b, a]);

const selectKey = (db: Db) =>
  db
    .selectFrom('conversations')
    .select([
      sql<'direct'>`'direct'`.as('kind'),
      'id',
      'low_id as lowId',
      'high_id as highId',
      sql<boolean>`sent[1] > 0`.as('lowWrote'),
      sql<boolean>`sent[2] > 0`.as('highWrote'),
    ])
    .$castTo<DirectKey>();

const findKey = (db: Db, lowId: number, highId: number): Promise<DirectKey | undefined> =>
  selectKey(db).where('low_id', '=', lowId).where('high_id', '=', highId).executeTakeFirst();

const findKeyById = (db: Db, id: number): Promise<DirectKey | undefined> =>
  selectKey(db).where('id', '=', id).where('low_id', 'is not', null).executeTakeFirst();

/** Lock both members' preferences, which a new conversation copies. */
const locksToCreate = (lowId: number, highId: number) => [readMarksLock(lowId), readMarksLock(highId)];

/** Creates the conversation and both memberships under `locksToCreate`, unless they exist; returns its id. */
async function create(trx: Trx, lowId: number, highId: number): Promise<number> {
  // The first message of each member is checked: a suspension that does not see this row yet could not mark it.
  const { rows } = await sql<{ id: number }>`
    WITH created AS (
      INSERT INTO conversations (low_id, high_id, last_message_at, checked) VALUES (${lowId}, ${highId}, NULL, '{1,2}')
      ON CONFLICT (low_id, high_id) DO NOTHING RETURNING id
    ), joined AS (
      INSERT INTO memberships (user_id, other_id, conversation_id, slot, told_read_seq)
      SELECT user_id, other_id, id, slot, ${hiddenFromTheStart(lowId, highId)}
      FROM created, (VALUES (${lowId}::int8, ${highId}::int8, 1::int2), (${highId}::int8, ${lowId}::int8, 2::int2))
        AS member (user_id, other_id, slot)
      ON CONFLICT (user_id, other_id) DO NOTHING
    )
    SELECT id FROM created`.execute(trx);
  return rows[0]?.id ?? (await findId(trx, lowId, highId));
}

/** Needs its own statement, to see a row that another transaction has inserted meanwhile. */
async function findId(trx: Trx, lowId: number, highId: number): Promise<number> {
  const { id } = await trx
    .selectFrom('conversations')
    .select('id')
    .where('low_id', '=', lowId)
    .where('high_id', '=', highId)
    .executeTakeFirstOrThrow();
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
export const lockConversation = (trx: Trx, id: number, slot: number): Promise<LockedConversation> =>
  trx
    .selectFrom('conversations')
    .select([
      sql<number>`sent[${slot}::int2]`.as('own'),
      sql<number>`last_seq - sent[${slot}::int2]`.as('others'),
      sql<boolean>`coalesce(${slot}::int2 = ANY (checked), false)`.as('isChecked'),
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** Lets the messages of a slot be written in batches from this transaction's commit on. */
export const endChecks = (trx: Trx, id: number, slot: number) =>
  sql`UPDATE conversations SET checked = nullif(array_remove(checked, ${slot}::int2), '{}') WHERE id = ${id}`.execute(
    trx,
  );

/**
 * Makes every server check each message between the two from this transaction's commit on. Creates the conversation if they have none: a
 * block and a message both lock its row, so the first to lock it comes first.
 */
export async function checkMessagesBetween(trx: Trx, a: number, b: number): Promise<void> {
  const pair = inOrder(a, b);
  await takeLocks(trx, locksToCreate(...pair));
  const id = await create(trx, ...pair);
  await trx
    .updateTable('conversations')
    .set({ checked: [1, 2] })
    .where('id', '=', id)
    .execute();
}
