import type { Upload } from '@sangam/shared/chat/attachments';
import { chatLimits } from '@sangam/shared/chat/limits';
import { create } from 'zustand';
import { request } from '../../../core/api/client';
import { type ApiError, isTemporary, type Result } from '../../../core/api/errors';
import { signedOut } from '../../../core/api/session-end';
import { onReset, storesEpoch } from '../../../core/store/reset';
import { uuid } from '../../../lib/uuid';
import { type Attached, type ChosenFile, dropFile, readFile, storeFile } from './chosen-files';

/** The state of an upload. `error`: why it stopped; it may be retried unless `isRefused`. */
export interface UploadState {
  received: number;
  isDone: boolean;
  error: ApiError | null;
}

/** By the chosen file's id; absent until started. */
export const useUploads = create<Readonly<Record<string, UploadState>>>(() => ({}));

/** A piece that isn't answered within this time is sent again. On a slow connection, one piece takes a minute. */
const PIECE_TIMEOUT_MS = 90_000;

/** Returns true when a retry would fail the same way. */
export const isRefused = ({ error }: Pick<UploadState, 'error'>): boolean => error !== null && !isTemporary(error);

const running = new Map<string, { done: Promise<Result<string>>; cancel: AbortController }>();

// The member may sign in again and send the same files, which these uploads no longer can.
onReset(() => {
  for (const { cancel } of running.values()) cancel.abort();
  running.clear();
  useUploads.setState({}, true);
});

const noteState = (id: string, state: Partial<UploadState>) =>
  useUploads.setState((all) => ({ [id]: { ...(all[id] ?? { received: 0, isDone: false, error: null }), ...state } }));

/** Uploads a chosen file completely and returns the upload's id. Idempotent: a running upload is shared. */
export function upload(id: string): Promise<Result<string>> {
  const inProgress = running.get(id);
  if (inProgress) return inProgress.done;
  const cancel = new AbortController();
  const done = runUpload(id, cancel.signal).finally(() => running.get(id)?.cancel === cancel && running.delete(id));
  running.set(id, { done, cancel });
  return done;
}

async function runUpload(id: string, signal: AbortSignal): Promise<Result<string>> {
  const epoch = storesEpoch();
  const file = await readFile(id);
  if (epoch !== storesEpoch()) return signedOut;
  noteState(id, { error: null });
  const answer = file ? await uploadFile(file, signal) : file === null ? missing : unread;
  if (epoch !== storesEpoch()) return signedOut;
  if (!answer.ok) noteState(id, { error: answer.error });
  else noteState(id, { isDone: true });
  return answer;
}

async function uploadFile({ id, uploadId, name, content }: ChosenFile, signal: AbortSignal): Promise<Result<string>> {
  const started = await request('POST /api/attachments', {
    body: { id: uploadId, name, bytes: content.size },
    signal,
    timeoutMs: PIECE_TIMEOUT_MS,
  });
  if (!started.ok) return started;
  let progress: Upload = started.value.data;
  while (progress.attachment === null) {
    noteState(id, { received: progress.received });
    // Once all has arrived, the server inspects the file when any piece comes.
    const offset = progress.received < progress.bytes ? progress.received : 0;
    const piece = await readPiece(content, offset);
    if (piece === null) return missing;
    const stored = await request('PUT /api/attachments/:attachmentId/content', {
      params: { attachmentId: uploadId },
      query: { offset },
      body: piece,
      signal,
      timeoutMs: PIECE_TIMEOUT_MS,
    });
    if (!stored.ok) return stored;
    progress = stored.value.data;
  }
  noteState(id, { received: progress.bytes });
  return { ok: true, value: uploadId };
}

/** Returns null if the file was changed or deleted after it was chosen. */
const readPiece = (content: Blob, offset: number): Promise<Uint8Array<ArrayBuffer> | null> =>
  content
    .slice(offset, offset + chatLimits.attachmentPieceBytes)
    .arrayBuffer()
    .then(
      (bytes) => new Uint8Array(bytes),
      () => null,
    );

const missing: { ok: false; error: ApiError } = {
  ok: false,
  error: {
    kind: 'server',
    status: 410,
    code: 'NOT_FOUND',
    message: 'This file is gone. Attach it again.',
  },
};

/** The browser's storage doesn't answer, which may pass, or last until a restart: the outbox counts its tries. */
const unread: { ok: false; error: ApiError } = {
  ok: false,
  error: { kind: 'server', status: 500, code: 'INTERNAL', message: '' },
};

/**
 * Gives the upload a new id. The server has dropped the former upload because it waited too long, or drops it now because its message was
 * refused.
 */
export async function renewUpload(id: string): Promise<void> {
  const file = await readFile(id);
  if (!file) return;
  await storeFile({ ...file, uploadId: uuid() });
  noteState(id, { received: 0, isDone: false, error: null });
  void request('DELETE /api/attachments/:attachmentId', { params: { attachmentId: file.uploadId } });
}

/** Cancels an upload and forgets the file. The server deletes its part now, or by itself later. */
export async function cancelUpload(id: string): Promise<void> {
  running.get(id)?.cancel.abort();
  const file = await readFile(id);
  const state = useUploads.getState()[id];
  await forgetUpload(id);
  // The server doesn't keep a rejected file.
  if (file && !(state && isRefused(state)))
    await request('DELETE /api/attachments/:attachmentId', { params: { attachmentId: file.uploadId } });
}

/** Forgets a file whose message was stored or deleted. */
export async function forgetUpload(id: string): Promise<void> {
  useUploads.setState((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== id)), true);
  await dropFile(id);
}

/** Uploads the missing files of a message. Returns their upload ids, in order. */
export async function uploadAll(attachments: readonly Attached[]): Promise<Result<string[]>> {
  const ids: string[] = [];
  for (const { id } of attachments) {
    const answer = await upload(id);
    if (!answer.ok) return answer;
    ids.push(answer.value);
  }
  return { ok: true, value: ids };
}

/** Uploads files again that the server has dropped. */
export const renewAll = (attachments: readonly Attached[]): Promise<unknown> =>
  Promise.all(attachments.map(({ id }) => renewUpload(id)));

/** Forgets the files of a message that was stored or deleted. */
export const forgetAll = (attachments: readonly Attached[]): Promise<unknown> =>
  Promise.all(attachments.map(({ id }) => forgetUpload(id)));
