import { useEffect } from 'react';
import { useSession } from '../../../core/session/session';
import { intentLink, withNext } from '../../../lib/links/next-path';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { PagePart } from '../../../lib/loading/page-parts';
import { localTime } from '../../../lib/text/local-time';
import type { ProjectEntity } from '../../../projects/state/project-table';
import { Button } from '../../../ui/button/Button';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { useNow } from '../../../ui/TimeAgo';
import { type JoinState, useAskAgainAt } from '../../state/join-state';
import { joinDialog, useMyRequest } from '../../state/requests';
import { NextProjects } from './NextProjects';
import type { OwnSeatOrRequestProps } from './OwnSeatOrRequest';
import { RequestStatusRow } from './RequestStatusRow';

// Only applicants and members of the team load it.
const OwnSeatOrRequest = lazyPart<'OwnSeatOrRequest', OwnSeatOrRequestProps>(
  () => import('./OwnSeatOrRequest'),
  'OwnSeatOrRequest',
);

interface JoinStatusProps {
  project: ProjectEntity;
  joinState: JoinState;
  /** The member has a pending invitation, which they accept instead of asking to join. */
  invited?: boolean;
  /** The address says that the member came to join, so the form opens. */
  intended?: boolean;
}

/** The reader's state in the project, with a way to withdraw or leave, and below it the next step. */
export function JoinStatus(props: JoinStatusProps) {
  const own = useMyRequest(props.project.id);
  const { joinState, project } = props;
  const saysFinished = joinState === 'finished' && own?.ended_by === 'project_finished';
  return (
    <>
      {(joinState === 'member' || own) && (
        <PagePart>
          <OwnSeatOrRequest project={project} isMember={joinState === 'member'} request={own} />
        </PagePart>
      )}
      {!saysFinished && !(props.invited && (joinState === 'stranger' || joinState === 'declined')) && (
        <NextStep {...props} />
      )}
      <NextProjects projectId={props.project.id} />
    </>
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
  if (joinState === 'closed') return <RequestStatusRow label="The project" status="No new requests" />;
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

/**
 * The button that opens the join form. The form opens at once for a member who came to join; closing it returns the focus to the button.
 */
function OpenJoinForm({ projectId, label, intended }: { projectId: number; label: string; intended: boolean }) {
  useEffect(() => {
    if (intended) joinDialog.open(projectId);
  }, [intended, projectId]);
  const open = () => {
    OwnSeatOrRequest.preload();
    joinDialog.open(projectId);
  };
  return (
    <OnlineButton variant="primary" block autoFocus={intended} onClick={open}>
      {label}
    </OnlineButton>
  );
}
