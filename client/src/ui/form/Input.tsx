import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx';
import { FieldFrame, type FieldProps, useField } from './field';

interface InputProps extends FieldProps, Omit<ComponentProps<'input'>, 'type'> {
  type?: 'text' | 'email' | 'search' | 'url' | 'time' | 'number' | 'date';
  aside?: ReactNode;
  /** An icon at the start of the field. */
  icon?: ReactNode;
}

/** A line of text with its label, hint and error. */
export function Input({
  label,
  hint,
  error,
  invalid,
  hideLabel,
  aside,
  icon,
  id: givenId,
  className,
  ...rest
}: InputProps) {
  const { id, aria, look } = useField({ hint, error, invalid }, givenId);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} hideLabel={hideLabel ?? false} aside={aside}>
      <div className="relative">
        {icon && (
          <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-faint">{icon}</span>
        )}
        <input
          type="text"
          dir="auto"
          {...aria}
          {...rest}
          id={id}
          className={cx(look, Boolean(icon) && 'pl-10', className)}
        />
      </div>
    </FieldFrame>
  );
}
