import type { ComponentProps } from 'react';
import { cx } from './cx';

export const cardClass = 'rounded-lg border border-line bg-surface';

interface CardProps extends ComponentProps<'div'> {
  /** Without padding, so that the content reaches the border. */
  flush?: boolean;
}

/** A surface with a one-pixel border. */
export function Card({ flush = false, className, ...rest }: CardProps) {
  return <div {...rest} className={cx(cardClass, !flush && 'p-4 sm:p-5', className)} />;
}
