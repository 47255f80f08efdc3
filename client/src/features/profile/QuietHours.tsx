import type { NotificationChoices, NotificationChoicesBody } from '@sangam/shared/contract/choices';
import { Checkbox } from '../../ui/Checkbox';
import { Input } from '../../ui/Input';

const NIGHT = { from: 22 * 60, until: 7 * 60 };

const toTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** Null for a time that is not complete yet. */
const toMinutes = (time: string): number | null => {
  const [, hours, minutes] = /^(\d\d):(\d\d)/u.exec(time) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
};

interface QuietHoursProps {
  quiet: NotificationChoices['quiet'];
  onChange: (body: NotificationChoicesBody) => void;
}

/** When neither devices nor the mailbox are told: by the clock of the device on which it was chosen. */
export function QuietHours({ quiet, onChange }: QuietHoursProps) {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const field = (label: string, name: 'from' | 'until', hours: NonNullable<typeof quiet>) => (
    <Input
      label={label}
      type="time"
      value={toTime(hours[name])}
      onChange={(event) => {
        const minutes = toMinutes(event.target.value);
        const next = { ...hours, [name]: minutes ?? 0 };
        if (minutes !== null && next.from !== next.until) onChange({ quiet: next, time_zone });
      }}
    />
  );
  return (
    <div className="grid gap-2">
      <Checkbox
        label="Quiet hours"
        checked={quiet !== null}
        onChange={() => onChange({ quiet: quiet === null ? NIGHT : null, time_zone })}
      />
      {quiet !== null && (
        <>
          <div className="grid grid-cols-2 gap-3">
            {field('From', 'from', quiet)}
            {field('Until', 'until', quiet)}
          </div>
          <p className="text-faint text-xs">What comes meanwhile is told when they end.</p>
        </>
      )}
    </div>
  );
}
