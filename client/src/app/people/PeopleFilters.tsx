import type { MyProject } from '@sangam/shared/projects/projects';
import { useEffect, useState } from 'react';
import { request } from '../../core/api/client';
import { oneValue, useSkillList } from '../../lib/text/suggest';
import { useSuggestions } from '../../people/state/suggestions';
import { Checkbox } from '../../ui/form/Checkbox';
import { Select } from '../../ui/form/Select';
import { SuggestedInput } from '../../ui/form/SuggestedInput';
import type { PeopleFilter } from './people-filter';

type TypedFilter = Pick<PeopleFilter, 'skills' | 'college'>;

interface PeopleFiltersProps {
  filter: PeopleFilter;
  /** The texts in the fields; the filter follows after a pause. */
  typed: TypedFilter;
  onTyped: (typed: TypedFilter) => void;
  onChange: (filter: PeopleFilter) => void;
}

/** A typed filter applies after this pause. */
const PAUSE_MS = 400;

/** Skills, college and the order. The address follows, so a filtered list can be linked. */
export function PeopleFilters({ filter, typed, onTyped, onChange }: PeopleFiltersProps) {
  const { colleges, skills: known } = useSuggestions();
  const projects = useOwnProjects();
  const isApplied = typed.skills.trim() === filter.skills && typed.college.trim() === filter.college;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is waited for
  useEffect(() => {
    if (isApplied) return;
    const timer = setTimeout(() => onChange({ ...filter, ...typed }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, isApplied]);
  const field = { error: undefined, invalid: false };
  return (
    <search className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-3">
      <div className="grid gap-1">
        <SuggestedInput
          label="Skills"
          name="skills"
          autoComplete="off"
          value={typed.skills}
          onText={(skills) => onTyped({ ...typed, skills })}
          known={known}
          completion={useSkillList(typed.skills)}
          {...field}
        />
        <Checkbox
          label="Only members with all of these"
          checked={filter.all}
          onChange={({ target }) => onChange({ ...filter, ...typed, all: target.checked })}
        />
      </div>
      <SuggestedInput
        label="College"
        name="college"
        autoComplete="off"
        value={typed.college}
        onText={(college) => onTyped({ ...typed, college })}
        known={colleges}
        completion={oneValue}
        {...field}
      />
      <Select
        label="Sort by"
        value={filter.project ?? ''}
        onChange={({ target }) =>
          onChange({ ...filter, ...typed, project: target.value === '' ? null : Number(target.value) })
        }
      >
        <option value="">Recent activity</option>
        {projects.map(({ id, title }) => (
          <option key={id} value={id}>
            {`Skills for ${title}`}
          </option>
        ))}
      </Select>
    </search>
  );
}

/** The reader's own projects that look for skills. Without an answer there is one order only. */
function useOwnProjects(): readonly MyProject[] {
  const [projects, setProjects] = useState<readonly MyProject[]>([]);
  useEffect(() => {
    const live = new AbortController();
    void request('GET /api/projects/mine', { query: { finished: 'no' }, signal: live.signal }).then((answer) => {
      if (answer.ok && !live.signal.aborted)
        setProjects(answer.value.data.projects.filter(({ required_skills }) => required_skills.length > 0));
    });
    return () => live.abort();
  }, []);
  return projects;
}
