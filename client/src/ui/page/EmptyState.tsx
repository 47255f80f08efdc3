import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  /** The next useful action. */
  action?: ReactNode;
  className?: string;
}

/** Shown in a list without items. */
export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center gap-2 px-4 py-10 text-center', className)}>
      <Icon aria-hidden className="mb-1 size-6 text-faint" />
      <p className="font-semibold">{title}</p>
      {children && <p className="max-w-sm text-muted text-sm">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
