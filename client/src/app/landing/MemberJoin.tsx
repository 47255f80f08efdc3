import type { Project } from '@sangam/shared/projects/projects';
import { useList } from '../../core/store/list';
import { JoinButton } from '../../requests/screens/join/JoinButton';
import { myRequests } from '../../requests/state/requests';

/** A member's state in a project, or Join, once their requests are known. */
export function MemberJoin({ project }: { project: Project }) {
  return useList(myRequests).data === null ? null : <JoinButton project={project} />;
}
