import { existsSync } from 'node:fs';

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  // Without the windows around a page: half the work of the whole browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where a Chromium is on this machine; undefined when there is none (the browser tests are then left out). */
export const chromiumPath = CANDIDATES.find((path) => path !== undefined && path !== '' && existsSync(path));
