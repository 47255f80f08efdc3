import { isolate } from '@sangam/shared/core/isolate';
import type { Project } from '@sangam/shared/projects/projects';
import { freeSeatsFor } from '@sangam/shared/projects/seats';
import type { Invitation } from '@sangam/shared/requests/invitations';
import { stageOf } from '@sangam/shared/requests/stage';
import type { RequestStage } from '@sangam/shared/requests/transitions';
import { useSession } from '../../../core/session/session';
import { intentLink } from '../../../lib/links/next-path';
import { localDay } from '../../../lib/text/local-time';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Chip } from '../../../ui/Chip';
import { toastSignIn } from '../../../ui/overlay/sign-in-toast';
import { useMyInvitation } from '../../state/invitations';
import { useAskAgainAt, useJoinState } from '../../state/join-state';
import { joinDialog, type RequestEntity, useMyRequest } from '../../state/requests';

const stageWords: Partial<Record<RequestStage, string>> = { waitlisted: 'On the waitlist', offered: 'Seat offered' };

/** The state of a pending request. Importing `requestWord` instead would add the code that shows requests to visitors' pages. */
export const pendingWord = (request: RequestEntity | undefined): string =>
  (request && stageWords[stageOf(request)]) ?? 'Pending';

/**
 * Whether the member is invited to a free seat. They accept the invitation instead of asking to join, which the server refuses for other
 * roles.
 */
export const isInvitedTo = (project: Project, invitation: Invitation | undefined): boolean =>
  invitation?.status === 'pending' && freeSeatsFor(project, invitation.role_id) > 0;

/** Join or Join the waitlist, or the member's state in the project. Renders nothing if the project is closed or finished. */
export function JoinButton({ project }: { project: Project }) {
  const joinState = useJoinState(project);
  const own = useMyRequest(project.id);
  const askAgainAt = useAskAgainAt(project.id);
  const isInvited = isInvitedTo(project, useMyInvitation(project.id));
  const isVisitor = useSession(({ user }) => user === null);
  // The card itself says that a project is closed or finished.
  if (joinState === 'closed' || joinState === 'finished') return null;
  if (joinState === 'creator') return <Chip tone="state">Yours</Chip>;
  if (joinState === 'member') return <Chip tone="state">Member</Chip>;
  if (joinState === 'asked')
    return (
      <Chip tone="state" isOutcome>
        {pendingWord(own)}
      </Chip>
    );

  if (isInvited) return <Chip tone="state">Invited</Chip>;

  if (joinState === 'declined' && askAgainAt !== null)
    return <Chip tone="state">Ask again from {localDay(askAgainAt)}</Chip>;

  const join = () => {
    if (isVisitor) toastSignIn('Please log in to join projects', intentLink(project.id, 'join'));
    else joinDialog.open(project.id);
  };
  const label = joinState === 'full' ? 'Join the waitlist' : 'Join';
  return (
    <OnlineButton
      size="sm"
      onClick={join}
      aria-label={`${label}${joinState === 'full' ? ' for' : ''} ${isolate(project.title)}`}
    >
      {label}
    </OnlineButton>
  );
}
