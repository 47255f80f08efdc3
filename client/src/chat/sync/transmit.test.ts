import { beforeEach, expect, it } from 'vitest';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { fakeServer, fakeStorage, refusal } from '../../testing/fake-server';
import { member, message, OTHER } from '../../testing/samples';
import { readFile, storeFile } from '../state/files/chosen-files';
import { openOutbox, put } from '../state/outbox/outbox';
import type { Pending } from '../state/outbox/outbox-order';
import { transmit } from './transmit';

const file = { id: '7d0f6a8e-0000-4000-8000-000000000001', name: 'a.txt', bytes: 3, isPicture: false };
const item: Pending = {
  kind: 'pending',
  client_id: '7d0f6a8e-0000-4000-8000-0000000000aa',
  receiver_id: OTHER,
  content: 'a.txt',
  attachments: [file],
  created_at: '2026-03-10T12:00:00.000Z',
  order: 1,
  state: 'waiting',
  error: null,
};

beforeEach(async () => {
  fakeStorage();
  resetStores();
  useSession.setState({ status: 'signed-in', user: member });
  openOutbox(member.id);
  put(item);
  await storeFile({ id: file.id, uploadId: file.id, name: file.name, content: new Blob(['abc']), chosenAtMs: 0 });
});

const uploads = {
  'POST /api/attachments': ({ body }: { body: unknown }) => {
    const { id, bytes } = body as { id: string; bytes: number };
    return { body: { success: true, data: { id, bytes, received: bytes, attachment: { id } } } };
  },
} as const;

it('uploads a message’s files, sends it, and forgets them', async () => {
  const { of, calls } = fakeServer({
    ...uploads,
    'POST /api/messages': () => ({ status: 201, body: { success: true, data: message(1) } }),
  });
  expect(await transmit(item)).toMatchObject({ ok: true });
  expect(calls.map(({ name }) => name)).toEqual(['POST /api/attachments', 'POST /api/messages']);
  expect(of('POST /api/messages')[0]?.body).toMatchObject({ client_id: item.client_id, attachment_ids: [file.id] });
  expect(await readFile(file.id)).toBeNull();
});

it('uploads a file again after the server dropped it', async () => {
  const { of } = fakeServer({ ...uploads, 'POST /api/messages': () => refusal(404, 'NOT_FOUND') });
  expect(await transmit(item)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  const [first, second, ...more] = of('POST /api/messages').map(({ body }) => body as { attachment_ids: string[] });
  expect(more).toEqual([]);
  expect(first?.attachment_ids).toEqual([file.id]);
  expect(second?.attachment_ids).not.toEqual([file.id]);
  expect(second).toMatchObject({ client_id: item.client_id });
  expect(await readFile(file.id)).not.toBeNull();
});

it('sends no message whose file didn’t arrive', async () => {
  const { of } = fakeServer({ 'POST /api/attachments': () => 'network' });
  expect(await transmit(item)).toEqual({ ok: false, error: { kind: 'network' } });
  expect(of('POST /api/messages')).toEqual([]);
});
