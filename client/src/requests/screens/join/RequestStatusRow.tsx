import type { ReactNode } from 'react';
import { Chip } from '../../../ui/Chip';

interface RequestStatusRowProps {
  label: string;
  status: string;
  /** A button such as Withdraw. */
  action?: ReactNode;
}

/** A line of the reader's state, announced when it changes. */
export function RequestStatusRow({ label, status, action }: RequestStatusRowProps) {
  return (
    <div role="status" className="flex min-h-control-sm items-center gap-x-2">
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-muted text-sm">{label}</span>
        <Chip tone="state" isOutcome>
          {status}
        </Chip>
      </span>
      {action}
    </div>
  );
}

/** The first line for a member of the team. */
export const MemberRow = ({ action }: { action?: ReactNode }) => (
  <RequestStatusRow label="Your seat" status="Member" action={action} />
);
