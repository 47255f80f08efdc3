import type { ReportReason } from '@sangam/shared/rules/reports';
import { request } from '../api/client';
import type { Result } from '../api/errors';
import { mapResult } from './loadable';
import type { ReportSubject } from './report-dialog';

/** Reports what a member sees to the moderators. */
export async function sendReport(
  subject: ReportSubject,
  { reason, words }: { reason: ReportReason; words: string },
): Promise<Result<void>> {
  const seq = subject.kind === 'message' ? { seq: subject.seq } : {};
  const body = { kind: subject.kind, id: subject.id, ...seq, reason, ...(words === '' ? {} : { words }) };
  return mapResult(await request('POST /api/reports', { body }), () => undefined);
}
