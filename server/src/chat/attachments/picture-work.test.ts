import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { upload } from '@sangam/testing/chat/uploads';
import { addMembers } from '@sangam/testing/members';
import { startTestServer } from '@sangam/testing/test-server';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { fail } from '../../platform/lib/result.js';
import { makePicture } from './picture.js';

/** With this factor, a member's allowance is 20 s of work on pictures. */
const FACTOR = 0.1;
/** Counts as 3 s of work by its number of pixels; really takes a tenth of that. */
const SIDE = 6_300;
const largePicture = () =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#c83' } })
    .webp()
    .toBuffer();

it('refuses a picture when its member has uploaded too many pixels, and accepts it later', async () => {
  await using server = await startTestServer({ rateLimitFactor: FACTOR });
  const [asha, rohan] = await addMembers(server.database, 2, server.jwtSecret);
  if (!asha || !rohan) throw new Error('no members');
  const picture = await largePicture();
  const replies = [await upload(server, asha, picture)];
  while (replies.length < 8 && replies.at(-1)?.status === 200) replies.push(await upload(server, asha, picture));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429]);
  const refused = replies[6] as (typeof replies)[number];
  expect(refused.body.code).toBe('RATE_LIMITED');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // Others, files, and reading aren't refused, and the upload is there for the next try.
  expect((await upload(server, rohan, picture)).body.data.attachment).toMatchObject({ kind: 'picture' });
  expect((await upload(server, asha, Buffer.from('notes'))).body.data.attachment).toMatchObject({ kind: 'file' });
  expect((await server.call('GET /api/messages/conversations', asha.token)).status).toBe(200);
  const begun = { id: refused.id, name: 'notes.txt', bytes: picture.length };
  expect((await server.call('POST /api/attachments', asha.token, begun)).body.data).toMatchObject({
    received: picture.length,
    attachment: null,
  });
});

it('counts the picture of the member’s page, too', async () => {
  // 10 s of work: three pictures.
  await using server = await startTestServer({ rateLimitFactor: FACTOR / 2 });
  const [asha] = await addMembers(server.database, 1, server.jwtSecret);
  if (!asha) throw new Error('no member');
  const picture = await largePicture();
  expect((await server.call('PUT /api/users/picture', asha.token, picture)).status).toBe(200);
  const statuses: number[] = [];
  while (statuses.length < 4 && statuses.at(-1) !== 429) statuses.push((await upload(server, asha, picture)).status);
  expect(statuses).toEqual([200, 200, 429]);
});

it('counts the rows of a picture that is a pixel wide, which take longer than their pixels', async () => {
  const countedFor = async (width: number, height: number) => {
    const path = join(tmpdir(), `${randomUUID()}.png`);
    onTestFinished(() => rm(path));
    await writeFile(
      path,
      await sharp({ create: { width, height, channels: 3, background: '#c83' } })
        .png()
        .toBuffer(),
    );
    let countedMs = 0;
    await makePicture(path, (workMs) => {
      countedMs = workMs;
      return fail('RATE_LIMITED');
    });
    return countedMs;
  };
  expect(await countedFor(1, 1_000_000)).toBe(5 * (await countedFor(1_000, 1_000)));
  expect(await countedFor(1_000_000, 1)).toBe(await countedFor(1_000, 1_000));
});
