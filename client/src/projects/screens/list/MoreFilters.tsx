import { Checkbox } from '../../../ui/form/Checkbox';
import { isFiltered, noFilter, type ProjectFilter } from '../../state/project-filter';
import { SkillFilter } from './SkillFilter';

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
