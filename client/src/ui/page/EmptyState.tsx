import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  /** The next useful action. */
  action?: ReactNode;
}

/** Shown in a list without items: one line, and one action. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 @min-[26rem]:px-5">
        <div className="flex min-w-0 flex-1 basis-48 gap-4">
          <Icon aria-hidden className="size-5 shrink-0 text-faint" />
          <div className="min-w-0">
            <p className="font-medium text-sm">{title}</p>
            {children && <p className="text-muted text-sm">{children}</p>}
          </div>
        </div>
        {/* In a narrow pane, the action is below the text and aligned with it. */}
        {action && <div className="@max-[26rem]:basis-full @max-[26rem]:pl-9">{action}</div>}
      </div>
    </div>
  );
}

/** Fills a pane that has nothing to show. */
export function EmptyPane({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 px-4 py-10 text-center wrap-anywhere">
      <Icon aria-hidden className="mb-1 size-6 text-faint" />
      <p className="font-semibold">{title}</p>
      {children && <p className="max-w-sm text-balance text-muted text-sm">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
