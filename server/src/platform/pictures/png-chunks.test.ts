import { withTexts } from '@sangam/testing/png';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { dropUnshown } from './png-chunks.js';

const photo = () =>
  sharp({ create: { width: 30, height: 20, channels: 4, background: '#c838' } })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .png({ palette: true })
    .toBuffer();

it('leaves a PNG its pixels, colours and orientation, and drops its texts', async () => {
  const png = await photo();
  const shown = dropUnshown(withTexts(png, 3, 1_000));
  const [before, after] = [await sharp(png).metadata(), await sharp(shown).metadata()];
  expect(before).toMatchObject({ orientation: 6, hasAlpha: true, icc: expect.any(Buffer) });
  expect([after.orientation, after.hasAlpha, after.icc, after.comments]).toEqual([
    ...[before.orientation, before.hasAlpha, before.icc],
    undefined,
  ]);
  expect(await sharp(shown).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer());
});

it('leaves a PNG the required parts that the library must know', async () => {
  const png = dropUnshown(await photo());
  const unknown = Buffer.from('00000000434742499ad7b8f7', 'hex');
  const foreign = Buffer.concat([png.subarray(0, 8), unknown, png.subarray(8)]);
  expect(dropUnshown(Buffer.from(foreign))).toEqual(foreign);
});

it('leaves a PNG that ends too early or has a wrong length no text', async () => {
  const whole = withTexts(await photo(), 2, 1_000);
  for (const cut of [9, 20, 40, 60, whole.length - 5]) {
    const png = Buffer.from(whole.subarray(0, cut));
    expect(dropUnshown(png).includes('zTXt'), String(cut)).toBe(false);
  }
  const wrong = Buffer.from(whole);
  wrong.writeUInt32BE(0xffffffff, 33);
  expect(dropUnshown(wrong).includes('zTXt')).toBe(false);
});
