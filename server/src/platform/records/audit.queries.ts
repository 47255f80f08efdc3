import { type AuditDetails, type AuditKind, ownAuditKinds } from '@sangam/shared/core/audit';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.js';

/** An entry of the audit trail, which is kept for a year. */
type NewAuditEntry = {
  [K in AuditKind]: {
    kind: K;
    /** The acting member; null where nobody was signed in. */
    actorId: number | null;
    /** The member concerned; null where there is none. */
    memberId: number | null;
    details: AuditDetails[K];
    /** The device and network; null for an operator's command. */
    origin: { device: string | null; network: string } | null;
  };
}[AuditKind];

/** An act of a member on their own account. */
export const byMember = (id: number) => ({ actorId: id, memberId: id });

/** Writes an entry in the transaction that it describes, so that neither exists without the other. Returns its id. */
export const record = async (trx: Trx, entry: NewAuditEntry): Promise<number> => {
  const { kind, actorId, memberId, details, origin } = entry;
  const { id } = await trx
    .insertInto('audit_entries')
    .values({
      kind,
      actor_id: actorId,
      member_id: memberId,
      details: JSON.stringify(details),
      device: origin?.device ?? null,
      network: origin?.network ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Whether a member has an entry of this kind from this network since then. */
export async function hasEntrySince(
  trx: Trx,
  { kind, memberId, origin }: Pick<NewAuditEntry, 'kind' | 'memberId' | 'origin'>,
  since: Date,
): Promise<boolean> {
  const found = await trx
    .selectFrom('audit_entries')
    .select('id')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('network', 'is not distinct from', origin?.network ?? null)
    .where('at', '>', since)
    .executeTakeFirst();
  return found !== undefined;
}

const isByOther = sql`(actor_id IS NOT NULL AND actor_id <> member_id)`;

/** Parts of an entry as the member concerned reads them: without another actor's device and network, and without moderators' notes. */
export const ownParts = {
  device: sql<string | null>`CASE WHEN NOT ${isByOther} THEN device END`,
  network: sql<string | null>`CASE WHEN NOT ${isByOther} THEN network END`,
  details: sql<Record<string, unknown>>`details - 'note'`,
};

/** Returns the entries that a member may read about themself, newest first: a page, plus one row if there are more. */
export const listOwn = (
  db: Db,
  memberId: number,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
) =>
  db
    .selectFrom('audit_entries')
    .select([
      'id',
      'at',
      'kind',
      sql<boolean>`${isByOther}`.as('by_other'),
      ownParts.device.as('device'),
      ownParts.network.as('network'),
      ownParts.details.as('details'),
    ])
    .where('member_id', '=', memberId)
    .where(sql<boolean>`kind = ANY (${ownAuditKinds})`)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
