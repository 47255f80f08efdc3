import type { ReactNode } from 'react';
import { Chip } from '../../../ui/Chip';

interface RequestStatusRowProps {
  label: string;
  status: string;
  /** A way back, such as Withdraw. */
  action?: ReactNode;
}

/** One line of where the reader stands; announced when it changes. */
export function RequestStatusRow({ label, status, action }: RequestStatusRowProps) {
  return (
    <div role="status" className="flex min-h-control-sm flex-wrap items-center gap-x-3 gap-y-2">
      <span className="text-muted text-sm">{label}</span>
      <Chip tone="line">{status}</Chip>
      {action && <span className="ml-auto">{action}</span>}
    </div>
  );
}
