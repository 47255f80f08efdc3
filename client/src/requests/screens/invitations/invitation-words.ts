import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { Invitation } from '@sangam/shared/requests/invitations';
import { wireLabel } from '../../../lib/wire-label';

const words: Record<Invitation['status'], string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

const endWords: Partial<Record<EndReason, string>> = {
  no_answer: 'Expired',
  project_closed: 'New requests stopped',
  project_finished: 'Project finished',
  // Deleted, or hidden by a moderator, which isn't disclosed.
  project_deleted: 'No longer available',
  took_over: 'Project transferred',
};

/** Like `invitationWord`, for the sender, for whom `no_answer` isn't final: the member may still accept. */
export const sentInvitationWord = (invitation: Pick<Invitation, 'status' | 'ended_by'>): string =>
  invitation.ended_by === 'no_answer' ? 'No answer in time' : invitationWord(invitation);

/** The state of an invitation, in a word or two. */
export const invitationWord = ({ status, ended_by }: Pick<Invitation, 'status' | 'ended_by'>): string =>
  (ended_by && endWords[ended_by]) ?? wireLabel(words, status);
