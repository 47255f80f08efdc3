import { projectLimits } from '@sangam/shared/projects/limits';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button/Button';
import { IconButton } from '../../../ui/button/IconButton';
import { FieldError } from '../../../ui/form/field';
import { Input } from '../../../ui/form/Input';
import type { FieldState } from '../../../ui/form/use-form';
import { type RolesPartProps, type RoleValues, rolesToSend } from './project-form';

/** The named seats of a project: rename, resize and remove them. Loaded with the first. */
export function RoleFields({ roles, onChange, field }: RolesPartProps) {
  const group = useRef<HTMLDivElement>(null);
  const whole = field('roles');
  const change = (key: number, part: Partial<RoleValues>) =>
    onChange(roles.map((role) => (role.key === key ? { ...role, ...part } : role)));
  const setRemoved = (key: number, isRemoved: boolean) => {
    change(key, { isRemoved });
    // The pressed button is gone.
    group.current?.focus();
  };
  const sent = rolesToSend({ roles });
  return (
    <div ref={group} tabIndex={-1} className="grid min-w-0 gap-3">
      <ul className="grid gap-3">
        {roles.map((role) => {
          const label = role.name.trim() || `role ${roles.indexOf(role) + 1}`;
          if (role.isRemoved)
            return (
              <li
                key={role.key}
                className="flex flex-wrap items-center gap-x-3 rounded-md border border-line p-3 text-sm"
              >
                <span className="min-w-0 break-words text-muted">
                  Removes <bdi>{label}</bdi>
                </span>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Undo removing ${label}`}
                  onClick={() => setRemoved(role.key, false)}
                >
                  Undo
                </Button>
              </li>
            );
          const place = sent.indexOf(role);
          return (
            <li key={role.key} className="grid gap-3 rounded-md border border-line p-3">
              <div className="grid grid-cols-[minmax(0,1fr)_5.5rem_auto] items-start gap-3">
                <Input
                  label="Role"
                  name={`roles.${place}.name`}
                  autoFocus={role.isNew}
                  autoComplete="off"
                  value={role.name}
                  onChange={(event) => change(role.key, { name: event.target.value })}
                  {...field(`roles.${place}.name`)}
                />
                <Input
                  type="number"
                  label="Seats"
                  name={`roles.${place}.seats`}
                  inputMode="numeric"
                  min={1}
                  max={projectLimits.roleSeatsMax}
                  value={role.seats}
                  onChange={(event) => change(role.key, { seats: event.target.value })}
                  {...seatsState(field(`roles.${place}.seats`), whole)}
                />
                <div className="-mr-2 pt-6.5">
                  <IconButton icon={X} label={`Remove ${label}`} onClick={() => setRemoved(role.key, true)} />
                </div>
              </div>
              <Input
                label="Skills for this role (optional)"
                name={`roles.${place}.skills`}
                placeholder="Go, SQL"
                autoComplete="off"
                value={role.skills}
                onChange={(event) => change(role.key, { skills: event.target.value })}
                {...field(`roles.${place}.skills`)}
              />
            </li>
          );
        })}
      </ul>
      <FieldError id="roles" error={whole.error} />
    </div>
  );
}

/** A fault of all roles together is about their seats. */
const seatsState = (own: FieldState, whole: FieldState): FieldState =>
  own.invalid ? own : { error: undefined, invalid: whole.invalid };
