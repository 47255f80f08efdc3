import type { MemberHistory, ReportCase, ReportLine } from '@sangam/shared/trust/moderation';
import type * as queries from './queries.js';
import type { ReportRow, WaitlistRow } from './queries.js';

/** What stands for a member whose row is gone. */
const GONE = 'Deleted member';
const person = (id: number, name: string | null) => ({ id, name: name ?? GONE });

export const presentLine = (row: WaitlistRow): ReportLine => ({
  ...{ id: row.id, kind: row.kind, reason: row.reason, reports: row.reports, decision: row.decision },
  member: person(row.member_id, row.member_name),
  title: row.evidence.project?.title ?? null,
  created_at: row.created_at.toISOString(),
});

export const presentReport = (row: ReportRow): ReportCase['reports'][number] => ({
  ...{ id: row.id, reason: row.reason, words: row.words, evidence: row.evidence },
  reporter: person(row.reporter_id, row.reporter_name),
  created_at: row.created_at.toISOString(),
});

export const presentDecision = ({ decision, note, decided_at, decided_by_name }: ReportRow): ReportCase['decided'] =>
  decision === null || decided_at === null
    ? null
    : { decision, note: note ?? '', at: decided_at.toISOString(), by: decided_by_name };

type Earlier = Awaited<ReturnType<typeof queries.listEarlier>>;
type Acts = Awaited<ReturnType<typeof queries.listActs>>;

const presentEarlier = (rows: Earlier, shown: readonly number[]): MemberHistory['about'] =>
  rows
    .filter(({ id }) => !shown.includes(id))
    .map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));

/** `shown`: the reports of the case itself. */
export const presentHistory = (
  member: { id: number; name: string; suspended_at: Date | null },
  { about, by, acts }: { about: Earlier; by: Earlier; acts: Acts },
  shown: readonly number[],
): MemberHistory => ({
  member: { id: member.id, name: member.name },
  suspended: member.suspended_at !== null,
  about: presentEarlier(about, shown),
  by: presentEarlier(by, shown),
  acts: acts.map(({ at, details, ...act }) => {
    const { reason, note } = details as Pick<MemberHistory['acts'][number], 'reason' | 'note'>;
    return { ...act, at: at.toISOString(), ...(reason && { reason }), ...(note && { note }) };
  }),
});
