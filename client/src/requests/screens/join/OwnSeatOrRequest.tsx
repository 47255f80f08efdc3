import type { ProjectEntity } from '../../../projects/state/project-table';
import { Still } from '../../../ui/decision/StillRow';
import type { RequestEntity } from '../../state/requests';
import { Membership } from './Membership';
import { OwnRequest } from './OwnRequest';

export interface OwnSeatOrRequestProps {
  project: ProjectEntity;
  isMember: boolean;
  /** The reader's newest request; for a team member, the one by which they got their seat. */
  request: RequestEntity | undefined;
}

/** The reader's seat or request, with a way to leave or withdraw. Visitors never load it. */
export function OwnSeatOrRequest({ project, isMember, request }: OwnSeatOrRequestProps) {
  return (
    <Still data-decision className="content-start gap-3">
      {isMember ? (
        <Membership projectId={project.id} request={request} />
      ) : (
        request && <OwnRequest key={request.id} request={request} creator={project.creator_name} />
      )}
    </Still>
  );
}
