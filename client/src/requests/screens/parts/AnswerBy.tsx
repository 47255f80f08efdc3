import { localTime } from '../../../lib/text/local-time';
import { type RequestEntity, stageOf } from '../../state/request-table';

/** Until when the creator answers a request that waits; nothing of any other. */
export function AnswerBy({ request }: { request: RequestEntity }) {
  const { answer_by } = request;
  if (stageOf(request) !== 'pending' || answer_by === undefined) return null;
  return <span className="text-muted text-xs">Answer by {localTime(answer_by)}</span>;
}
