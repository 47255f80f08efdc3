import { retryInFlight } from '../../../core/api/exchange';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { Button } from '../../../ui/button/Button';
import { SlowBanner } from '../../../ui/page/SlowNotice';

/** A `SlowBanner` over the skeleton of a list or a thread. Its Retry repeats the pending calls at once. */
export function SlowLoading({ onRetry }: { onRetry: () => unknown }) {
  const retry = () => {
    retryInFlight();
    onRetry();
  };
  return (
    <div className="relative z-10 h-0">
      <SlowBanner
        offline="You’re offline."
        className="absolute inset-x-3 top-3"
        action={
          <Button ref={passFocusOn} size="sm" onClick={retry}>
            Retry
          </Button>
        }
      />
    </div>
  );
}
