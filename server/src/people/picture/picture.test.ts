import { randomBytes } from 'node:crypto';
import { hourMs } from '@sangam/shared/core/limits';
import { peopleLimits } from '@sangam/shared/people/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { blackPng, withTexts } from '@sangam/testing/png';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let pool: AddedMember[];
const clock = stoppedClock();
const photos = {} as Record<'jpeg' | 'png' | 'webp' | 'gif', Buffer>;
let red: Buffer;
beforeAll(async () => {
  // Made first: the first upload limits the library to the formats that the server reads.
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const)
    photos[format] = await blank(900, 600).toFormat(format).toBuffer();
  red = photos.jpeg;
  server = await startTestServer({ clock });
  pool = await addMembers(server.database, 80, server.jwtSecret);
});
afterAll(() => server.close());

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } });
const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);
const member = () => pool.pop() as AddedMember;
const upload = (member: AddedMember, bytes: Uint8Array = red) =>
  server.call('PUT /api/users/picture', member.token, bytes);
const list = (owner: AddedMember) =>
  server.call('PATCH /api/users/profile', owner.token, { college: 'IIT', skills: ['Go'], listed: true });
/** A listed member with a picture. */
const memberWithPicture = async () => {
  const owner = member();
  await list(owner);
  expect((await upload(owner)).status).toBe(200);
  return owner;
};
const findPictures = async (reader: AddedMember, ...ids: number[]) =>
  (await server.call(`GET /api/pictures?ids=${ids.join(',')}`, reader.token)).body.data.pictures;
const status = async (address: string) => (await fetch(server.url + address)).status;
const content = async (address: string) => Buffer.from(await (await fetch(server.url + address)).arrayBuffer());

