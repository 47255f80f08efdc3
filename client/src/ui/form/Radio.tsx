import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx';

interface RadioProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
}

/** One of several choices, whose label is part of the target. Give all of them one `name`, in a fieldset. */
export const Radio = ({ label, className, ...rest }: RadioProps) => (
  <label className={cx('flex min-h-control-sm items-center gap-2.5 text-sm', className)}>
    <input
      {...rest}
      type="radio"
      className="size-5 shrink-0 appearance-none rounded-full border border-control bg-surface checked:border-6 checked:border-fg"
    />
    <span className="min-w-0 break-words">{label}</span>
  </label>
);
