import type { ComponentProps, MouseEvent } from 'react';
import { cx } from '../cx';
import { Spinner } from '../Spinner';
import { useOnce } from './use-once';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

// In forced colours backgrounds disappear, so a border tells a button from text.
const variants: Record<ButtonVariant, string> = {
  primary: 'forced-colors:border bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line bg-raised text-fg hover:bg-hover hover:border-control',
  ghost: 'text-muted hover:bg-hover hover:text-fg',
  danger: 'forced-colors:border bg-danger text-on-danger hover:bg-danger-hover',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-control-sm min-w-control-sm px-3 text-sm gap-1.5',
  md: 'min-h-control min-w-control px-4 text-base gap-2',
  lg: 'min-h-12 px-6 text-md gap-2',
};

/** The classes of a button, for links that look like one. Use one `primary` per view. */
export const buttonClass = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', block = false): string =>
  cx(
    'inline-flex select-none items-center justify-center rounded-md text-center font-semibold leading-tight transition-colors print:hidden [&>svg]:shrink-0',
    variants[variant],
    sizes[size],
    block && 'w-full',
  );

/** The classes of a square icon button or link, 44 px. */
export const iconButtonClass =
  'opens relative inline-flex size-control shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-fg print:hidden';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
  /** Shows a spinner and ignores clicks, for work in progress that the caller tracks. */
  busy?: boolean;
  /** A handler that returns a promise keeps the button busy until it settles. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
}

/** A button that can't fire twice: while busy it keeps its focus and width, and ignores clicks and submits. */
export function Button({ variant, size, block, busy = false, onClick, className, children, ...rest }: ButtonProps) {
  const [running, runOnce] = useOnce(onClick);
  const isBusy = busy || running;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else runOnce(event);
  };
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || rest['aria-disabled']}
      aria-busy={isBusy || undefined}
      onClick={click}
      className={cx(buttonClass(variant, size, block), className)}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}
