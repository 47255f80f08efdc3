import type { NotificationChoices, NotificationChoicesBody } from '@sangam/shared/notices/choices';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useNeedsServer } from '../../../lib/hooks/window-state';
import { deviceZone, isElsewhere, zoneName } from '../../../lib/time-zones';
import { OnlineCheckbox } from '../../../ui/form/Checkbox';
import { Input } from '../../../ui/form/Input';

const NIGHT = { from: 22 * 60, until: 7 * 60 };

const toTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** Minutes since midnight; null for an incomplete time. */
const toMinutes = (time: string): number | null => {
  const [, hours, minutes] = /^(\d\d):(\d\d)/u.exec(time) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
};

interface QuietHoursProps extends Pick<NotificationChoices, 'quiet' | 'time_zone'> {
  onChange: (body: NotificationChoicesBody) => void;
}

/** Hours without push notifications and email, in the member's time zone. */
export function QuietHours({ quiet, time_zone, onChange }: QuietHoursProps) {
  const online = useNeedsServer();
  const here = deviceZone();
  // Two equal times stay in the fields without being sent: one of them may be half typed.
  const [equal, setEqual] = useState<typeof quiet>(null);
  const field = (label: string, name: 'from' | 'until', hours: NonNullable<typeof quiet>) => (
    <Input
      {...online}
      label={label}
      type="time"
      value={toTime(hours[name])}
      invalid={equal !== null}
      onChange={(event) => {
        const minutes = toMinutes(event.target.value);
        if (minutes === null) return;
        const next = { ...hours, [name]: minutes };
        const isEqual = next.from === next.until;
        setEqual(isEqual ? next : null);
        if (!isEqual) onChange({ quiet: next });
      }}
    />
  );
  return (
    <div className="grid gap-2">
      <OnlineCheckbox
        label={quiet === null ? 'Quiet hours' : `Quiet hours, in ${zoneName(time_zone)} time`}
        checked={quiet !== null}
        onChange={() => {
          setEqual(null);
          onChange({ quiet: quiet === null ? NIGHT : null });
        }}
      />
      {quiet !== null && (
        <>
          <div className="grid grid-cols-2 gap-3">
            {field('From', 'from', equal ?? quiet)}
            {field('Until', 'until', equal ?? quiet)}
          </div>
          {equal && (
            <p role="alert" className="text-danger-text text-xs">
              Choose two different times.
            </p>
          )}
          <p className="text-faint text-xs">
            You’ll get notifications you missed when quiet hours end.
            {isElsewhere(here, time_zone) && ` This device is in ${zoneName(here)} time.`}{' '}
            <Link to="/settings/appearance" className="underline underline-offset-2 hover:no-underline">
              Change the time zone
            </Link>
          </p>
        </>
      )}
    </div>
  );
}
