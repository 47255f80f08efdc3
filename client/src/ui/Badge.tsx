import { coreLimits } from '@sangam/shared/core/limits';
import { cx } from './cx';

/**
 * An unread count: nothing at 0, `9+` above 9. Hidden from assistive technology, since its neighbour's label says it.
 */
export function Badge({ count, className }: { count: number; className?: string }) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden
      className={cx(
        'tabular inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 font-bold text-2xs text-on-accent',
        className,
      )}
    >
      {count > coreLimits.badgeMax ? `${coreLimits.badgeMax}+` : count}
    </span>
  );
}
