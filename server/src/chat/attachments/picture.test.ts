import { randomBytes, randomUUID } from 'node:crypto';
import { chatServerLimits } from '@sangam/shared/chat/limits';
import { upload } from '@sangam/testing/chat/uploads';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { blackPng, withTexts } from '@sangam/testing/png';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let member: AddedMember;
beforeAll(async () => {
  server = await startTestServer();
  [member] = (await addMembers(server.database, 1, server.jwtSecret)) as [AddedMember];
  // The first picture blocks all other formats in this process, and another test may have blocked these decoders, which the tests below
  // need.
  await attach(await blank(2, 2).png().toBuffer());
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`) });
});
afterAll(() => server.close());

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } });
const read = async (id: string, size: 'url' | 'small_url' = 'url') => {
  const { body } = await server.call(`GET /api/attachments/links?ids=${id}`, member.token);
  const response = await fetch(server.url + body.data.links[0][size]);
  expect(response.headers.get('content-type')).toBe('image/webp');
  return Buffer.from(await response.arrayBuffer());
};
const attach = async (content: Uint8Array, name = 'photo.jpg') => {
  const { body, id } = await upload(server, member, content, name);
  return { id, attachment: body.data?.attachment, code: body.code, message: body.message };
};

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'as %s becomes WebP in two sizes, whatever its name',
    async (format) => {
      const { id, attachment } = await attach(await blank(3_000, 1_500).toFormat(format).toBuffer(), 'notes.txt');
      expect(attachment).toMatchObject({ kind: 'picture', name: 'notes.txt', width: 2_560, height: 1_280 });
      expect(attachment.preview).toMatch(/^data:image\/webp;base64,[\w+/=]{20,800}$/u);
      const [full, small] = [
        await sharp(await read(id)).metadata(),
        await sharp(await read(id, 'small_url')).metadata(),
      ];
      expect([full.format, full.width, small.width, small.height]).toEqual(['webp', 2_560, 640, 320]);
    },
  );

  it('is turned upright, and loses its camera metadata', async () => {
    const exif = { IFD0: { Make: 'SecretCam', Copyright: 'Asha' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
    const taken = await blank(400, 100).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    expect(taken.includes('SecretCam') || (await sharp(taken).metadata()).orientation === 6).toBe(true);
    const { id, attachment } = await attach(taken);
    expect([attachment.width, attachment.height]).toEqual([100, 400]);
    for (const size of ['url', 'small_url'] as const) {
      const kept = await read(id, size);
      const { exif: exifLeft, orientation, width } = await sharp(kept).metadata();
      expect([exifLeft, orientation, width, kept.includes('SecretCam')]).toEqual([undefined, undefined, 100, false]);
    }
  });

  it('stays animated', async () => {
    const frames = await Promise.all(
      [1, 2, 3].map((n) =>
        blank(60, 30 + n)
          .resize(60, 30)
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { id, attachment } = await attach(gif, 'wave.gif');
    expect([attachment.width, attachment.height]).toEqual([60, 30]);
    expect((await sharp(await read(id)).metadata()).pages ?? 1).toBeGreaterThanOrEqual(1);
  });

  it.each([
    [
      'damaged',
      async () => Buffer.concat([(await blank(300, 300).png().toBuffer()).subarray(0, 60), randomBytes(2_000)]),
    ],
    ['nothing but its first bytes', async () => Buffer.from('\xff\xd8\xff', 'latin1')],
    [
      'another format behind a PNG signature',
      async () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('<svg/>')]),
    ],
  ])('that is %s is refused, and dropped', async (_what, make) => {
    const { code, message, id } = await attach(await make());
    expect([code, message]).toEqual(['INVALID', 'This picture is damaged. Choose another one.']);
    expect((await server.call(`DELETE /api/attachments/${id}`, member.token)).body.code).toBe('NOT_FOUND');
  });

  it('that is damaged is refused once, though its last piece comes several times at once', async () => {
    const [id, content] = [randomUUID(), Buffer.from('GIF89a, and nothing that follows it')];
    await server.call('POST /api/attachments', member.token, { id, name: 'wave.gif', bytes: content.byteLength });
    const send = () => server.call(`PUT /api/attachments/${id}/content?offset=0`, member.token, content);
    const answers = await Promise.all([send(), send(), send(), send()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([400, 404, 404, 404]);
  });

  it('in any other format is a file', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    expect((await attach(svg, 'drawing.svg')).attachment.kind).toBe('file');
    expect((await attach(await blank(50, 50).tiff().toBuffer(), 'scan.png')).attachment.kind).toBe('file');
  });
});

describe('a bomb', () => {
  /** A PNG in one colour, whose rows compress to next to nothing. */
  const png = (width: number, height: number) => blackPng(width, height, Math.min((width + 1) * height, 50_000_000));
  /** A GIF with this many frames of one pixel. */
  const gif = (width: number, height: number, frames: number) => {
    const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
    head.writeUInt16LE(width, 6);
    head.writeUInt16LE(height, 8);
    const frame = Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
    return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
  };

  it.each([
    ['30,000 × 30,000 pixels', () => png(30_000, 30_000)],
    ['a width of 2 billion', () => png(2_000_000_000, 1)],
    ['10,000 frames', () => gif(100, 100, 10_000)],
    ['200 frames of 4 million pixels', () => gif(2_000, 2_000, 200)],
  ])('of %s is refused at bounded memory', async (_what, make) => {
    const before = process.memoryUsage.rss();
    const { code } = await attach(make());
    expect(code).toBe('INVALID');
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 ** 2);
  });

  it('of texts is stored without them, at bounded memory', async () => {
    const before = process.resourceUsage().maxRSS;
    const { attachment } = await attach(withTexts(await blank(60, 40).png().toBuffer(), 100, 7_900_000));
    expect(attachment).toMatchObject({ kind: 'picture', width: 60, height: 40 });
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(150 * 1024);
  });

  it('and a photo of 100 million pixels are not called damaged', async () => {
    for (const picture of [png(30_000, 30_000), png(11_648, 8_736), gif(2_000, 2_000, 200)])
      expect((await attach(picture)).message).toMatch(
        /^This picture has too many pixels. Choose one with at most 40 million/u,
      );
  });

  it('is not assumed of the largest picture allowed', async () => {
    const side = Math.floor(Math.sqrt(chatServerLimits.pictureMaxPixels));
    expect((await attach(await blank(side, side).png().toBuffer())).attachment).toMatchObject({ width: 2_560 });
  });
});
