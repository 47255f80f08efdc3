import { requestLimits } from '@sangam/shared/requests/limits';
import { stageOf } from '@sangam/shared/requests/stage';
import type { RequestEntity } from '../../state/requests';

/** Whether the time has come at which the server asks the applicant if they are still interested. */
export const asksToStay = (request: RequestEntity, now: number): boolean =>
  stageOf(request) === 'waitlisted' && Date.parse(request.waits_until ?? '') - requestLimits.waitReminderMs <= now;
