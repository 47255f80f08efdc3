import toast from 'react-hot-toast';
import { type ApiError, errorText } from '../api/errors';
import type { PendingAct } from '../stores/outbox.reduce';

const failures: Record<PendingAct['verb'], string> = {
  edit: 'Failed to edit the message',
  delete: 'Failed to delete the message',
  react: 'Failed to react to the message',
  unreact: 'Failed to take the reaction back',
  pin: 'Failed to pin the message',
  unpin: 'Failed to unpin the message',
  unread: 'Failed to mark as unread',
  save: 'Failed to save the message',
  unsave: 'Failed to remove from saved',
};

/** The server does not do it: the message is shown as it is there. */
export const tellRefused = ({ verb }: PendingAct, error: ApiError): void => {
  const reason = errorText(error, '');
  toast.error(failures[verb] + (reason ? `: ${reason}` : ''));
};
