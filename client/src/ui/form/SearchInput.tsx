import { X } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { IconButton } from '../button/IconButton';
import { Input } from './Input';

interface SearchInputProps extends Omit<ComponentProps<typeof Input>, 'type' | 'ref' | 'className'> {
  value: string;
  /** The label of the clear button, such as "Clear search". */
  clearLabel: string;
  onClear: () => void;
}

/** A field for a search. Once it has text, a button clears it and gives the field the focus. */
export function SearchInput({ clearLabel, onClear, ...rest }: SearchInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onClear();
    field.current?.focus();
  };
  return (
    <div className="relative">
      <Input {...rest} ref={field} type="search" className="pr-11" />
      {rest.value !== '' && (
        <span className="absolute right-0 bottom-0">
          <IconButton icon={X} label={clearLabel} onClick={clear} />
        </span>
      )}
    </div>
  );
}
