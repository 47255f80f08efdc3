import type { ComponentProps } from 'react';
import { SuitedProjects } from '../../projects/screens/page/SuitedProjects';
import type { ReportLink } from '../../trust/screens/report/ReportLink';
import { useLeftTeam } from '../../trust/state/left-team';
import { reportDialog } from '../../trust/state/report-dialog';
import { OnlineButton } from '../../ui/button/OnlineButton';

export interface ReportTeamProps {
  projectId: number;
  /** Passed by the page, since an import here would add a file to every project's page. */
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

/** For members, on the page of a project that doesn't exist: for some time after its deletion, its team can be reported. */
export function GoneParts({ projectId }: { projectId: number }) {
  return (
    <>
      <SuitedProjects projectId={projectId} />
      <div className="mt-4 grid justify-items-center">
        <ReportTeam projectId={projectId} Link={PlainLink} />
      </div>
    </>
  );
}
