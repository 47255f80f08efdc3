import { LoaderCircle } from 'lucide-react';
import { cx } from './cx';

/** A spinner. With a label it's announced; without one it's decoration. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const mark = <LoaderCircle aria-hidden className={cx('size-4 shrink-0 animate-spin', className)} />;
  if (!label) return mark;
  return (
    <span role="status" className="inline-flex items-center gap-2 text-muted">
      {mark}
      {label}
    </span>
  );
}
