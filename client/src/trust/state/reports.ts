import type { ReportReason } from '@sangam/shared/core/reports';
import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import { mapResult } from '../../core/store/loadable';
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
