import { projectLimits } from '@sangam/shared/projects/limits';
import { X } from 'lucide-react';
import { type FocusEvent, useId, useRef, useState } from 'react';
import { useAfterPress } from '../../../lib/dom/after-press';
import { noSuggestion, oneValue, useSkillList } from '../../../lib/text/completion';
import { useFormSuggestions } from '../../../people/state/form-suggestions';
import { Button } from '../../../ui/button/Button';
import { IconButton } from '../../../ui/button/IconButton';
import { FieldError } from '../../../ui/form/field';
import { Input } from '../../../ui/form/Input';
import { SuggestedInput } from '../../../ui/form/SuggestedInput';
import { type FieldState, fieldStates } from '../../../ui/form/use-form';
import { ADDS_ROLE, faultsOfTyped, type RolesPartProps, type RoleValues, rolesToSend } from './project-form';

/** Fields to rename, resize and remove a project's roles. Loaded with the first role. Shows a field's errors once it is left. */
export function RoleFields({ roles, maxMembers, onChange, field }: RolesPartProps) {
  const group = useRef<HTMLDivElement>(null);
  const afterPress = useAfterPress();
  const [areSeatsLeft, setSeatsLeft] = useState(false);
  const now = fieldStates(faultsOfTyped({ roles, maxMembers }));
  const refused = field('roles');
  const whole = refused.invalid || !areSeatsLeft ? refused : now('roles');
  const change = (key: number, part: Partial<RoleValues>) =>
    onChange(roles.map((role) => (role.key === key ? { ...role, ...part } : role)));
  const setRemoved = (key: number, isRemoved: boolean) => {
    change(key, { isRemoved });
    // The pressed button, which had the focus, has disappeared.
    group.current?.focus();
  };
  const sent = rolesToSend({ roles });
  return (
    <div ref={group} tabIndex={-1} className="grid min-w-0 gap-3">
      <ul className="grid gap-3">
        {roles.map((role) => {
          const label = role.name.trim() || `role ${roles.indexOf(role) + 1}`;
          return role.isRemoved ? (
            <RemovedRole key={role.key} label={label} onUndo={() => setRemoved(role.key, false)} />
          ) : (
            <RoleRow
              key={role.key}
              role={role}
              label={label}
              path={`roles.${sent.indexOf(role)}`}
              states={{ field, now, whole }}
              onChange={(part) => change(role.key, part)}
              onRemove={() => setRemoved(role.key, true)}
              onLeft={(part, input, note) =>
                afterPress(() => {
                  // The focus is back in the field, as after a press on a suggestion or a second press on Add a role.
                  if (document.activeElement === input) return;
                  note();
                  if (part === 'seats') setSeatsLeft(true);
                })
              }
            />
          );
        })}
      </ul>
      <FieldError id="roles" error={whole.error} />
    </div>
  );
}

function RemovedRole({ label, onUndo }: { label: string; onUndo: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 rounded-md border border-line p-3 text-sm">
      <span className="min-w-0 text-muted">
        Removes <bdi>{label}</bdi>
      </span>
      <Button size="sm" variant="ghost" aria-label={`Undo removing ${label}`} onClick={onUndo}>
        Undo
      </Button>
    </li>
  );
}

type Part = 'name' | 'seats' | 'skills';

interface RoleRowProps {
  role: RoleValues;
  label: string;
  /** The prefix of the fields' names. */
  path: string;
  states: {
    /** A field's state after the last submit. */
    field: (name: string) => FieldState;
    /** A field's state as typed. */
    now: (name: string) => FieldState;
    /** The state of all roles together: their number of seats. */
    whole: FieldState;
  };
  onChange: (part: Partial<RoleValues>) => void;
  onRemove: () => void;
  /** Called when an input is left. `note` makes the row show the input's errors from then on. */
  onLeft: (part: Part, input: Element, note: () => void) => void;
}

function RoleRow({ role, label, path, states, onChange, onRemove, onLeft }: RoleRowProps) {
  const known = useFormSuggestions();
  const completion = useSkillList(role.skills);
  const [left, setLeft] = useState<readonly Part[]>([]);
  const leave = (part: Part) => (event: FocusEvent) => {
    // Add a role returns the focus to a role that is still empty.
    if (part === 'name' && event.relatedTarget?.hasAttribute(ADDS_ROLE)) return;
    onLeft(part, event.target, () => setLeft((before) => [...before, part]));
  };
  const state = (part: Part): FieldState => {
    const own = states.field(`${path}.${part}`);
    return own.invalid || !left.includes(part) ? own : states.now(`${path}.${part}`);
  };
  const seats = state('seats');
  const seatsId = useId();
  return (
    <li className="grid gap-3 rounded-md border border-line p-3">
      <div className="grid grid-cols-[minmax(0,1fr)_5.5rem_auto] items-start gap-3">
        <SuggestedInput
          label="Role"
          name={`${path}.name`}
          autoFocus={role.isNew ?? false}
          autoComplete="off"
          value={role.name}
          onText={(name) => onChange({ name })}
          onLeave={leave('name')}
          known={known.roles ?? []}
          completion={oneValue}
          {...state('name')}
        />
        <Input
          type="number"
          label="Seats"
          name={`${path}.seats`}
          inputMode="numeric"
          min={1}
          max={projectLimits.roleSeatsMax}
          value={role.seats}
          onChange={(event) => onChange({ seats: event.target.value })}
          onBlur={leave('seats')}
          invalid={seats.invalid || states.whole.invalid}
          aria-describedby={seats.error === undefined ? undefined : `${seatsId}-error`}
        />
        <div className="-mr-2 pt-6.5">
          <IconButton icon={X} label={`Remove ${label}`} onClick={onRemove} />
        </div>
        {/* The error is below the row, since the field is too narrow for it. */}
        <div className={seats.error === undefined ? 'sr-only' : 'col-span-full -mt-1.5'}>
          <FieldError id={seatsId} error={seats.error} />
        </div>
      </div>
      <SuggestedInput
        label="Skills for this role (optional)"
        name={`${path}.skills`}
        placeholder="Go, SQL"
        autoComplete="off"
        value={role.skills}
        onText={(skills) => onChange({ skills })}
        onLeave={leave('skills')}
        known={known.skills}
        completion={role.skills === '' ? noSuggestion : completion}
        {...state('skills')}
      />
    </li>
  );
}
