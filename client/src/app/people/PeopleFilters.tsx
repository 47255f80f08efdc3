import { isolate } from '@sangam/shared/core/isolate';
import type { MyProject } from '@sangam/shared/projects/projects';
import { useEffect, useState } from 'react';
import { noSuggestion, oneValue, useSkillList } from '../../lib/text/completion';
import { useFormSuggestions } from '../../people/state/form-suggestions';
import { Button } from '../../ui/button/Button';
import { Checkbox } from '../../ui/form/Checkbox';
import { Input } from '../../ui/form/Input';
import { Select } from '../../ui/form/Select';
import { SuggestedInput } from '../../ui/form/SuggestedInput';
import { type PeopleFilter, type PeopleOrder, trimSkills } from './people-filter';

type TypedFilter = Pick<PeopleFilter, 'skills' | 'role' | 'college'>;

interface PeopleFiltersProps {
  filter: PeopleFilter;
  /** The reader's own projects, by which the list can be sorted. */
  projects: readonly MyProject[];
  /** The texts in the fields. The filter takes them over after a pause. */
  typed: TypedFilter;
  onTyped: (typed: TypedFilter) => void;
  onChange: (filter: PeopleFilter) => void;
}

/** A typed filter applies after this pause. */
const PAUSE_MS = 400;
const HOURS = [1, 2, 4, 6, 10, 15, 20];

/**
 * Fields for skills and order. The others appear on request or while in use, so that the first screen shows people. The address has the
 * filter, so that a filtered list can be linked.
 */
export function PeopleFilters({ filter, projects, typed, onTyped, onChange }: PeopleFiltersProps) {
  const { colleges, skills: known, roles = [] } = useFormSuggestions();
  const isApplied =
    trimSkills(typed.skills) === trimSkills(filter.skills) &&
    (['role', 'college'] as const).every((part) => typed[part].trim() === filter[part]);
  const completion = useSkillList(typed.skills);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is waited for
  useEffect(() => {
    if (isApplied) return;
    const timer = setTimeout(() => onChange({ ...filter, ...typed }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, isApplied]);
  const isUsed =
    filter.allSkills || filter.role !== '' || filter.college !== '' || filter.hours !== null || filter.freeFrom !== '';
  const [isOpen, setOpen] = useState(isUsed);
  // The fields stay open when the last one is emptied.
  if (isUsed && !isOpen) setOpen(true);
  const change = (part: Partial<PeopleFilter>) => onChange({ ...filter, ...typed, ...part });
  const field = { error: undefined, invalid: false };
  return (
    <search className="grid gap-3">
      <div className="grid items-start gap-3 sm:flex">
        <div className="grid min-w-0 flex-1 gap-1">
          <SuggestedInput
            label="Skills"
            name="skills"
            placeholder="Any skill"
            autoComplete="off"
            value={typed.skills}
            onText={(skills) => onTyped({ ...typed, skills })}
            onTaken={(skills) => change({ skills })}
            known={known}
            completion={typed.skills === '' ? noSuggestion : completion}
            {...field}
          />
          {isOpen && (
            <Checkbox
              label="Only members with all of these skills"
              checked={filter.allSkills}
              onChange={({ target }) => change({ allSkills: target.checked })}
            />
          )}
        </div>
        {/* On a phone the two share a line. */}
        <div className="flex flex-wrap items-end gap-3 sm:contents">
          <div className="grid min-w-0 grow basis-40 sm:w-64 sm:flex-none">
            <SortBy order={filter.order} projects={projects} onOrder={(order) => change({ order })} />
          </div>
          {/* Aligned with the fields, not with their labels. */}
          {!isUsed && (
            <Button className="sm:mt-6.5" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Fewer filters' : 'More filters'}
            </Button>
          )}
        </div>
      </div>
      {isOpen && (
        <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <SuggestedInput
            label="Role"
            name="role"
            placeholder="Any role"
            autoComplete="off"
            value={typed.role}
            onText={(role) => onTyped({ ...typed, role })}
            onTaken={(role) => change({ role })}
            known={roles}
            completion={oneValue}
            {...field}
          />
          <SuggestedInput
            label="College"
            name="college"
            placeholder="Any college"
            autoComplete="off"
            value={typed.college}
            onText={(college) => onTyped({ ...typed, college })}
            onTaken={(college) => change({ college })}
            known={colleges}
            completion={oneValue}
            {...field}
          />
          <Select
            label="Shared free hours"
            value={filter.hours ?? ''}
            onChange={({ target }) => change({ hours: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">Any</option>
            {hoursWith(filter.hours).map((hours) => (
              <option key={hours} value={hours}>
                {hours === 1 ? 'At least 1 hour a week' : `At least ${hours} hours a week`}
              </option>
            ))}
          </Select>
          <Input
            label="Available from"
            type="date"
            value={filter.freeFrom}
            onChange={({ target }) => change({ freeFrom: target.value })}
          />
        </div>
      )}
    </search>
  );
}

/** Returns the choices of hours, with a number from the address that isn't among them. */
const hoursWith = (chosen: number | null): number[] =>
  chosen === null || HOURS.includes(chosen) ? HOURS : [...HOURS, chosen].toSorted((a, b) => a - b);

interface SortByProps {
  order: PeopleOrder;
  projects: readonly MyProject[];
  onOrder: (order: PeopleOrder) => void;
}

function SortBy({ order, projects, onOrder }: SortByProps) {
  const read = (value: string): PeopleOrder => (value === 'activity' || value === 'fit' ? value : Number(value));
  return (
    <Select label="Sort by" value={order} onChange={({ target }) => onOrder(read(target.value))}>
      <option value="activity">Recent activity</option>
      <option value="fit">Best fit for me</option>
      {projects.map(({ id, title }) => (
        <option key={id} value={id}>
          {`Best fit for ${isolate(title)}`}
        </option>
      ))}
    </Select>
  );
}
