import type { PageReader } from '@sangam/shared/app/page-readers';
import { useSearchParams } from 'react-router-dom';
import { Select } from '../../ui/form/Select';

const readers: Record<PageReader, string> = {
  stranger: 'A stranger',
  member: 'A member you know',
  team: 'A teammate',
};

/** Chooses the kind of reader as whom the member sees their own page. */
export function ViewAs({ as }: { as: PageReader | null }) {
  const [, setQuery] = useSearchParams();
  return (
    <div className="w-full max-w-64">
      <Select
        label="View as"
        value={as ?? ''}
        onChange={({ target }) => setQuery(target.value === '' ? {} : { as: target.value }, { replace: true })}
      >
        <option value="">Yourself</option>
        {Object.entries(readers).map(([reader, label]) => (
          <option key={reader} value={reader}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}
