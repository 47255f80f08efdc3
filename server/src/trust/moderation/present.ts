import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import type { Evidence } from '@sangam/shared/trust/evidence';
import type { MemberHistory, ReportCase, ReportLine } from '@sangam/shared/trust/moderation';
import { type EvidenceInBrief, reportedSeqs } from '../reports/evidence.js';
import type { listActs, listEarlier, ReportRow } from './case.queries.js';
import type { ReportLineRow } from './queue.queries.js';

const titleOf = ({ evidence, team }: Pick<ReportRow, 'team'> & { evidence: EvidenceInBrief }): string | null =>
  evidence.project?.title ?? team?.title ?? null;

const person = (id: number, name: string | null) => ({ id, name: name ?? FORMER_MEMBER });

export const presentLine = (row: ReportLineRow): ReportLine => ({
  id: row.id,
  kind: row.kind,
  reason: row.reason,
  reports: row.reports,
  decision: row.decision,
  member: person(row.member_id, row.member_name),
  title: titleOf(row),
  created_at: row.created_at.toISOString(),
  ...(row.decided_at && { decided_at: row.decided_at.toISOString() }),
});

/** `memberId`: the case's member. */
export const presentReport = (row: ReportRow, memberId: number): ReportCase['reports'][number] => ({
  id: row.id,
  ...(row.member_id !== memberId && { member: person(row.member_id, row.member_name) }),
  reason: row.reason,
  words: row.words,
  evidence: withoutNeighbours(row.evidence),
  reporter: person(row.reporter_id, row.reporter_name),
  created_at: row.created_at.toISOString(),
});

/** Leaves only the reported messages; moderators read those around them on demand (`context.ts`). */
const withoutNeighbours = ({ messages, ...evidence }: Evidence): Evidence => {
  const reported = reportedSeqs(evidence);
  return { ...evidence, ...(messages && { messages: messages.filter(({ seq }) => reported.includes(seq)) }) };
};

export const presentDecision = ({ decision, note, decided_at, decided_by_name }: ReportRow): ReportCase['decided'] =>
  decision === null || decided_at === null
    ? null
    : { decision, note: note ?? '', at: decided_at.toISOString(), by: decided_by_name };

type EarlierReports = Awaited<ReturnType<typeof listEarlier>>;
type Acts = Awaited<ReturnType<typeof listActs>>;

const presentEarlier = (rows: EarlierReports): MemberHistory['about'] =>
  rows.map(({ id, kind, reason, reports, created_at, decision, ...row }) => ({
    id,
    kind,
    reason,
    ...(reports > 1 && { reports }),
    created_at: created_at.toISOString(),
    decision,
    member: person(row.member_id, row.member_name),
    title: titleOf(row),
  }));

export const presentHistory = (
  member: { id: number; name: string; suspended_at: Date | null; suspended_until: Date | null },
  { about, by, acts }: { about: EarlierReports; by: EarlierReports; acts: Acts },
): MemberHistory => ({
  member: { id: member.id, name: member.name },
  suspended: member.suspended_at !== null,
  ...(member.suspended_until && { suspended_until: member.suspended_until.toISOString() }),
  about: presentEarlier(about),
  by: presentEarlier(by),
  acts: acts.map(({ at, details, ...act }) => {
    // Each of the listed kinds of actions has some of these.
    const { reason, note, words, until } = details as Partial<MemberHistory['acts'][number]>;
    const shownDetails = {
      ...(reason && { reason }),
      ...(note && { note }),
      ...(words && { words }),
      ...(until && { until }),
    };
    return { ...act, at: at.toISOString(), ...shownDetails };
  }),
});
