import type { ReportBody } from '@sangam/shared/trust/moderation';
import { applyBlock } from '../../contact/sync/apply-block';
import { request } from '../../core/api/client';
import { refresh } from '../../core/realtime/refresh';

/** Sends a report, and shows the block made with it, if any. */
export async function sendReport(body: ReportBody) {
  const answer = await request('POST /api/reports', { body });
  if (answer.ok && answer.value.data.blocked_id !== undefined) {
    applyBlock({ user_id: answer.value.data.blocked_id, is_blocked: true });
    void refresh('gap');
  }
  return answer;
}
