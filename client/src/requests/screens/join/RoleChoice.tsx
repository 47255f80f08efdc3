import type { Project } from '@sangam/shared/projects/projects';
import { freeSeatsFor, freeSeatsWords } from '@sangam/shared/projects/seats';
import { useId } from 'react';
import { chooseRole } from '../roles/chosen-role';
import { roleChoicesIn } from '../roles/join-role';

/** Radio buttons for the project's roles. Renders nothing if it has none. */
export function RoleChoice({ project, chosen }: { project: Project; chosen: number | null }) {
  const name = useId();
  const { roles = [] } = project;
  if (roles.length === 0) return null;
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium text-sm">Role</legend>
      {roleChoicesIn(project).map((choice) => {
        const role = roles.find(({ id }) => id === choice);
        const facts = [freeSeatsWords(freeSeatsFor(project, choice ?? undefined)), ...(role?.skills ?? [])];
        return (
          <label key={choice ?? 0} className="flex min-h-control items-center gap-2.5 text-sm">
            <input
              type="radio"
              name={name}
              checked={choice === chosen}
              onChange={() => chooseRole(project.id, choice)}
            />
            <span className="min-w-0">
              {role?.name ?? 'No specific role'}
              <span className="block text-muted text-xs">{facts.join(' · ')}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
