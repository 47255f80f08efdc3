import { chromiumPath } from '@sangam/testing/setup/chromium';
import type { LaunchOptions, Page } from 'playwright-core';

/** Launches a headless browser that only this machine can reach. */
export const launchOptions: LaunchOptions = {
  executablePath: chromiumPath ?? '',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** An event that the page sent over its socket. */
export interface Emitted {
  event: string;
  payload: unknown;
}

/** Collects the events that a page sends over its WebSockets. */
export function watchEmitted(page: Page): Emitted[] {
  const emitted: Emitted[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const packet = /^42\d*(\[.*\])$/su.exec(String(payload))?.[1];
      if (packet === undefined) return;
      const [event, body] = JSON.parse(packet) as [string, unknown];
      emitted.push({ event, payload: body });
    }),
  );
  return emitted;
}

/** Collects failures that don't show on screen: console errors, and requests refused by the Content-Security-Policy. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // Not the page's faults: a server stopped on purpose, requests sent while the page closed, and failures logged for R12.3.
    const expected =
      /net::ERR_|WebSocket connection|WebSocket is already in CLOSING|status of|^A part of the page couldn’t be loaded|^Error (?:fetching|marking|updating) /u;
    if (message.type() === 'error' && !expected.test(message.text())) faults.push(message.text());
  });
  return faults;
}
