import { TIME_ZONE } from '@sangam/shared/core/limits';
import { request } from '../../core/api/client';
import { deviceZone, isSameZone } from '../../lib/time-zones';

/** Gives a new member the time zone of their device. A failure leaves the usual one, which the settings show. */
export async function adoptTimeZone(): Promise<void> {
  const time_zone = deviceZone();
  if (!isSameZone(time_zone, TIME_ZONE)) await request('PATCH /api/notification-choices', { body: { time_zone } });
}
