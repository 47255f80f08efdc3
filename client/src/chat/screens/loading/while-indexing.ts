import { type ApiError, isTemporary } from '../../../core/api/errors';
import { askedToWaitMs } from '../../../lib/asked-to-wait';

const AGAIN_MS = 3_000;

/**
 * Returns the pause in ms before fetching messages again that the server is still indexing or couldn't return (`error`). Null after a
 * permanent error, which another call would only repeat.
 */
export const pauseWhileIndexing = (error: ApiError | null): number | null =>
  error === null || isTemporary(error) ? Math.max(AGAIN_MS, askedToWaitMs()) : null;
