import { charCount, cleanText } from '@sangam/shared/core/text';
import type { ComponentProps } from 'react';
import { cx } from '../cx';
import { FieldFrame, type FieldProps, useField } from './field';

/** Several lines of text with label, hint and error. */
export function Textarea({
  label,
  hint,
  error,
  invalid,
  hideLabel,
  id: givenId,
  className,
  ...rest
}: FieldProps & ComponentProps<'textarea'>) {
  const { id, aria, look } = useField({ hint, error, invalid }, givenId);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      <textarea
        rows={4}
        dir="auto"
        {...rest}
        {...aria}
        id={id}
        className={cx(look, 'resize-y py-2.5 leading-normal', className)}
      />
    </FieldFrame>
  );
}

/** A hint: the limit of an empty text, and then the part of it that the text takes. Red once the text is too long. */
export function TextLength({ text, max }: { text: string; max: number }) {
  const length = charCount(cleanText(text));
  return (
    <span className={cx('tabular', length > max && 'text-danger-text')}>
      {length === 0 ? 'Up to' : `${length.toLocaleString('en-IN')} of`} {max.toLocaleString('en-IN')} characters
    </span>
  );
}
