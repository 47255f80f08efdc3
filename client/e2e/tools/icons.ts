/**
 * `node client/e2e/tools/run.mjs icons`: draws the installed application's icons from the logo. Run it when the logo
 * changes.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { launchOptions } from '../browser.js';

const publicDir = fileURLToPath(new URL('../../public/', import.meta.url));
const logo = await readFile(`${publicDir}favicon.svg`, 'utf8');
/** The logo without rounded corners, for platforms that round icons themselves. */
const square = logo.replace(/ rx="\d+"/u, '');
/** For masks, which may show only a circle of four fifths of the width, so the mark is smaller on the same background. */
const inMask = square
  .replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"')
  .replace('<rect width="32" height="32"', '<rect x="-3" y="-3" width="38" height="38"');

const icons = [
  { file: 'icon-192.png', svg: logo, size: 192 },
  { file: 'icon-512.png', svg: logo, size: 512 },
  { file: 'icon-maskable-512.png', svg: inMask, size: 512 },
  { file: 'apple-touch-icon.png', svg: square, size: 180 },
];

await mkdir(`${publicDir}icons`, { recursive: true });
const browser = await chromium.launch(launchOptions);
try {
  for (const { file, svg, size } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`);
    await page.screenshot({ path: `${publicDir}icons/${file}`, omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
