import { firstChars } from '@sangam/shared/core/text';
import { projectLimits } from '@sangam/shared/projects/limits';
import { useId, useState } from 'react';
import { useSuggestions } from '../../../people/state/suggestions';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Input } from '../../../ui/form/Input';
import { isFiltered, noFilter, type ProjectFilter } from '../../state/project-filter';

interface MoreFiltersProps {
  filter: ProjectFilter;
  change: (filter: ProjectFilter) => void;
}

/**
 * Skill and open seats. Focuses the first field when the member asked for these fields, and not when the page opened
 * with a filter.
 */
export function MoreFilters({ filter, change }: MoreFiltersProps) {
  const { skill, openSeats } = filter;
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-5 gap-y-2">
      <div className="w-full sm:w-56">
        <SkillFilter
          skill={skill}
          autoFocus={!isFiltered({ ...noFilter, skill, openSeats })}
          onSkill={(next) => change({ ...filter, skill: next })}
        />
      </div>
      <Checkbox
        label="Open seats only"
        checked={openSeats}
        onChange={(event) => change({ ...filter, openSeats: event.target.checked })}
      />
    </div>
  );
}

interface SkillFilterProps {
  /** '' for no skill. */
  skill: string;
  autoFocus: boolean;
  onSkill: (skill: string) => void;
}

/**
 * Filters by one skill and suggests those in use. The typed text applies once it matches a suggestion, on Enter and on
 * blur.
 */
function SkillFilter({ skill, autoFocus, onSkill }: SkillFilterProps) {
  const { skills } = useSuggestions();
  const listId = useId();
  const [typed, setTyped] = useState(skill);
  // A link, Back or Clear search changed the skill.
  const [known, setKnown] = useState(skill);
  if (known !== skill) {
    setKnown(skill);
    setTyped(skill);
  }
  const commit = (text: string) => {
    const next = firstChars(text, projectLimits.skillFilterMaxChars);
    if (next !== skill) onSkill(next);
  };
  const type = (text: string) => {
    setTyped(text);
    if (text === '' || skills.includes(text)) commit(text);
  };
  return (
    <>
      <Input
        type="search"
        label="Skill"
        hideLabel
        placeholder="Any skill"
        maxLength={projectLimits.skillFilterMaxChars}
        autoComplete="off"
        autoFocus={autoFocus}
        list={listId}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onBlur={() => commit(typed)}
        onKeyDown={(event) => event.key === 'Enter' && commit(typed)}
      />
      <datalist id={listId}>
        {skills.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}
