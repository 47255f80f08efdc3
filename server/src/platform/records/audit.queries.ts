import { type AuditDetails, type AuditKind, ownAuditKinds } from '@sangam/shared/core/audit';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.js';

/** What happened, to be kept for a year. */
type NewAuditEntry = {
  [K in AuditKind]: {
    kind: K;
    /** Who did it; null where nobody was signed in. */
    actorId: number | null;
    /** Whom it concerns; null where it is nobody. */
    memberId: number | null;
    details: AuditDetails[K];
    /** From where; an operator's commands come from nowhere. */
    origin: { device: string | null; network: string } | null;
  };
}[AuditKind];

/** Writes an entry in the transaction of what it tells, so that neither is without the other. */
export const record = async (trx: Trx, entry: NewAuditEntry): Promise<void> => {
  const { kind, actorId, memberId, details, origin } = entry;
  await trx
    .insertInto('audit_entries')
    .values({
      ...{ kind, actor_id: actorId, member_id: memberId, details: JSON.stringify(details) },
      ...{ device: origin?.device ?? null, network: origin?.network ?? null },
    })
    .execute();
};

/** What concerns a member and is theirs to read, newest first: a page, and one row more where there is more. */
export const listOwn = (db: Db, memberId: number, { before, limit }: { before?: number | undefined; limit: number }) =>
  db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'actor_id', 'kind', 'device', 'network', 'details'])
    .where('member_id', '=', memberId)
    .where(sql<boolean>`kind = ANY (${ownAuditKinds})`)
    .$if(before !== undefined, (query) => query.where('id', '<', before as number))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
