import { projectLimits } from '@sangam/shared/projects/limits';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { Button } from '../../../ui/button/Button';
import { newRole, type RolesPartProps, rolesToSend } from './project-form';

const RoleFields = lazyPart<'RoleFields', RolesPartProps>(() => import('./RoleFields'), 'RoleFields');

/** The roles in the form, and a way to add one. Most projects have none. */
export function RolesPart(props: RolesPartProps) {
  const { roles, onChange } = props;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 font-medium text-sm">Roles (optional)</legend>
      <p className="text-faint text-sm">
        Add the roles you need, such as Backend or Design. Applicants choose one. The other seats stay open to anyone.
      </p>
      {roles.length > 0 && (
        <Suspense>
          <RoleFields {...props} />
        </Suspense>
      )}
      {rolesToSend({ roles }).length < projectLimits.rolesMax && (
        <Button size="sm" className="justify-self-start" onClick={() => onChange([...roles, newRole()])}>
          <Plus aria-hidden className="size-4" />
          Add a role
        </Button>
      )}
    </fieldset>
  );
}
