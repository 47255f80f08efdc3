import { type ApiError, isTemporary } from '../../../core/api/errors';
import { askedToWaitMs } from '../../../lib/asked-to-wait';

const AGAIN_MS = 3_000;

/**
 * Returns the pause before messages are asked for again, which the server is still indexing or couldn't give for now (`error`). Null after
 * a permanent error, which another call would only repeat.
 */
export const pauseWhileIndexing = (error: ApiError | null): number | null =>
  error === null || isTemporary(error) ? Math.max(AGAIN_MS, askedToWaitMs()) : null;
