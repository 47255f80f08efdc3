import { firstChars } from '@sangam/shared/core/text';
import { projectLimits } from '@sangam/shared/projects/limits';
import { type ReactNode, useId, useState } from 'react';
import { useSession } from '../../../core/session/session';
import { type Completion, oneValue, useSkillList } from '../../../lib/text/completion';
import { useFormSuggestions } from '../../../people/state/form-suggestions';
import { Checkbox } from '../../../ui/form/Checkbox';
import { SearchInput } from '../../../ui/form/SearchInput';
import { Select } from '../../../ui/form/Select';
import { isFiltered, noFilter, type ProjectFilter } from '../../state/project-filter';

interface MoreFiltersProps {
  filter: ProjectFilter;
  change: (filter: ProjectFilter) => void;
  /** Rendered after the fields. */
  children: ReactNode;
}

const useOneValue = (): Completion => oneValue;

const HOURS = [1, 2, 4, 6, 10];

/** As high as a field, so that a checkbox lines up with the fields next to it. */
const besideFields = 'flex min-h-control items-center';

/**
 * Fields for skills, role, shared hours and open seats. Focuses the first one when the member opened the fields, but not when the page
 * opened with a filter.
 */
export function MoreFilters({ filter, change, children }: MoreFiltersProps) {
  const { skill, role, hours, openSeats } = filter;
  const { skills, roles = [] } = useFormSuggestions();
  const isMember = useSession((state) => state.status === 'signed-in');
  return (
    <div className="col-span-full flex w-full flex-wrap items-end gap-3 max-md:order-1">
      <div className="w-full sm:w-56">
        <TypedFilter
          label="Skill"
          placeholder="Any skill"
          maxLength={projectLimits.skillFilterMaxChars}
          known={skills}
          useCompletion={useSkillList}
          value={skill}
          autoFocus={!isFiltered({ ...filter, search: '', category: noFilter.category })}
          onValue={(next) => change({ ...filter, skill: next })}
        />
      </div>
      {skill.includes(',') && (
        <div className={besideFields}>
          <Checkbox
            label="All of these skills"
            checked={filter.allSkills}
            onChange={(event) => change({ ...filter, allSkills: event.target.checked })}
          />
        </div>
      )}
      <div className="w-full sm:w-44">
        <TypedFilter
          label="Role"
          placeholder="Any role"
          maxLength={projectLimits.roleNameMaxChars}
          known={roles}
          useCompletion={useOneValue}
          value={role}
          autoFocus={false}
          onValue={(next) => change({ ...filter, role: next })}
        />
      </div>
      {isMember && (
        <div className="w-full sm:w-76">
          <Select
            label="Free hours shared with the creator"
            value={hours ?? ''}
            onChange={({ target }) => change({ ...filter, hours: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">Any shared hours</option>
            {[...new Set([...HOURS, ...(hours === null ? [] : [hours])])].map((each) => (
              <option key={each} value={each}>
                {each === 1 ? 'At least 1 shared hour a week' : `At least ${each} shared hours a week`}
              </option>
            ))}
          </Select>
        </div>
      )}
      <div className={besideFields}>
        <Checkbox
          label="Free seats only"
          checked={openSeats}
          onChange={(event) => change({ ...filter, openSeats: event.target.checked })}
        />
      </div>
      {children}
    </div>
  );
}

interface TypedFilterProps {
  label: string;
  placeholder: string;
  maxLength: number;
  known: readonly string[];
  useCompletion: (text: string) => Completion;
  /** '' for any. */
  value: string;
  autoFocus: boolean;
  onValue: (value: string) => void;
}

/**
 * A text filter with suggestions. It applies when the text matches a suggestion, on Enter, which completes it with the best suggestion, and
 * on blur.
 */
function TypedFilter({ known: suggested, useCompletion, value, onValue, maxLength, ...input }: TypedFilterProps) {
  const listId = useId();
  const [typed, setTyped] = useState(value);
  // The filter was changed by a link, Back or Clear filters.
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  const commit = (text: string) => {
    const next = firstChars(text, maxLength);
    if (next !== value) onValue(next);
  };
  const completion = useCompletion(typed);
  const enter = () => {
    const taken = (completion.enter(suggested, typed) ?? typed).replace(/,\s*$/u, '');
    setTyped(taken);
    commit(taken);
  };
  const type = (text: string) => {
    setTyped(text);
    if (text === '' || suggested.includes(text)) commit(text);
  };
  return (
    <>
      <SearchInput
        {...input}
        clearLabel={`Clear ${input.label.toLowerCase()}`}
        maxLength={maxLength}
        autoComplete="off"
        list={listId}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onClear={() => type('')}
        onBlur={() => commit(typed)}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && enter()}
      />
      <datalist id={listId}>
        {suggested.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}
