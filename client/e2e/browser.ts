import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where a Chromium is on this machine; undefined when there is none (the browser tests are then left out). */
export const chromiumPath = CANDIDATES.find((path) => path !== undefined && path !== '' && existsSync(path));

/** A headless browser that stays on this machine. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
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
  });

/** Collects what a person would not see: errors on the console, and requests that Content-Security-Policy refused. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // A server that is away on purpose is no fault of the page.
    if (message.type() === 'error' && !/ERR_CONNECTION|WebSocket connection|status of/u.test(message.text()))
      faults.push(message.text());
  });
  return faults;
}
