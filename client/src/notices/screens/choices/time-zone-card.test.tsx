import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import * as timeZones from '../../../lib/time-zones';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { member } from '../../../testing/samples';
import { TimeZoneCard } from './TimeZoneCard';

const serve = (time_zone: string) => {
  let data: object = { time_zone, version: 0 };
  const answer = () => ({ body: { success: true, data } });
  return fakeServer({
    'GET /api/notification-choices': answer,
    'PATCH /api/notification-choices': ({ body }) => {
      data = { ...body, version: 1 };
      return answer();
    },
  });
};
const deviceIn = (zone: string) => {
  vi.spyOn(timeZones, 'deviceZone').mockReturnValue(zone);
  onTestFinished(() => void vi.restoreAllMocks());
};
const zone = () => screen.findByLabelText<HTMLSelectElement>('My time zone');

it('shows the time zone, and changes it', async () => {
  deviceIn('Asia/Calcutta');
  const { of } = serve('Asia/Kolkata');
  const user = show(<TimeZoneCard />, { as: member });
  expect((await zone()).value).toBe('Asia/Kolkata');
  expect(screen.queryByText('Asia/Calcutta'), 'the same by another name').toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  await user.selectOptions(await zone(), 'America/New York');
  expect((await zone()).value).toBe('America/New_York');
  expect(of('PATCH /api/notification-choices').map(({ body }) => body)).toEqual([{ time_zone: 'America/New_York' }]);
});

it.each(['Etc/Unknown', null])('opens on a device whose time zone is %s', async (unknown) => {
  vi.spyOn(timeZones, 'deviceZone').mockReturnValue(unknown);
  onTestFinished(() => void vi.restoreAllMocks());
  serve('Asia/Kolkata');
  show(<TimeZoneCard />, { as: member });
  expect((await zone()).value).toBe('Asia/Kolkata');
  expect(screen.queryByRole('button')).toBeNull();
});

it('offers the device’s time zone', async () => {
  deviceIn('Europe/Paris');
  serve('Asia/Kolkata');
  const user = show(<TimeZoneCard />, { as: member });
  await user.click(await screen.findByRole('button', { name: 'Use Europe/Paris, as on this device' }));
  expect((await zone()).value).toBe('Europe/Paris');
  expect(screen.queryByRole('button')).toBeNull();
});
