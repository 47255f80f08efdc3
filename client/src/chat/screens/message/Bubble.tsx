import type { ComponentProps } from 'react';
import { cx } from '../../../ui/cx';

interface BubbleProps extends ComponentProps<'div'> {
  /** The reader's own message: right-aligned, in their colour. */
  own: boolean;
  /** Follows a message from the same member, so its corner is tight. */
  grouped?: boolean;
}

/** The shape of a message. Text keeps its line breaks, and long words break. */
export function Bubble({ own, grouped, className, ...rest }: BubbleProps) {
  return (
    <div
      {...rest}
      className={cx(
        'w-fit max-w-[min(34rem,82%)] whitespace-pre-wrap rounded-xl px-3.5 py-2 text-base leading-snug forced-colors:border',
        own ? 'ml-auto rounded-br-xs bg-bubble-own' : 'mr-auto rounded-bl-xs bg-bubble-other',
        grouped && (own ? 'rounded-tr-xs' : 'rounded-tl-xs'),
        className,
      )}
    />
  );
}
