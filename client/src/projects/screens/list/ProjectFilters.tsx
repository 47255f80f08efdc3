import { PROJECT_CATEGORIES, PROJECT_SORTS, projectLimits } from '@sangam/shared/projects/limits';
import type { ProjectSort } from '@sangam/shared/projects/projects';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../core/session/session';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { Button } from '../../../ui/button/Button';
import { cx } from '../../../ui/cx';
import { SearchInput } from '../../../ui/form/SearchInput';
import { Select } from '../../../ui/form/Select';
import { TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import { isFiltered, noFilter, type ProjectFilter } from '../../state/project-filter';
import { setProjectFilter, useProjectList } from '../../state/project-list';
import { categoryLabel } from '../parts/project-labels';

const sortLabels: Record<ProjectSort, string> = {
  closing_soon: 'Listing ends soon',
  open_seats: 'Most open seats',
  fit: 'Best fit for me',
};

const MoreFilters = lazyPart(() => import('./MoreFilters'), 'MoreFilters');

/** Search and category filter the list on each keystroke. Skill and seats appear on request and while in use. */
export function ProjectFilters() {
  const filter = useProjectList((state) => state.filter);
  const isMember = useSession((state) => state.status === 'signed-in');
  const isUsed = isFiltered({ ...filter, search: noFilter.search, category: noFilter.category });
  // Null until the fields were opened: the button that replaces them takes the focus only after that.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  // The fields stay open when the last one is emptied.
  if (isUsed && isOpen !== true) setOpen(true);
  const hasMore = isUsed || isOpen === true;
  const change = (next: ProjectFilter) => void setProjectFilter(next);
  const choose = (value: string) => {
    const category = PROJECT_CATEGORIES.find((item) => item === value) ?? null;
    change({ ...filter, category });
  };
  return (
    <search
      className={cx(
        'items-end gap-3',
        hasMore
          ? 'flex flex-wrap md:grid md:grid-cols-[minmax(0,1fr)_11rem_11rem]'
          : // Up to tablet width the button is beside the search; with large text it wraps to its own line.
            'flex flex-wrap md:grid md:grid-cols-[minmax(0,1fr)_11rem_11rem_auto]',
      )}
    >
      {/* With more filters it keeps its line, so that the fields below it stay where they were. */}
      <div className={cx('grid grow basis-36 sm:max-md:basis-64', hasMore && 'max-md:basis-full')}>
        <SearchInput
          label="Search projects"
          clearLabel="Clear search"
          placeholder="Title, skill, creator"
          icon={<Search aria-hidden className="size-4.5" />}
          maxLength={projectLimits.searchMaxChars}
          autoComplete="off"
          value={filter.search}
          onChange={(event) => change({ ...filter, search: event.target.value })}
          onClear={() => change({ ...filter, search: '' })}
        />
      </div>
      <div className="grid grow basis-40 max-md:order-1 sm:max-md:basis-[calc(50%-0.375rem)]">
        <Select label="Category" value={filter.category ?? ''} onChange={(event) => choose(event.target.value)}>
          <option value="">All categories</option>
          {PROJECT_CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {categoryLabel(category)}
            </option>
          ))}
        </Select>
      </div>
      <div className="grid grow basis-40 max-md:order-1 sm:max-md:basis-[calc(50%-0.375rem)]">
        <Select
          label="Sort by"
          value={filter.sort ?? ''}
          onChange={({ target }) =>
            change({ ...filter, sort: PROJECT_SORTS.find((sort) => sort === target.value) ?? null })
          }
        >
          <option value="">{filter.search.trim() === '' ? 'Newest first' : 'Best match first'}</option>
          {/* “Best fit” needs the member's skills and hours, which a visitor doesn't have. */}
          {PROJECT_SORTS.filter((sort) => isMember || sort !== 'fit').map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </Select>
      </div>
      {hasMore ? (
        <TakesKeyboard onLeave={() => setOpen(false)} isAsked={!isUsed}>
          <MoreFilters filter={filter} change={change}>
            {!isUsed && (
              <Button aria-expanded onClick={() => setOpen(false)} className="ml-auto">
                Fewer filters
              </Button>
            )}
          </MoreFilters>
        </TakesKeyboard>
      ) : (
        <Button autoFocus={isOpen === false} aria-expanded={false} onClick={() => setOpen(true)}>
          More filters
        </Button>
      )}
    </search>
  );
}
