import type { RequestStage } from '@sangam/shared/requests/transitions';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useSession } from '../../../core/session/session';
import { intentLink, withNext } from '../../../lib/links/next-path';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { localTime } from '../../../lib/text/local-time';
import type { ProjectEntity } from '../../../projects/state/project-table';
import { Button } from '../../../ui/button/Button';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Chip } from '../../../ui/Chip';
import { useNow } from '../../../ui/TimeAgo';
import type { JoinState } from '../../state/join-state';
import { joinDialog, type RequestEntity, stageOf, useMyRequest } from '../../state/requests';
import { DeclineNote } from '../parts/decline-reasons';
import { LeaveButton } from '../parts/LeaveButton';
import { NextProjects } from '../parts/NextProjects';
import { AnswerBy, WaitlistPlace } from '../parts/request-details';
import { SeatOffer } from '../parts/SeatOffer';
import { StillInterested } from '../parts/StillInterested';
import { WithdrawRequest } from '../parts/WithdrawButton';

const WithdrawOthers = lazyPart(() => import('../parts/WithdrawOthers'), 'WithdrawOthers');

interface JoinStatusProps {
  project: ProjectEntity;
  joinState: JoinState;
  /** The member came to join, so the form opens. */
  intended?: boolean;
}

/** Joining the team or its waitlist, or the reader's state (Requested or Member) with a way to withdraw or leave. */
export function JoinStatus(props: JoinStatusProps) {
  const own = useMyRequest(props.project.id);
  return (
    <>
      {own?.status === 'rejected' && <Declined request={own} />}
      {own?.ended_by === 'offer_lapsed' && <RequestStatusRow label="Your request" status="Seat not taken in time" />}
      {own?.ended_by === 'waitlist_lapsed' && (
        <RequestStatusRow label="Your request" status="Time on the waitlist over" />
      )}
      {own?.ended_by === 'no_answer' && <RequestStatusRow label="Your request" status="No answer in time" />}
      <NextStep {...props} own={own} />
      <NextProjects projectId={props.project.id} />
    </>
  );
}

/** The rejected request with the creator's reason. */
function Declined({ request }: { request: RequestEntity }) {
  return (
    <div className="grid gap-1 text-sm">
      <RequestStatusRow label="Your request" status="Rejected" />
      <DeclineNote request={request} />
    </div>
  );
}

const stageWords: Partial<Record<RequestStage, string>> = { in_line: 'On the waitlist', offered: 'Seat offered' };

function NextStep({ project, joinState, intended = false, own }: JoinStatusProps & { own: RequestEntity | undefined }) {
  const now = useNow();
  const isVisitor = useSession(({ user }) => user === null);
  if (joinState === 'visitor' || (joinState === 'full' && isVisitor))
    return (
      <ButtonLink to={withNext('/login', intentLink(project.id, 'join'))} variant="primary" block>
        {joinState === 'full' ? 'Sign in to join the waitlist' : 'Sign in to join'}
      </ButtonLink>
    );
  if (joinState === 'member')
    return (
      <div className="grid gap-2">
        <RequestStatusRow label="The team" status="Member" action={<LeaveButton projectId={project.id} />} />
        <Suspense>
          <WithdrawOthers from={1} />
        </Suspense>
      </div>
    );
  if (joinState === 'closed') return <RequestStatusRow label="Requests" status="Closed" />;
  if (joinState === 'finished') return <RequestStatusRow label="The project" status="Finished" />;
  if (joinState === 'asked')
    return (
      <div className="grid gap-2">
        <RequestStatusRow
          label="Your request"
          status={stageWords[own ? stageOf(own) : 'pending'] ?? 'Requested'}
          action={own && stageOf(own) !== 'offered' && <WithdrawRequest id={own.id} projectId={project.id} />}
        />
        {own && <AnswerBy request={own} />}
        {own && <WaitlistPlace request={own} own />}
        {own && <SeatOffer requestId={own.id} />}
        {own && <StillInterested request={own} />}
      </div>
    );
  if (joinState === 'declined' && own?.ask_again_at && Date.parse(own.ask_again_at) > now)
    return (
      <Button block disabled className="flex-wrap gap-x-1 py-2">
        Ask again from <span className="whitespace-nowrap">{localTime(own.ask_again_at)}</span>
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
    <Button variant="primary" block autoFocus={intended} onClick={() => joinDialog.open(projectId)}>
      {label}
    </Button>
  );
}

interface RequestStatusRowProps {
  label: string;
  status: string;
  /** A button such as Withdraw. */
  action?: ReactNode;
}

/** A line of the reader's state, announced when it changes. */
export function RequestStatusRow({ label, status, action }: RequestStatusRowProps) {
  return (
    <div role="status" className="flex min-h-control-sm flex-wrap items-center gap-x-3 gap-y-2">
      <span className="text-muted text-sm">{label}</span>
      <Chip tone="line">{status}</Chip>
      {action && <span className="ml-auto">{action}</span>}
    </div>
  );
}
