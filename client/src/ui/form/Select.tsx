import { keysOf } from '@sangam/shared/core/keys-of';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { useNeedsServer } from '../../lib/hooks/window-state';
import { directionOf } from '../../lib/text/direction';
import { wireLabel } from '../../lib/wire-label';
import { cx } from '../cx';
import { FieldFrame, type FieldProps, useField } from './field';

type SelectProps = FieldProps & ComponentProps<'select'>;

/** The platform's own select, with label, hint and error. Its children are `<option>`s. */
export function Select({
  label,
  hint,
  error,
  invalid,
  hideLabel,
  id: givenId,
  className,
  children,
  ...rest
}: SelectProps) {
  const { id, aria, look } = useField({ hint, error, invalid }, givenId);
  const field = useRef<HTMLSelectElement>(null);
  // Cuts the chosen text at its own end, which for a right-to-left title is the left.
  useLayoutEffect(() => {
    if (field.current) field.current.dir = directionOf(field.current.selectedOptions[0]?.text ?? '');
  });
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      <div className="relative">
        <select
          {...rest}
          {...aria}
          ref={field}
          id={id}
          className={cx(look, 'appearance-none truncate pr-9', className)}
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-faint"
        />
      </div>
    </FieldFrame>
  );
}

type WordSelectProps<V extends string> = Omit<SelectProps, 'value' | 'onChange'> & {
  words: Readonly<Record<V, string>>;
  /** The chosen value. Empty while an option in `children`, which come first, asks for a choice. */
  value: V | '';
  onChoose: (value: V) => unknown;
};

/** A select with the values and labels of `words`, in their order. A chosen value that only newer servers know is added. */
export function WordSelect<V extends string>({ words, onChoose, children, ...rest }: WordSelectProps<V>) {
  const { value } = rest;
  const values = keysOf(words);
  const shown = value === '' || values.includes(value) ? values : [...values, value];
  return (
    <Select
      {...rest}
      onChange={({ target }) => {
        const chosen = values.find((one) => one === target.value);
        if (chosen !== undefined) onChoose(chosen);
      }}
    >
      {children}
      {shown.map((one) => (
        <option key={one} value={one}>
          {wireLabel(words, one)}
        </option>
      ))}
    </Select>
  );
}

/** A select that is saved at once, which needs the server (`useNeedsServer`). */
export const OnlineSelect = (props: SelectProps) => <Select {...props} {...useNeedsServer()} />;
export const OnlineWordSelect = <V extends string>(props: WordSelectProps<V>) => (
  <WordSelect {...props} {...useNeedsServer()} />
);
