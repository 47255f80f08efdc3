import type { Result } from '../../../core/api/errors';
import type { Attached } from './attached';
import { forgetUpload, renewUpload, upload } from './uploads';

/** Uploads what a message names, whatever of it is missing; answers the ids that the server knows, in order. */
export async function uploadAll(attachments: readonly Attached[]): Promise<Result<string[]>> {
  const ids: string[] = [];
  for (const { id } of attachments) {
    const answer = await upload(id);
    if (!answer.ok) return answer;
    ids.push(answer.value);
  }
  return { ok: true, value: ids };
}

/** The server does not know them any more: they are uploaded anew. */
export const renewAll = (attachments: readonly Attached[]): Promise<unknown> =>
  Promise.all(attachments.map(({ id }) => renewUpload(id)));

/** Their message is stored, or was deleted. */
export const forgetAll = (attachments: readonly Attached[]): Promise<unknown> =>
  Promise.all(attachments.map(({ id }) => forgetUpload(id)));
