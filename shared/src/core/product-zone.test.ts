import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs, hourMs, LOCALE, TIME_ZONE } from './limits.js';
import { productDate, productDay, productTime, startOfDay } from './product-zone.js';

describe.each(['UTC', 'America/Los_Angeles', 'Asia/Kolkata'])('for a reader in %s, all year', (zone) => {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  const day = new Intl.DateTimeFormat(LOCALE, { timeZone: TIME_ZONE, day: 'numeric', month: 'short' });
  const date = new Intl.DateTimeFormat(LOCALE, { timeZone: TIME_ZONE, dateStyle: 'medium' });
  const minutes = { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const time = new Intl.DateTimeFormat(LOCALE, {
    timeZone: TIME_ZONE,
    ...minutes,
    hour12: true,
    timeZoneName: 'short',
  });
  const numeric = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, ...numeric, minute: '2-digit' });

  it('days and times are those of Intl', () => {
    for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 2); ms += 5 * hourMs + 61_001) {
      expect(productDay(new Date(ms))).toBe(day.format(ms));
      expect(productDate(new Date(ms))).toBe(date.format(ms));
      expect(productTime(new Date(ms))).toBe(time.format(ms).replaceAll(/\u202f/gu, ' '));
    }
  });

  it('a day begins where Intl shows midnight', () => {
    for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 2); ms += dayMs) {
      const date = new Date(ms);
      const start = startOfDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
      expect(parts.format(start)).toBe(`${date.toISOString().slice(0, 10)} 00:00`);
    }
  });
});
