import { useMemo } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { deviceZone, isElsewhere, zoneName, zonesWith } from '../../../lib/time-zones';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Card } from '../../../ui/Card';
import { OnlineSelect } from '../../../ui/form/Select';
import { changeChoices } from '../../state/change-choices';
import { useLoadedChoices } from '../../state/loaded-choices';

const choose = async (time_zone: string): Promise<void> => {
  const error = await changeChoices({ time_zone });
  if (error) toast.error(actFailureText(error, 'Failed to change the time zone'));
};

/** The time zone for emails and quiet hours. */
export function TimeZoneCard() {
  const loadable = useLoadedChoices();
  const zone = loadable.data?.time_zone ?? null;
  const zones = useMemo(() => (zone === null ? [] : zonesWith(zone)), [zone]);
  if (zone === null) return null;
  const here = deviceZone();
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Time zone</h2>
      <OnlineSelect
        label="My time zone"
        hint={
          loadable.data?.mails === false
            ? 'Used for quiet hours.'
            : 'Used for quiet hours, daily emails and the times in emails.'
        }
        value={zone}
        onChange={({ target }) => void choose(target.value)}
      >
        {zones.map((one) => (
          <option key={one} value={one}>
            {zoneName(one)}
          </option>
        ))}
      </OnlineSelect>
      {isElsewhere(here, zone) && (
        <OnlineButton ref={passFocusOn} size="sm" className="justify-self-start" onClick={() => choose(here)}>
          Use {zoneName(here)}, as on this device
        </OnlineButton>
      )}
    </Card>
  );
}
