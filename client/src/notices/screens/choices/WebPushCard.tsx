import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { Card } from '../../../ui/Card';
import { OnlineCheckbox } from '../../../ui/form/Checkbox';
import { loadWebPush, turnWebPushOff, turnWebPushOn, useWebPushState } from '../../state/web-push';

const why = {
  blocked: 'This browser blocks Sangam’s notifications. Allow them in the browser’s settings for this site.',
  install: 'To get notifications here, add Sangam to the Home Screen and open it from there.',
  unsupported: 'This browser can’t show notifications while Sangam is closed.',
};

const report = (isDone: boolean): void => {
  const { status } = useWebPushState.getState();
  if (!isDone && (status === 'on' || status === 'off'))
    toast.error('Failed to change notifications. Check your connection and try again.');
};

function checkOnce(): void {
  if (useWebPushState.getState().status === 'unknown') void loadWebPush();
}

/** Turns push notifications on this device on or off, and the text of messages in them. */
export function WebPushCard() {
  // Runs before the state is read: mostly the status is known at once, and the card has its final height from the start.
  useState(checkOnce);
  const { status, showsText, isBusy } = useWebPushState();
  // Only a member who turned it on waits for the status.
  const isOn = status === 'on' || status === 'unknown';
  const isWaiting = isBusy || status === 'unknown';
  const hint = isOn || status === 'off' ? null : why[status];
  return (
    <Card className="grid gap-2">
      <h2 className="text-base">Notifications on this device</h2>
      {hint === null ? (
        <OnlineCheckbox
          label="Notify me while Sangam is closed"
          hint={`${isOn ? 'You stay' : 'This also keeps you'} signed in here until 30 days after your last visit, up to 180 days. On a shared computer, ${isOn ? 'log out when you leave' : 'leave it off'}.`}
          checked={isOn}
          disabled={isWaiting}
          onChange={async () => report(isOn ? await turnWebPushOff() : await turnWebPushOn())}
        />
      ) : (
        <p className="text-muted text-sm">{hint}</p>
      )}
      {isOn && (
        <OnlineCheckbox
          label="Show message text"
          checked={showsText}
          disabled={isWaiting}
          onChange={async () => report(await turnWebPushOn({ showsText: !showsText }))}
        />
      )}
    </Card>
  );
}
