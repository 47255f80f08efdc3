import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx';
import { Decided } from '../../../ui/decision/Decided';

interface DecisionProps {
  /** The first button, to accept; null if the decision was made before this was shown. */
  accept: ReactNode;
  /** Shown in place of the first button; null while it can be pressed. */
  outcome: string | null;
  reject: ReactNode;
  /** The decision can no longer be made. */
  isOver: boolean;
  /** The next step, shown in place of the second button once the decision is made. */
  next?: ReactNode;
  /** Stands between the buttons and `children`, or below both where there is too little room. */
  note?: ReactNode;
  /** Other actions, at the end. */
  children?: ReactNode;
}

/** The two answers, side by side. A button that disappears leaves its place free, so that a second press hits no other button. */
export function Decision({ accept, outcome, reject, isOver, next = '', note, children }: DecisionProps) {
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 sm:gap-x-2 print:gap-x-0!">
        <Decided outcome={outcome}>{accept}</Decided>
        <Decided outcome={isOver ? next : null}>{reject}</Decided>
        <p
          className={cx(
            'facts text-xs empty:hidden max-sm:order-1 max-sm:w-full',
            Boolean(children) && '@max-[36rem]:order-1 @max-[36rem]:w-full',
          )}
        >
          {note}
        </p>
        {children && <div className="-mr-3 ml-auto flex flex-wrap">{children}</div>}
      </div>
    </div>
  );
}