it('counts towards the work of its reader, however often it is loaded', async () => {
  const [owner, reader] = [await memberWithPicture(), member()];
  const [{ url }] = await findPictures(reader, owner.id);
  // 60 ms of work: 30 pictures.
  const env = { RATE_LIMIT: 'on' };
  await using limited = await startTestServer({ beside: server, clock, env, rateLimitFactor: 0.002 });
  const statuses: number[] = [];
  for (let n = 0; n < 50; n += 1) statuses.push((await fetch(limited.url + url)).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
});

describe('an uploaded picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('as %s becomes a square WebP in two sizes', async (format) => {
    const own = member();
    const { data } = (await upload(own, photos[format])).body;
    expect(data).toMatchObject({ id: own.id, picture: expect.any(String) });
    for (const [address, side] of [
      [data.url, 512],
      [data.small_url, 128],
    ] as const) {
      const answer = await fetch(server.url + address);
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        ...[200, 'image/webp', 'private, no-store'],
      ]);
      const { format: stored, width, height } = await sharp(await content(address)).metadata();
      expect([stored, width, height]).toEqual(['webp', side, side]);
    }
  });

  it('is not enlarged', async () => {
    const { data } = (await upload(member(), await blank(90, 70).png().toBuffer())).body;
    for (const address of [data.url, data.small_url])
      expect(await sharp(await content(address)).metadata()).toMatchObject({ width: 70, height: 70 });
  });

  it('is turned upright, and loses its location and camera data', async () => {
    const exif = { IFD0: { Make: 'SecretCam' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
    const left = { input: await blank(200, 400).png().toBuffer(), left: 0, top: 0 };
    const blue = sharp({ create: { width: 400, height: 400, channels: 3, background: { r: 0, g: 0, b: 200 } } });
    const taken = await blue.composite([left]).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    const { data } = (await upload(member(), taken)).body;
    for (const address of [data.url, data.small_url]) {
      const kept = await content(address);
      expect(await sharp(kept).metadata()).not.toHaveProperty('exif');
      expect(kept.includes('SecretCam')).toBe(false);
      const { data: pixels, info } = await sharp(kept).raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => [...pixels.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
      // After a quarter turn, the left side is at the top.
      expect(at(info.width / 2, 5)[0]).toBeGreaterThan(150);
      expect(at(info.width / 2, info.height - 5)[2]).toBeGreaterThan(150);
    }
  });

  it("is refused if it isn't a picture, is damaged, too large or has too many pixels, and the former one stays", async () => {
    const own = member();
    const first = (await upload(own)).body.data.picture;
    const refused = async (bytes: Uint8Array) => {
      const { status, body } = await upload(own, bytes);
      return [status, body.code];
    };
    const cut = (await blank(900, 900).jpeg().toBuffer()).subarray(0, 1_200);
    for (const bytes of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('hello'), cut])
      expect(await refused(bytes)).toEqual([400, 'INVALID']);
    expect(await refused(blackPng(30_000, 30_000, 1_000))).toEqual([400, 'INVALID']);
    expect((await refused(randomBytes(peopleLimits.memberPictureMaxBytes + 1)))[0]).toBe(413);
    expect((await findPictures(own, own.id))[0].picture).toBe(first);
  });

  it('takes little memory, whatever its texts are', async () => {
    const before = process.resourceUsage().maxRSS;
    expect((await upload(member(), withTexts(photos.png, 100, 7_900_000))).status).toBe(200);
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(150 * 1024);
  });

  it('is the only one after parallel uploads', async () => {
    const own = member();
    const answers = await Promise.all([upload(own), upload(own), upload(own)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    const { rows } = await query('SELECT id FROM member_pictures WHERE user_id = $1 AND ended_at IS NULL', [own.id]);
    expect(rows).toHaveLength(1);
  });
});

describe('a member’s picture', () => {
  it('comes with the list of members who have no page for the reader, whatever the reason', async () => {
    const [reader, plain, unlisted, blocking, suspended, deleted] = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => memberWithPicture()),
    );
    if (!reader || !plain || !unlisted || !blocking || !suspended || !deleted) throw new Error('no members');
    await query('UPDATE users SET listed = false WHERE id = $1', [unlisted.id]);
    await server.call(`PUT /api/blocks/${reader.id}`, blocking.token);
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended.id]);
    await query('UPDATE users SET deleted_at = now() WHERE id = $1', [deleted.id]);
    await query('DELETE FROM member_pictures WHERE user_id = $1', [plain.id]);
    const all = [reader.id, plain.id, unlisted.id, blocking.id, suspended.id, deleted.id, 999_999];
    const { data } = (await server.call(`GET /api/pictures?ids=${all.join(',')}`, reader.token)).body;
    expect(data.pictures.map(({ id }: { id: number }) => id)).toEqual([reader.id]);
    expect(data.without_page.toSorted()).toEqual(
      [unlisted.id, blocking.id, suspended.id, deleted.id, 999_999].toSorted(),
    );
  });

  it('is visible only to those who can see their page', async () => {
    const [reader, unlisted, listed] = [member(), member(), await memberWithPicture()];
    await upload(unlisted);
    expect(await findPictures(reader, unlisted.id, listed.id, 999_999)).toMatchObject([{ id: listed.id }]);
    expect(await findPictures(unlisted, unlisted.id)).toHaveLength(1);
    expect((await server.call(`GET /api/pictures?ids=${listed.id}`)).status).toBe(401);
  });

  it('has an address for one session, which ends with the session', async () => {
    const [reader, other, listed] = [member(), member(), await memberWithPicture()];
    const [{ url, small_url }] = await findPictures(reader, listed.id);
    expect([await status(url), await status(small_url)]).toEqual([200, 200]);
    const [theirs] = await findPictures(other, listed.id);
    expect(theirs.url).not.toBe(url);
    const signature = new URL(url, server.url).searchParams.get('s');
    for (const forged of [
      url.replace('large', 'small'),
      url.replace(`m=${reader.id}`, `m=${other.id}`),
      url.replace(/until=\d+/u, 'until=9999999999999'),
      theirs.url.replace(/s=.*/u, `s=${signature}`),
      url.replace(/s=.*/u, 's='),
      url.replace(/\?.*/u, ''),
    ])
      expect(await status(forged)).toBe(404);
    expect((await server.call('POST /api/auth/logout', reader.token)).status).toBe(200);
    expect([await status(url), await status(theirs.url)]).toEqual([404, 200]);
    await query('UPDATE sessions SET expires_at = $2 WHERE user_id = $1', [other.id, new Date(clock.atMs)]);
    expect(await status(theirs.url)).toBe(404);
  });

  it.each([
    ['blocks the reader', (a: AddedMember, b: AddedMember) => server.call(`PUT /api/blocks/${b.id}`, a.token)],
    ['is blocked by the reader', (a: AddedMember, b: AddedMember) => server.call(`PUT /api/blocks/${a.id}`, b.token)],
    ['is no longer listed', (a: AddedMember) => server.call('PATCH /api/users/profile', a.token, { listed: false })],
    ['is suspended', (a: AddedMember) => query('UPDATE users SET suspended_at = now() WHERE id = $1', [a.id])],
    ['has deleted the account', (a: AddedMember) => query('UPDATE users SET deleted_at = now() WHERE id = $1', [a.id])],
    ['has removed it', (a: AddedMember) => server.call('DELETE /api/users/picture', a.token)],
  ])('is not found, as for an id that nobody has, once the member %s', async (_, act) => {
    const [reader, listed] = [member(), await memberWithPicture()];
    const [{ url, small_url }] = await findPictures(reader, listed.id);
    expect(await status(url)).toBe(200);
    await act(listed, reader);
    expect(await findPictures(reader, listed.id)).toEqual(await findPictures(reader, 999_999));
    expect([await status(url), await status(small_url)]).toEqual([404, 404]);
  });

  it('has another address after a change, and the former one is gone', async () => {
    const own = await memberWithPicture();
    const [before] = await findPictures(own, own.id);
    await upload(own, photos.png);
    const [after] = await findPictures(own, own.id);
    expect(after.picture).not.toBe(before.picture);
    expect([await status(before.url), await status(after.url)]).toEqual([404, 200]);
    const { rows } = await query('SELECT id FROM member_pictures WHERE user_id = $1 AND ended_at IS NULL', [own.id]);
    expect(rows).toEqual([{ id: after.picture }]);
    for (const _ of [1, 2]) expect((await server.call('DELETE /api/users/picture', own.token)).status).toBe(200);
    expect(await findPictures(own, own.id)).toEqual([]);
  });

  it('reaches the member’s own devices and permitted viewers, live', async () => {
    const [viewer, stranger, own] = [member(), member(), await memberWithPicture()];
    const received: string[] = [];
    for (const [name, who] of [
      ['viewer', viewer],
      ['stranger', stranger],
      ['own', own],
    ] as const) {
      const socket = await server.connect(who);
      socket.on('picture:changed', ({ id }: { id: number }) => received.push(`${name} ${id === own.id}`));
      await socket.emitWithAck('presence:watch', { userIds: [own.id] });
    }
    await server.call(`PUT /api/blocks/${own.id}`, stranger.token);
    await upload(own);
    await eventually(() => expect(received.toSorted()).toEqual(['own true', 'viewer true']));
    await server.call('DELETE /api/users/picture', own.token);
    await eventually(() => expect(received).toHaveLength(4));
    // The member is no longer listed, and has no relation to the viewer.
    await server.call('PATCH /api/users/profile', own.token, { listed: false });
    await upload(own);
    await eventually(() => expect(received.filter((entry) => entry === 'own true')).toHaveLength(3));
    expect(received.filter((entry) => entry === 'viewer true')).toHaveLength(2);
  });

  it('is in the export', async () => {
    const own = await server.signUp('Asha');
    await upload(own as unknown as AddedMember);
    const body = { current_password: own.password };
    const { picture } = (await server.call('POST /api/account/export', own.token, body)).body.member;
    expect(picture).toMatch(/^data:image\/webp;base64,[\w+/]+=*$/u);
    const { format } = await sharp(Buffer.from(picture.split(',')[1], 'base64')).metadata();
    expect(format).toBe('webp');
  });
});

it('has addresses that expire', async () => {
  const [reader, listed] = [member(), await memberWithPicture()];
  const [{ url, until }] = await findPictures(reader, listed.id);
  clock.atMs = Date.parse(until) - 1;
  expect(await status(url)).toBe(200);
  clock.atMs += 1;
  expect(await status(url)).toBe(404);
  expect(Date.parse(until)).toBeLessThanOrEqual(clock.atMs + 2 * hourMs);
});
