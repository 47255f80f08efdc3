import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../cx';

/** The props of each form control in addition to its own attributes. */
export interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Marked as invalid without a message, if a neighbour's message covers both. */
  invalid?: boolean | undefined;
  /** The label is read out but not visible. */
  hideLabel?: boolean;
}

const controlClass = (invalid: boolean): string =>
  cx(
    'min-h-control w-full rounded-md border bg-surface px-3 text-base text-fg transition-colors',
    invalid ? 'border-danger-text' : 'border-control hover:not-disabled:border-muted',
  );

/** Ids and aria attributes that link a control to its label, hint and error. */
export function useField({ hint, error, invalid = error !== undefined }: Omit<FieldProps, 'label'>, givenId?: string) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const describedBy = cx(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`);
  return {
    id,
    look: controlClass(invalid),
    aria: {
      'aria-invalid': invalid || undefined,
      'aria-describedby': describedBy === '' ? undefined : describedBy,
    },
  } as const;
}

interface FieldFrameProps extends Omit<FieldProps, 'invalid'> {
  id: string;
  /** Shown at the right end of the label's line, such as a link. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Whether an error is the one that all empty fields of a form share. */
export const isOfAllFields = (error: string): boolean => error.endsWith(' all fields');

/**
 * The label, and below it control, hint and error. For 'Please fill in all fields', which the form says once, each empty field names itself
 * instead.
 */
export function FieldFrame({ id, label, hint, error, hideLabel, aside, children }: FieldFrameProps) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <div className={cx('flex items-baseline justify-between gap-3', hideLabel && !aside && 'sr-only')}>
        <label htmlFor={id} className={cx('font-medium text-sm', hideLabel && 'sr-only')}>
          {label}
        </label>
        {aside}
      </div>
      {children}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-faint text-sm">
          {hint}
        </div>
      )}
      <FieldError id={id} error={error && isOfAllFields(error) ? `${label} is required` : error} />
    </div>
  );
}

/** The region stays in the page, so that a new error in it is announced. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p
      id={`${id}-error`}
      aria-live="polite"
      // Its further lines begin where the first does, after the icon.
      className={cx(
        'text-danger-text text-sm in-data-calm:min-h-5',
        error ? '-indent-5.5 pl-5.5' : 'sr-only in-data-calm:not-sr-only',
      )}
    >
      {error && (
        <>
          <CircleAlert aria-hidden className="mr-1.5 inline size-4 align-text-bottom" />
          {error}
        </>
      )}
    </p>
  );
}
