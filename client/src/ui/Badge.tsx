import { coreLimits } from '@sangam/shared/core/limits';
import type { ComponentProps } from 'react';
import { cx } from './cx';

const shape =
  'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full px-1 font-bold text-xs forced-colors:border';
const loud = 'bg-accent text-on-accent';

/**
 * Classes of a badge on an icon in a bar: a ring separates the two. Position it from the left, so that `9+` covers no more of the icon than
 * `1`. It is in front of the next icon, whose background under the pointer would cover its end.
 */
export const badgeOnIcon = 'absolute z-1 ring-2 ring-ink';

/** An unread count: nothing at 0, `9+` above 9. Hidden from assistive technology, since the label next to it has the count. */
export function Badge({ count, className }: { count: number; className?: string }) {
  if (count <= 0) return null;
  return (
    <span aria-hidden className={cx(shape, loud, className)}>
      {count > coreLimits.badgeMax ? `${coreLimits.badgeMax}+` : count}
    </span>
  );
}

interface SectionCountProps extends Omit<ComponentProps<'span'>, 'className'> {
  count: number;
  /** The rows need the member's answer. */
  isPending?: boolean;
}

/** The number of a section's rows, next to its title: nothing at 0. */
export function SectionCount({ count, isPending = false, ...rest }: SectionCountProps) {
  if (count <= 0) return null;
  return (
    <span {...rest} className={cx(shape, 'align-[3px]', isPending ? loud : 'bg-hover text-muted')}>
      {count}
    </span>
  );
}
