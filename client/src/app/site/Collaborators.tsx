import { projectLimits } from '@sangam/shared/projects/limits';
import { Navigate } from 'react-router-dom';
import { useSession } from '../../core/session/session';
import { filterLink } from '../../projects/screens/list/use-project-filter';
import { noFilter } from '../../projects/state/project-filter';
import { PageLoading } from '../page-fallbacks';

/** As many of the skills as the filter takes. */
const skillFilter = (skills: readonly string[]): string =>
  skills.reduce((filter, skill) => {
    const longer = filter === '' ? skill : `${filter},${skill}`;
    return [...longer].length > projectLimits.skillFilterMaxChars ? filter : longer;
  }, '');

/** `/collaborators`: projects that look for the member's skills, which is where collaborators are found. */
export function Collaborators() {
  const { status, user } = useSession();
  if (status === 'loading') return <PageLoading />;
  const skills = (user?.skills ?? []).filter((skill) => !skill.includes(','));
  return <Navigate to={filterLink({ ...noFilter, skill: skillFilter(skills) })} replace />;
}
