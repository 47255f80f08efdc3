import { projectLimits } from '@sangam/shared/projects/limits';
import { latePart } from '../../../lib/loading/lazy-part';
import { useNow } from '../../../ui/TimeAgo';
import { isListed, type ProjectEntity } from '../../state/project-table';

/** Loaded late: few projects need it. */
const ConfirmListing = latePart(() => import('./ConfirmListing'), 'ConfirmListing');

/** For the creator of an open project that is unlisted or soon will be. Renders nothing for any other project, nor for a hidden one. */
export function Listing({ project }: { project: ProjectEntity }) {
  const now = useNow();
  if (project.state !== 'open' || project.hidden || isListed(project, now + projectLimits.listingEndsSoonMs))
    return null;
  return <ConfirmListing project={project} listed={isListed(project, now)} />;
}
