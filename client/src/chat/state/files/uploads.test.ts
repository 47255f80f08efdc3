import { chatLimits } from '@sangam/shared/chat/limits';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useSession } from '../../../core/session/session';
import { resetStores } from '../../../core/store/reset';
import { fakeServer, fakeStorage, refusal } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { member } from '../../../testing/samples';
import { readFile, storeFile } from './chosen-files';
import { cancelUpload, isRefused, renewUpload, upload, uploadAll, useUploads } from './uploads';

const PIECE = chatLimits.attachmentPieceBytes;
const [ID, UPLOAD] = ['7d0f6a8e-0000-4000-8000-000000000001', '7d0f6a8e-0000-4000-8000-000000000002'];

const chosen = {
  id: ID,
  uploadId: UPLOAD,
  name: 'a.bin',
  content: new Blob(['x'.repeat(2 * PIECE + 5)]),
  chosenAtMs: 0,
};

beforeEach(async () => {
  fakeStorage();
  resetStores();
  useSession.setState({ status: 'signed-in', user: member });
  await storeFile(chosen);
});

/** A server that has part of the upload, and inspects it once all has arrived. */
function server(received = 0) {
  const bytes = 2 * PIECE + 5;
  let at = received;
  const state = () => ({ success: true, data: { id: UPLOAD, bytes, received: at, attachment: null as object | null } });
  const asked: number[] = [];
  const { of } = fakeServer({
    'POST /api/attachments': () => ({ body: state() }),
    'PUT /api/attachments/:attachmentId/content': ({ query }) => {
      const offset = Number(query.get('offset'));
      asked.push(offset);
      if (at === bytes) return { body: { success: true, data: { ...state().data, attachment: { id: UPLOAD } } } };
      if (offset === at) at = Math.min(bytes, at + PIECE);
      const attachment = at === bytes ? { id: UPLOAD } : null;
      return { body: { success: true, data: { ...state().data, attachment } } };
    },
    'DELETE /api/attachments/:attachmentId': () => ({}),
  });
  return { asked, of };
}

describe('an upload', () => {
  it('goes piece by piece, and reports its progress', async () => {
    const { asked, of } = server();
    const seen: number[] = [];
    const stop = useUploads.subscribe((all) => seen.push(all[ID]?.received ?? -1));
    expect(await upload(ID)).toEqual({ ok: true, value: UPLOAD });
    stop();
    expect(asked).toEqual([0, PIECE, 2 * PIECE]);
    expect(of('POST /api/attachments')[0]?.body).toEqual({ id: UPLOAD, name: 'a.bin', bytes: 2 * PIECE + 5 });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(useUploads.getState()[ID]).toEqual({ received: 2 * PIECE + 5, isDone: true, error: null });
  });

  it('begins again for a member who signs in again during it', async () => {
    for (let steps = 0; steps < 30; steps += 1) {
      const never = held(null);
      const { calls } = fakeServer({ 'POST /api/attachments': never.reply as never });
      const first = upload(ID);
      for (let step = 0; step < steps; step += 1) await null;
      resetStores();
      expect(useUploads.getState()).toEqual({});
      useSession.setState({ status: 'signed-in', user: member });
      await storeFile(chosen);
      server();
      const second = upload(ID);
      expect([steps, await second]).toEqual([steps, { ok: true, value: UPLOAD }]);
      expect(upload(ID)).not.toBe(second);
      never.release();
      expect(await first).toEqual({ ok: false, error: { kind: 'signed-out' } });
      expect(useUploads.getState()[ID]?.error).toBeNull();
      expect(calls.length).toBeLessThanOrEqual(1);
    }
  });

  it('may be tried again where the storage doesn’t answer', async () => {
    resetStores();
    useSession.setState({ status: 'signed-in', user: member });
    vi.useFakeTimers();
    vi.stubGlobal('indexedDB', { open: () => ({}) });
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });
    const answer = uploadAll([{ id: ID, name: 'a.bin', bytes: 3, isPicture: false }]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'INTERNAL' } });
    expect(isRefused(useUploads.getState()[ID] ?? { error: null })).toBe(false);
  });

  it('resumes where it was cut', async () => {
    const { asked } = server(PIECE);
    await upload(ID);
    expect(asked).toEqual([PIECE, 2 * PIECE]);
  });

  it('that arrived completely but wasn’t inspected is inspected', async () => {
    const { asked } = server(2 * PIECE + 5);
    expect(await upload(ID)).toEqual({ ok: true, value: UPLOAD });
    expect(asked).toEqual([0]);
  });

  it('that is renewed does not count towards the member’s limit of uploads', async () => {
    const { of } = server();
    await upload(ID);
    await renewUpload(ID);
    expect((await readFile(ID))?.uploadId).not.toBe(UPLOAD);
    await vi.waitFor(() => expect(of('DELETE /api/attachments/:attachmentId')).toHaveLength(1));
    expect(of('DELETE /api/attachments/:attachmentId')[0]?.path).toContain(UPLOAD);
  });

  it('that runs is shared', async () => {
    const { asked } = server();
    await Promise.all([upload(ID), upload(ID), uploadAll([{ id: ID, name: 'a.bin', bytes: 5, isPicture: false }])]);
    expect(asked).toHaveLength(3);
  });

  it('that is rejected says so, and is deleted only in the browser', async () => {
    const message = 'This picture is damaged. Choose another one.';
    const { of } = fakeServer({ 'POST /api/attachments': () => refusal(400, 'INVALID', message) });
    expect(await upload(ID)).toMatchObject({ ok: false, error: { message } });
    expect(isRefused(useUploads.getState()[ID] ?? { error: null })).toBe(true);
    await cancelUpload(ID);
    expect(await readFile(ID)).toBeNull();
    expect(of('DELETE /api/attachments/:attachmentId')).toEqual([]);
  });

  it('that is cancelled stops, and is deleted on the server', async () => {
    let answer: () => void = () => undefined;
    const { of } = fakeServer({
      'POST /api/attachments': () => new Promise((resolve) => (answer = () => resolve('network'))),
      'DELETE /api/attachments/:attachmentId': () => ({}),
    });
    const running = upload(ID);
    await vi.waitFor(() => expect(of('POST /api/attachments')).toHaveLength(1));
    await cancelUpload(ID);
    answer();
    expect(await running).toMatchObject({ ok: false });
    expect(of('DELETE /api/attachments/:attachmentId')[0]?.path).toBe(`/api/attachments/${UPLOAD}`);
    expect(await readFile(ID)).toBeNull();
  });

  it('of a missing file fails', async () => {
    server();
    expect(await upload('7d0f6a8e-0000-4000-8000-00000000000f')).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND', message: 'This file is gone. Attach it again.' },
    });
  });
});
