import { isolate } from '@sangam/shared/core/isolate';
import type { Role } from '@sangam/shared/projects/role-parts';
import { freeSeatsFor, freeSeatsWords } from '@sangam/shared/projects/seats';
import { intentLink, withNext } from '../../../lib/links/next-path';
import { SkillChips } from '../../../people/screens/SkillChips';
import type { ProjectEntity } from '../../../projects/state/project-table';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Chip } from '../../../ui/Chip';
import { useMyInvitation } from '../../state/invitations';
import type { JoinState } from '../../state/join-state';
import { useMyRequest } from '../../state/requests';
import { openJoinFor } from '../roles/chosen-role';
import { isInvitedTo, pendingWord } from './JoinButton';

interface ProjectRolesProps {
  project: ProjectEntity;
  joinState: JoinState;
  /** The reader is signed in. */
  isSignedIn: boolean;
}

/** The project's roles with their free seats, and a way to ask for each. */
export function ProjectRoles({ project, joinState, isSignedIn }: ProjectRolesProps) {
  const { roles = [] } = project;
  const own = useMyRequest(project.id);
  const isInvited = isInvitedTo(project, useMyInvitation(project.id));
  const mayAsk = joinState === 'stranger' || joinState === 'full' || joinState === 'visitor';
  const actionFor = (role: Role, free: number) => {
    if (own?.role_id === role.id && (own.status === 'pending' || own.status === 'accepted'))
      return <Chip tone="state">{own.status === 'accepted' ? 'Your role' : pendingWord(own)}</Chip>;
    if (!mayAsk || isInvited) return null;
    const label = free === 0 ? 'Join the waitlist' : 'Join';
    const name = free === 0 ? `Join the waitlist for ${isolate(role.name)}` : `Join as ${isolate(role.name)}`;
    if (!isSignedIn)
      return (
        <ButtonLink size="sm" to={withNext('/login', intentLink(project.id, 'join', role.id))} aria-label={name}>
          {label}
        </ButtonLink>
      );
    return (
      <OnlineButton size="sm" onClick={() => openJoinFor(project.id, role.id)} aria-label={name}>
        {label}
      </OnlineButton>
    );
  };
  return (
    <section aria-labelledby="roles-title" className="min-w-0">
      <h2 id="roles-title" className="mb-3 text-lg">
        Roles
      </h2>
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
        {roles.map((role) => {
          const free = freeSeatsFor(project, role.id);
          return (
            <li key={role.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
              <div className="grid min-w-0 grow basis-48 gap-1.5">
                <div className="flex flex-wrap items-baseline gap-x-3 text-sm">
                  <h3 className="min-w-0 font-semibold">
                    <bdi>{role.name}</bdi>
                  </h3>
                  <p className="tabular text-muted">{freeSeatsWords(free)}</p>
                </div>
                <SkillChips skills={role.skills} label={`Skills for ${isolate(role.name)}`} />
              </div>
              <div className="ml-auto">{actionFor(role, free)}</div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
