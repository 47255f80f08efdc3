import { useState } from 'react';
import toast from 'react-hot-toast';
import { errorText, isConflict } from '../../api/errors';
import type { ProjectEntity } from '../../stores/entities/projects';
import { useMyRequest } from '../../stores/entities/requests';
import { hasSeat, leaveProject, loadProject, type ProjectPage } from '../../stores/project-pages';
import { createJoinRequest, myRequests, withdrawJoinRequest } from '../../stores/requests';
import { Button } from '../../ui/Button';
import { RequestStatusRow } from './RequestStatusRow';

interface JoinActionProps {
  project: ProjectEntity;
  page: ProjectPage;
  /** The member came to join: the button has the focus. */
  intended?: boolean;
}

/** Ask to join the team, or where the member stands: Requested, Member, and the way back from each. */
export function JoinAction({ project, page, intended = false }: JoinActionProps) {
  const own = useMyRequest(project.id);
  if (hasSeat(page, own)) return <MemberRow projectId={project.id} />;
  if (own?.status === 'pending') return <RequestedRow requestId={own.id} projectId={project.id} />;
  if (project.current_members >= project.max_members) return <RequestStatusRow label="The team" status="Full" />;

  const join = async () => {
    const answer = await createJoinRequest(project.id);
    if (answer.ok) {
      toast.success('Join request sent successfully!');
      return;
    }
    toast.error(errorText(answer.error, 'Failed to send join request'));
    if (isConflict(answer.error)) await loadProject(project.id);
  };
  return (
    <>
      {own?.status === 'rejected' && <RequestStatusRow label="Your request" status="Rejected" />}
      <Button block autoFocus={intended} onClick={join}>
        Join the team
      </Button>
    </>
  );
}

function RequestedRow({ requestId, projectId }: { requestId: number; projectId: number }) {
  const withdraw = async () => {
    const answer = await withdrawJoinRequest(requestId);
    if (answer.ok) return;
    toast.error(errorText(answer.error, 'Failed to withdraw join request'));
    if (isConflict(answer.error)) await loadProject(projectId);
  };
  return (
    <RequestStatusRow
      label="Your request"
      status="Requested"
      action={
        <Button size="sm" variant="ghost" onClick={withdraw}>
          Withdraw
        </Button>
      }
    />
  );
}

/** Leaving gives the seat away, so it is asked for twice. */
function MemberRow({ projectId }: { projectId: number }) {
  const [asking, setAsking] = useState(false);
  const leave = async () => {
    const answer = await leaveProject(projectId);
    if (answer.ok) await myRequests.load();
    else toast.error(errorText(answer.error, 'Failed to leave the project'));
  };
  return (
    <RequestStatusRow
      label="The team"
      status="Member"
      action={
        asking ? (
          <span className="flex gap-1">
            <Button size="sm" variant="danger" onClick={leave}>
              Leave the team
            </Button>
            {/* Last, where Leave was: a double click changes nothing. */}
            <Button size="sm" autoFocus onClick={() => setAsking(false)}>
              Stay
            </Button>
          </span>
        ) : (
          <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
            Leave
          </Button>
        )
      }
    />
  );
}
