import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { logo } from './logo.js';

it('the logo of emails looks like the one of pages', async () => {
  // An upload in the same process blocks all kinds of pictures that aren't accepted, such as drawings.
  const drawings = { operation: ['VipsForeignLoadSvgBuffer'] };
  sharp.unblock({ operation: [...drawings.operation, 'VipsForeignLoadPngBuffer'] });
  onTestFinished(() => sharp.block(drawings));
  const svg = await readFile(new URL('../../../../client/public/favicon.svg', import.meta.url));
  const pixels = (picture: Buffer) => sharp(picture, { density: 300 }).resize(72, 72).ensureAlpha().raw().toBuffer();
  const [emailed, drawn] = await Promise.all([pixels(logo), pixels(svg)]);
  const difference = emailed.reduce((sum, value, at) => sum + Math.abs(value - (drawn[at] ?? 0)), 0) / emailed.length;
  expect(difference).toBeLessThan(4);
});
