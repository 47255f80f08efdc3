import type { ComponentProps } from 'react';
import { cx } from './cx.js';
import { controlClass, FieldFrame, type FieldProps, useField } from './field.js';

/** Several lines of text with label, hint and error. */
export function Textarea({
  label,
  hint,
  error,
  hideLabel,
  id: givenId,
  className,
  ...rest
}: FieldProps & ComponentProps<'textarea'>) {
  const { id, aria } = useField({ hint, error }, givenId);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      <textarea
        rows={4}
        {...rest}
        {...aria}
        id={id}
        className={cx(controlClass(error !== undefined), 'resize-y py-2.5 leading-normal', className)}
      />
    </FieldFrame>
  );
}
