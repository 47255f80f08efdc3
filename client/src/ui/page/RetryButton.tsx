import { passFocusOn } from '../../lib/dom/pass-focus-on';
import { useReadLimitS } from '../../lib/hooks/use-read-limit';
import { Button, type ButtonProps } from '../button/Button';

/** Loads a part again. It does nothing while the server refuses too many requests: each press would be one more. */
export function RetryButton({ onClick, ...look }: Omit<ButtonProps, 'children'>) {
  const isLimited = useReadLimitS() > 0;
  return (
    <Button
      ref={passFocusOn}
      {...look}
      aria-disabled={isLimited || undefined}
      onClick={isLimited ? undefined : onClick}
    >
      Retry
    </Button>
  );
}
