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

/** The length shows from this fraction of the limit on. */
const NEAR = 0.8;

/**
 * A hint with a text's length and limit, shown once the length is near the limit, in red when the text is too long. Its height is constant,
 * so that it moves nothing.
 */
export function TextLength({ text, max }: { text: string; max: number }) {
  const length = charCount(cleanText(text));
  const limit = `${max.toLocaleString('en-IN')} characters`;
  return (
    <span className={cx('tabular inline-block min-h-5', length > max && 'text-danger-text')}>
      {length < max * NEAR ? (
        <span className="sr-only">Up to {limit}</span>
      ) : (
        `${length.toLocaleString('en-IN')} of ${limit}`
      )}
    </span>
  );
}
