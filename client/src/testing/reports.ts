import type { ReportCase, ReportLine } from '@sangam/shared/trust/moderation';
import { member } from './samples';

export const at = '2026-01-01T10:00:00.000Z';
export const asha = { id: 2, name: 'Asha' };
export const ben = { id: 3, name: 'Ben' };
export const moderator = { ...member, is_moderator: true as const };

/** A report in the queue. */
export const reportLine = (id: number, change: Partial<ReportLine> = {}): ReportLine => ({
  id,
  kind: 'member',
  member: ben,
  title: null,
  reason: 'spam',
  reports: 1,
  created_at: at,
  decision: null,
  ...change,
});

/** Asha’s report of two messages from Ben. */
export const report: ReportCase['reports'][number] = {
  id: 5,
  reporter: asha,
  reason: 'harassment',
  words: 'Look',
  created_at: at,
  evidence: {
    seq: 2,
    messages: [1, 2].map((seq) => ({ seq, sender: ben, content: `said ${seq}`, created_at: at })),
  },
};

/** That report as a moderator sees it. */
export const foundReport = (change: Partial<ReportCase> = {}): ReportCase => ({
  id: 5,
  kind: 'message',
  member: ben,
  project: null,
  decided: null,
  version: 'seen',
  may_decide: true,
  reports: [report],
  histories: [ben, asha].map((one) => ({ member: one, suspended: false, about: [], by: [], acts: [] })),
  ...change,
});

export const data = (value: unknown) => ({ body: { success: true, data: value } });
