import { projectLimits } from '@sangam/shared/projects/limits';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Input } from '../../ui/form/Input';

interface SearchBoxProps {
  onSearch?: () => void;
  className?: string;
}

/** The bar's search: Enter leads to the projects that match. */
export function SearchBox({ onSearch, className }: SearchBoxProps) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const search = (event: FormEvent) => {
    event.preventDefault();
    navigate(`/projects?${new URLSearchParams({ search: text.trim() })}`);
    setText('');
    onSearch?.();
  };
  return (
    <search className={className}>
      <form onSubmit={search}>
        <Input
          type="search"
          label="Search projects on Sangam"
          hideLabel
          placeholder="Search projects"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={projectLimits.searchMaxChars}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="text-ellipsis"
          icon={<Search aria-hidden className="size-4" />}
        />
      </form>
    </search>
  );
}
