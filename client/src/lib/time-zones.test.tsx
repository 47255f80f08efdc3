import { TIME_ZONE } from '@sangam/shared/core/limits';
import { offsetAt } from '@sangam/shared/core/local-time';
import { expect, it, onTestFinished, vi } from 'vitest';
import { deviceZone, isElsewhere, isSameZone, zoneName, zonesWith } from './time-zones';

const UNKNOWN = 'Etc/Unknown';

it('counts a zone that the browser refuses as unknown', () => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: UNKNOWN };
  });
  onTestFinished(() => void vi.restoreAllMocks());
  expect(deviceZone()).toBeNull();
});

it('names the product’s zone by its own name, whatever the browser calls it', () => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: 'Asia/Calcutta' };
  });
  expect(deviceZone()).toBe(TIME_ZONE);
  vi.restoreAllMocks();
  expect(zoneName('Asia/Calcutta')).toBe(TIME_ZONE);
  expect(zonesWith('UTC').filter((zone) => zone.startsWith('Asia/Kol') || zone.startsWith('Asia/Cal'))).toEqual([
    TIME_ZONE,
  ]);
});

it('compares and lists zones, one of which the browser does not know', () => {
  expect(isSameZone(UNKNOWN, 'Asia/Kolkata')).toBe(false);
  expect(isSameZone(UNKNOWN, UNKNOWN)).toBe(true);
  expect(isElsewhere(UNKNOWN, 'Asia/Kolkata')).toBe(false);
  expect(isElsewhere('Europe/Paris', UNKNOWN)).toBe(true);
  expect(zonesWith(UNKNOWN)).toContain(UNKNOWN);
});

it('shows the product’s clock for an unknown zone', () => {
  const now = Date.parse('2026-11-25T12:00:00Z');
  expect(offsetAt(UNKNOWN, now)).toBe(offsetAt(TIME_ZONE, now));
});

it('lists each zone once, under its present name', () => {
  const zones = zonesWith('Europe/Paris');
  expect(zones).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Kyiv', 'Europe/Paris']));
  expect(zones.filter((zone) => isSameZone(zone, 'Asia/Kolkata'))).toHaveLength(1);
  expect(zonesWith('Asia/Kolkata').filter((zone) => isSameZone(zone, 'Asia/Kolkata'))).toEqual(['Asia/Kolkata']);
});
