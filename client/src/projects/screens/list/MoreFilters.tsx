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

/** Skill and seats. Who asked for these fields has the focus in the first; who came with a filter has not. */
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
  /** '' for none. */
  skill: string;
  autoFocus: boolean;
  onSkill: (skill: string) => void;
}

/**
 * One skill, completed from those in use. Half a skill is none: what is typed counts once it is a suggestion, on Enter, and
 * when the field is left.
 */
function SkillFilter({ skill, autoFocus, onSkill }: SkillFilterProps) {
  const { skills } = useSuggestions();
  const listId = useId();
  const [typed, setTyped] = useState(skill);
  // Another link, Back, or Clear search.
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
