import { chatLimits } from '@sangam/shared/chat/limits';
import { hourMs, minuteMs } from '@sangam/shared/core/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetStores } from '../../../core/store/reset';
import { forgetAskedToWait } from '../../../lib/asked-to-wait';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { freshLink, renewLink } from './attachment-links';

const WRONG_MS = 5.5 * hourMs;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  resetStores();
});
afterEach(() => vi.useRealTimers());

/** A server that answers with a new address each time, valid for 15 minutes by its clock. */
const server = (serverAheadMs: number) => {
  let asked = 0;
  return fakeServer({
    'GET /api/attachments/links': () => {
      asked += 1;
      const until = new Date(Date.now() + serverAheadMs + 15 * minuteMs).toISOString();
      return { body: { success: true, data: { links: [{ id: 'a', url: `/files/${asked}`, until }] } } };
    },
  });
};

it.each([0, WRONG_MS, -WRONG_MS])(
  'an address is used only as long as it works, with a server %d ms ahead',
  async (aheadMs) => {
    server(aheadMs);
    const first = await freshLink('a');
    expect(first?.url).toBe('/files/1');
    vi.advanceTimersByTime(20 * minuteMs);
    expect((await freshLink('a'))?.url).not.toBe('/files/1');
  },
);

it('an address is used again while it works', async () => {
  const { of } = server(0);
  await freshLink('a');
  vi.advanceTimersByTime(5 * minuteMs);
  expect((await freshLink('a'))?.url).toBe('/files/1');
  expect(of('GET /api/attachments/links')).toHaveLength(1);
});

it('an address requested before a logout isn’t kept for the next member', async () => {
  const { of } = server(0);
  const asked = freshLink('a');
  resetStores();
  expect(await asked).toBeNull();
  await freshLink('a');
  expect(of('GET /api/attachments/links')).toHaveLength(2);
});

it('an address that couldn’t be fetched is fetched again after a pause', async () => {
  vi.useFakeTimers();
  const { of } = fakeServer({ 'GET /api/attachments/links': () => 'network' });
  renewLink('a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(of('GET /api/attachments/links')).toHaveLength(1);
  const later = server(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(later.of('GET /api/attachments/links')).toHaveLength(1);
  expect((await freshLink('a'))?.url).toBe('/files/1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(later.of('GET /api/attachments/links')).toHaveLength(1);
});

describe('a server that fails is asked for all missing addresses together, after a pause', () => {
  const callsWithin = async (ms: number, reply: Parameters<typeof answering>[0], askAll: () => Promise<void>) => {
    vi.useFakeTimers();
    const { of } = answering(reply);
    await askAll();
    const before = of('GET /api/attachments/links').length;
    await vi.advanceTimersByTimeAsync(ms);
    return of('GET /api/attachments/links').length - before;
  };
  const answering = (reply: ReturnType<typeof refusal>) => fakeServer({ 'GET /api/attachments/links': () => reply });

  it('also if they came into view one after the other', async () => {
    const askAll = async () => {
      for (const id of 'abcdefghij') {
        renewLink(id);
        await vi.advanceTimersByTimeAsync(100);
      }
    };
    expect(await callsWithin(60_000, 'network', askAll)).toBeLessThanOrEqual(12);
  });

  it('also if there are more than fit into one call', async () => {
    const askAll = async () => {
      for (let id = 0; id <= chatLimits.attachmentLinksMax; id += 1) renewLink(`${id}`);
    };
    expect(await callsWithin(60_000, 'network', askAll)).toBeLessThanOrEqual(2 * 13);
  });

  it('and as late as it asks for', async () => {
    const limited = refusal(429, 'RATE_LIMITED', 'Too many', { 'Retry-After': '60' });
    const askAll = async () => {
      renewLink('a');
      await vi.advanceTimersByTimeAsync(1_000);
    };
    expect(await callsWithin(58_000, limited, askAll)).toBe(0);
    forgetAskedToWait();
  });
});
