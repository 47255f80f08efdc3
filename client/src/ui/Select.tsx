import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.js';
import { controlClass, FieldFrame, type FieldProps, useField } from './field.js';

/** The platform's own select, with label, hint and error; its children are `<option>`s. */
export function Select({
  label,
  hint,
  error,
  hideLabel,
  id: givenId,
  className,
  children,
  ...rest
}: FieldProps & ComponentProps<'select'>) {
  const { id, aria } = useField({ hint, error }, givenId);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      <div className="relative">
        <select
          {...rest}
          {...aria}
          id={id}
          className={cx(controlClass(error !== undefined), 'appearance-none pr-9', className)}
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
