import { randomUUID } from 'node:crypto';
import { chatLimits } from '@sangam/shared/chat/limits';
import type { Reply, TestServer } from '../test-server.js';

/** Uploads a file in pieces; returns the last reply and the id. */
export async function upload(
  server: Pick<TestServer, 'call'>,
  { token }: { token: string },
  content: Uint8Array,
  name = 'notes.txt',
): Promise<Reply & { id: string }> {
  const id = randomUUID();
  let reply = await server.call('POST /api/attachments', token, { id, name, bytes: content.length });
  for (let offset = 0; offset < content.length && reply.status === 200; offset += chatLimits.attachmentPieceBytes) {
    const piece = content.subarray(offset, offset + chatLimits.attachmentPieceBytes);
    reply = await server.call(`PUT /api/attachments/${id}/content?offset=${offset}`, token, piece);
  }
  return { ...reply, id };
}

/** The content of a small file. */
export const text = (length = 20): Buffer => Buffer.from('x'.repeat(length));
