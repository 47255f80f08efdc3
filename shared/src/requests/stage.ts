import type { JoinRequest } from './join-requests.js';
import type { RequestStage } from './transitions.js';

/** Returns a request's stage: its status, where pending requests may also be `waitlisted` or `offered` a seat. */
export function stageOf({
  status,
  place,
  offered_until,
}: Pick<JoinRequest, 'status' | 'place' | 'offered_until'>): RequestStage {
  if (status !== 'pending') return status;
  if (offered_until !== undefined) return 'offered';
  return place === undefined ? 'pending' : 'waitlisted';
}
