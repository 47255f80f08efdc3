import type { ComponentProps } from 'react';
import { cx } from './cx';

export const cardClass = 'rounded-lg border border-line bg-surface';

/** A surface with a one-pixel border. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx(cardClass, 'p-5', className)} />;
}
