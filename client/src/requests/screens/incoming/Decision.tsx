import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx';
import { Decided } from '../../../ui/decision/Decided';

interface DecisionProps {
  /** The first button, to accept; null if it was decided before this was shown. */
  accept: ReactNode;
  /** The outcome in the first button's place; null while it can be pressed. */
  outcome: string | null;
  reject: ReactNode;
  /** The decision can no longer be made. */
  isOver: boolean;
  /** The way on once it was decided, in the second button's place. */
  next?: ReactNode;
  /** Stands between the answers and the further actions; where all three have too little room, below both. */
  note?: ReactNode;
  /** Further actions, at the end. */
  children?: ReactNode;
}

/** The two answers, side by side. Each leaves its place free, so that a second press reaches no other button. */
export function Decision({ accept, outcome, reject, isOver, next = '', note, children }: DecisionProps) {
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 sm:gap-x-2">
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
