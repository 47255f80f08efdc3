import toast from 'react-hot-toast/headless';
import { type ApiError, errorText } from '../../core/api/errors';
import type { PendingAct } from '../state/outbox/outbox-order';
import { refusalTextOf } from './transmit-act';

/** Says that the server rejected an act; the message shows as it is there. */
export function showRefusal({ verb }: PendingAct, error: ApiError): void {
  const reason = errorText(error, '');
  toast.error(refusalTextOf(verb) + (reason ? `: ${reason}` : ''));
}
