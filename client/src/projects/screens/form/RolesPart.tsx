import { isBlank } from '@sangam/shared/core/text';
import { projectLimits } from '@sangam/shared/projects/limits';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { latePart } from '../../../lib/loading/lazy-part';
import { Button } from '../../../ui/button/Button';
import { ADDS_ROLE, newRole, type RolesPartProps, rolesToSend } from './project-form';

const RoleFields = latePart<'RoleFields', RolesPartProps>(() => import('./RoleFields'), 'RoleFields');

/** The roles in the form, and a way to add one. Most projects have none. */
export function RolesPart(props: RolesPartProps) {
  const { roles, onChange } = props;
  const place = useRef<HTMLFieldSetElement>(null);
  /** Adds a role, or focuses one that is still empty. */
  const add = () => {
    const empty = rolesToSend({ roles }).findIndex(({ name, skills }) => isBlank(name) && isBlank(skills));
    if (empty === -1) onChange([...roles, newRole()]);
    else place.current?.querySelector<HTMLElement>(`[name="roles.${empty}.name"]`)?.focus();
  };
  return (
    <fieldset ref={place} className="grid min-w-0 gap-3">
      <legend className="mb-1.5 font-medium text-sm">Roles (optional)</legend>
      <p className="text-faint text-sm">
        Add the roles you need, such as Designer or Backend developer. Applicants choose one. The other seats stay open
        to anyone.
      </p>
      {roles.length > 0 && <RoleFields {...props} />}
      {rolesToSend({ roles }).length < projectLimits.rolesMax && (
        <Button size="sm" className="justify-self-start" onClick={add} {...{ [ADDS_ROLE]: '' }}>
          <Plus aria-hidden className="size-4" />
          Add a role
        </Button>
      )}
    </fieldset>
  );
}
