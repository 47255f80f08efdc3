import { Suspense, useEffect, useState } from 'react';
import { useSession } from '../../../core/session/session';
import { intentLink, withNext } from '../../../lib/links/next-path';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { localTime } from '../../../lib/text/local-time';
import type { ProjectEntity } from '../../../projects/state/project-table';
import { Button } from '../../../ui/button/Button';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Still } from '../../../ui/decision/StillRow';
import { useNow } from '../../../ui/TimeAgo';
import { type JoinState, useAskAgainAt } from '../../state/join-state';
import { isComplete, joinDialog, type RequestEntity, useMyRequest } from '../../state/requests';
import { DeclineNote } from '../parts/decline-reasons';
import { OwnWords } from '../parts/own-words';
import { AnswerBy, requestWord, WaitlistPlace } from '../parts/request-details';
import { SeatOffer } from '../parts/SeatOffer';
import { StillInterested } from '../parts/StillInterested';
import { WithdrawRequest } from '../parts/WithdrawButton';
import { isLost, NextProjects } from './NextProjects';
import { MemberRow, RequestStatusRow } from './RequestStatusRow';

// For members of the team alone.
const Membership = lazyPart(() => import('./Membership'), 'Membership');

interface JoinStatusProps {
  project: ProjectEntity;
  joinState: JoinState;
  /** The member has a pending invitation, which they accept instead of asking to join. */
  invited?: boolean;
  /** The member came to join, so the form opens. */
  intended?: boolean;
}

/** The reader's state in the project, with a way to withdraw or leave, and below it the next step. */
export function JoinStatus(props: JoinStatusProps) {
  const own = useMyRequest(props.project.id);
  const { joinState, project } = props;
  return (
    <>
      {(joinState === 'member' || own) && (
        <Still data-decision className="content-start gap-2">
          {joinState === 'member' ? (
            <Suspense fallback={<MemberRow />}>
              <Membership projectId={project.id}>{own && <SentWords request={own} />}</Membership>
            </Suspense>
          ) : (
            own && <OwnRequest request={own} creator={project.creator_name} />
          )}
        </Still>
      )}
      {!(props.invited && (joinState === 'stranger' || joinState === 'declined')) && <NextStep {...props} />}
      <NextProjects projectId={props.project.id} />
    </>
  );
}

const labelOf = ({ role_name }: RequestEntity, what: 'request' | 'seat' = 'request'): string =>
  role_name ? `Your ${what} as ${role_name}` : `Your ${what}`;

interface OwnRequestProps {
  request: RequestEntity;
  /** The creator's name. */
  creator: string;
}

/** The reader's newest request: pending with its details, or how it ended. */
function OwnRequest({ request, creator }: OwnRequestProps) {
  const isPending = request.status === 'pending';
  const [wasPending, setWasPending] = useState(isPending);
  if (isPending && !wasPending) setWasPending(true);
  if (request.status === 'accepted') return null;
  if (request.status === 'rejected') return <Ended request={request} label={labelOf(request)} />;
  if (request.left_team || request.ended_by === 'removed')
    return <Ended request={request} label={labelOf(request, 'seat')} />;
  // Withdrawn some other day, which needs no mention.
  if (!wasPending && !isLost(request)) return null;
  return (
    <>
      <RequestStatusRow
        label={labelOf(request)}
        status={requestWord(request)}
        action={<WithdrawRequest request={request} />}
      />
      <AnswerBy request={request} own={creator} />
      <WaitlistPlace request={request} own />
      <SeatOffer requestId={request.id} variant="primary" />
      <StillInterested request={request} />
      <SentWords request={request} />
    </>
  );
}

/** The message and the answers that the reader sent, once they are known. */
const SentWords = ({ request }: { request: RequestEntity }) => isComplete(request) && <OwnWords request={request} />;

/** A rejected request, or one whose seat has ended, with the creator's reason. */
function Ended({ request, label }: { request: RequestEntity; label: string }) {
  return (
    <div className="grid content-start gap-2 text-sm">
      <RequestStatusRow label={label} status={requestWord(request)} />
      <DeclineNote request={request} />
      <SentWords request={request} />
    </div>
  );
}

function NextStep({ project, joinState, intended = false }: JoinStatusProps) {
  const now = useNow();
  const askAgainAt = useAskAgainAt(project.id);
  const isVisitor = useSession(({ user }) => user === null);
  if (joinState === 'visitor' || (joinState === 'full' && isVisitor))
    return (
      <ButtonLink to={withNext('/login', intentLink(project.id, 'join'))} variant="primary" block>
        {joinState === 'full' ? 'Sign in to join the waitlist' : 'Sign in to join'}
      </ButtonLink>
    );
  if (joinState === 'member' || joinState === 'asked') return null;
  if (joinState === 'closed') return <RequestStatusRow label="Requests" status="Closed" />;
  if (joinState === 'finished') return <RequestStatusRow label="The project" status="Finished" />;
  if (joinState === 'declined' && askAgainAt !== null && Date.parse(askAgainAt) > now)
    return (
      <Button block disabled className="flex-wrap gap-x-1 py-2">
        Ask again from <span className="whitespace-nowrap">{localTime(askAgainAt)}</span>
      </Button>
    );
  if (joinState === 'full')
    return (
      <>
        <RequestStatusRow label="The team" status="Full" />
        <OpenJoinForm projectId={project.id} label="Join the waitlist" intended={intended} />
      </>
    );
  return <OpenJoinForm projectId={project.id} label="Join the team" intended={intended} />;
}

/** Opens the join form, at once for a member who came to join. The button gets the focus back when the form closes. */
function OpenJoinForm({ projectId, label, intended }: { projectId: number; label: string; intended: boolean }) {
  useEffect(() => {
    if (intended) joinDialog.open(projectId);
  }, [intended, projectId]);
  return (
    <OnlineButton variant="primary" block autoFocus={intended} onClick={() => joinDialog.open(projectId)}>
      {label}
    </OnlineButton>
  );
}
