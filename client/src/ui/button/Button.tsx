import type { ComponentProps, MouseEvent } from 'react';
import { cx } from '../cx';
import { useOnce } from '../form/use-once';
import { Spinner } from '../page/Spinner';
import type { ButtonSize, ButtonVariant } from './button-class';
import { buttonClass } from './button-class';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
  /** Work that the caller knows to be under way: shows a spinner and takes no click. */
  busy?: boolean;
  /** A handler that returns a promise keeps the button busy until it settles. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
}

/** A button that cannot fire twice: while busy it keeps its focus and its width, and ignores clicks and submits. */
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
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={click}
      className={cx(buttonClass(variant, size, block), className)}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}
