import type { ReactNode } from 'react';
import { cx } from './cx';

const tones = {
  fill: 'rounded-sm border-transparent bg-hover text-fg',
  line: 'rounded-sm border-line text-muted',
  state: 'rounded-full border-line font-medium text-fg',
  due: 'rounded-full border-transparent bg-accent-soft text-accent-text',
};

interface ChipProps {
  children: ReactNode;
  /** `fill` for a skill, `line` for a category or count, `state` for a request's or project's state, `due` if it needs an answer. */
  tone?: keyof typeof tones;
  /** It takes the focus of buttons that this state replaces. A longer state needs no more room, so that nothing moves. */
  isOutcome?: true;
}

/** A short word about the thing next to it. */
export function Chip({ children, tone = 'fill', isOutcome }: ChipProps) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center border px-2 py-0.5 text-xs',
        isOutcome && 'min-w-20 justify-center',
        tones[tone],
      )}
      data-outcome={isOutcome}
      tabIndex={isOutcome ? -1 : undefined}
    >
      <span className="truncate">{children}</span>
    </span>
  );
}
