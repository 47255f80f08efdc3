import { useState } from 'react';
import { logFailure } from '../../../lib/log';
import { askToNotify, declineToNotify } from '../../../notices/state/offer-to-notify';
import { webPushSupport } from '../../../notices/state/web-push-choice';
import { Button } from '../../../ui/button/Button';

/** Suggests notifications of new messages. The browser itself asks only after a yes. */
export function NotifyPrompt() {
  const [open, setOpen] = useState(true);
  if (!open) return null;
  const hasWebPush = webPushSupport() === 'yes';
  const accept = async () => {
    await askToNotify();
    setOpen(false);
    if (!hasWebPush || Notification.permission !== 'granted') return;
    // Loaded only after a yes. If it can't be loaded, hidden tabs still notify.
    await import('../../../notices/state/web-push')
      .then(({ turnWebPushOn }) => turnWebPushOn())
      .catch((error: unknown) => logFailure('Push notifications couldn’t be loaded', error));
  };
  const decline = () => {
    declineToNotify();
    setOpen(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-3 text-muted text-sm">
      <p className="basis-full">
        {hasWebPush
          ? 'Get notifications for new messages and requests, even while Sangam is closed?'
          : 'Get notifications for new messages while you’re in another tab?'}
      </p>
      <Button size="sm" onClick={accept}>
        Notify me
      </Button>
      <Button size="sm" variant="ghost" onClick={decline}>
        Not now
      </Button>
    </div>
  );
}
