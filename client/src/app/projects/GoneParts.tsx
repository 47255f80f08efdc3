import { type ComponentProps, useEffect } from 'react';
import { useList } from '../../core/store/list';
import { SuitedProjects } from '../../projects/screens/page/SuitedProjects';
import { myInterests } from '../../requests/state/interests';
import { endedInvitations, useMyInvitation } from '../../requests/state/invitations';
import { myRequests } from '../../requests/state/requests';
import type { ReportLink } from '../../trust/screens/report/ReportLink';
import { useLeftTeam } from '../../trust/state/left-team';
import { reportDialog } from '../../trust/state/report-dialog';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { OnlineButton } from '../../ui/button/OnlineButton';

export interface ReportTeamProps {
  projectId: number;
  /** Passed as a prop, since importing it here would add a file to every project's page. */
  Link: typeof ReportLink;
}

/** Reports a member of a team that the reader has left (R16.9). */
export function ReportTeam({ projectId, Link }: ReportTeamProps) {
  const left = useLeftTeam({ project_id: projectId });
  return left && <Link subject={left.subject}>Report a member of the team</Link>;
}

const PlainLink = ({ subject, children }: ComponentProps<typeof ReportLink>) => (
  <OnlineButton size="sm" variant="ghost" onClick={() => reportDialog.open(subject)}>
    {children}
  </OnlineButton>
);

/**
 * Shown to members on the page of a project that doesn't exist: what became of their own request and, for some time after a deletion, a way
 * to report its team.
 */
export function GoneParts({ projectId }: { projectId: number }) {
  return (
    <>
      <OwnEnd projectId={projectId} />
      <div className="mt-6 empty:hidden">
        <SuitedProjects projectId={projectId} />
      </div>
      <div className="mt-4 grid justify-items-center">
        <ReportTeam projectId={projectId} Link={PlainLink} />
      </div>
    </>
  );
}

/**
 * Says that the project is no longer available, for a member who asked to join, showed interest or was invited. The server doesn't say why.
 */
function OwnEnd({ projectId }: { projectId: number }) {
  const isOfProject = ({ project_id }: { project_id: number }) => project_id === projectId;
  const request = useList(myRequests).data?.find(isOfProject);
  const interest = useList(myInterests).data?.find(isOfProject);
  const invitation = useMyInvitation(projectId);
  useEffect(() => {
    for (const list of [myRequests, myInterests, endedInvitations]) if (list.items() === null) void list.load();
  }, []);
  const own = request ?? interest ?? invitation;
  if (own === undefined) return null;
  const what = request ? 'join request' : interest ? 'interest' : 'invitation';
  return (
    <div className="mt-6 grid max-w-prose justify-items-center gap-3">
      <p role="status">
        <bdi className="font-medium">{own.project_title}</bdi> is no longer available.{' '}
        {own.ended_by === 'project_deleted' && `Your ${what} ended with it.`}
      </p>
      <ButtonLink to="/work">See my work</ButtonLink>
    </div>
  );
}
