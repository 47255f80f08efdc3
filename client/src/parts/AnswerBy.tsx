import { localTime } from '../lib/local-time';
import type { RequestEntity } from '../stores/entities/requests';

/** Until when the creator answers a request that waits; nothing of any other. */
export function AnswerBy({ request: { status, answer_by } }: { request: RequestEntity }) {
  if (status !== 'pending' || answer_by === undefined) return null;
  return <span className="text-muted text-xs">Answer by {localTime(answer_by)}</span>;
}
