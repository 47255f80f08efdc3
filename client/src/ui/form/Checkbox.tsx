import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useNeedsServer } from '../../lib/hooks/window-state';
import { FieldError, useField } from './field';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  /** Below the label. */
  hint?: ReactNode;
  error?: string | undefined;
}

/** A checkbox whose label is part of the target. */
export function Checkbox({ label, hint, error, id: givenId, ...rest }: CheckboxProps) {
  const { id, aria } = useField({ hint, error }, givenId);
  return (
    <div>
      <label
        htmlFor={id}
        className="relative flex items-start gap-2.5 py-[calc((var(--control-h-sm)-1.25rem)/2)] text-sm has-aria-disabled:opacity-60"
      >
        <span className="relative inline-flex size-5 shrink-0">
          <input
            {...rest}
            {...aria}
            id={id}
            type="checkbox"
            className="peer size-5 appearance-none rounded-xs border border-control bg-surface transition-colors checked:border-fg checked:bg-fg"
          />
          <Check
            aria-hidden
            className="pointer-events-none absolute inset-0.5 size-4 text-ink opacity-0 peer-checked:opacity-100"
            strokeWidth={3}
          />
        </span>
        <span>{label}</span>
      </label>
      {hint && (
        // The label's touch target reaches below its text; moves the hint close to the text.
        <p id={`${id}-hint`} className="-mt-1.5 mb-1.5 ml-7.5 text-faint text-sm">
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}

/** A checkbox that is saved at once, which needs the server (`useNeedsServer`). */
export const OnlineCheckbox = (props: CheckboxProps) => <Checkbox {...props} {...useNeedsServer()} />;
