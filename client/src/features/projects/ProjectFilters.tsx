import { limits, PROJECT_CATEGORIES } from '@sangam/shared/rules/limits';
import { Search } from 'lucide-react';
import { type ProjectFilter, setProjectFilter, useProjectList } from '../../stores/projects';
import { categoryLabels } from '../../ui/category';
import { Input } from '../../ui/Input';
import { Select } from '../../ui/Select';

/** Search and category; each keystroke narrows what is shown at once. */
export function ProjectFilters() {
  const filter = useProjectList((state) => state.filter);
  const change = (next: ProjectFilter) => void setProjectFilter(next);
  const choose = (value: string) => {
    const category = PROJECT_CATEGORIES.find((item) => item === value) ?? null;
    change({ ...filter, category });
  };
  return (
    <search className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <Input
        type="search"
        label="Search projects"
        hideLabel
        placeholder="Title, skill, description or creator"
        icon={<Search aria-hidden className="size-4.5" />}
        maxLength={limits.searchMaxChars}
        autoComplete="off"
        value={filter.search}
        onChange={(event) => change({ ...filter, search: event.target.value })}
      />
      <Select label="Category" hideLabel value={filter.category ?? ''} onChange={(event) => choose(event.target.value)}>
        <option value="">All categories</option>
        {PROJECT_CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {categoryLabels[category]}
          </option>
        ))}
      </Select>
    </search>
  );
}
