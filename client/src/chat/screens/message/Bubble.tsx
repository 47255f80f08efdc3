import type { ComponentProps } from 'react';
import { cx } from '../../../ui/cx';

interface BubbleProps extends ComponentProps<'div'> {
  /** Written by the reader: to the right, in the reader's colour. */
  own: boolean;
  /** Follows one of the same member: the corner towards it is tight. */
  grouped?: boolean;
}

/** One message's shape. Its text keeps its line breaks, and a word without end is broken. */
export function Bubble({ own, grouped, className, ...rest }: BubbleProps) {
  return (
    <div
      {...rest}
      className={cx(
        'w-fit max-w-[min(34rem,82%)] whitespace-pre-wrap break-words rounded-xl px-3.5 py-2 text-base leading-snug forced-colors:border',
        own ? 'ml-auto rounded-br-xs bg-bubble-own' : 'mr-auto rounded-bl-xs bg-bubble-other',
        grouped && (own ? 'rounded-tr-xs' : 'rounded-tl-xs'),
        className,
      )}
    />
  );
}
