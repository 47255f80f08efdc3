import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { coreServerLimits } from '@sangam/shared/core/limits';
import { type Fail, fail } from '../lib/result.js';

interface HeldBody {
  /** The member or the network that sends it. */
  sender: string;
  headers: IncomingHttpHeaders;
  maxBytes: number;
  response: ServerResponse;
}

const RETRY_S = 5;

/**
 * Returns a function that counts a body until its call is answered or cut, and returns the refusal if too many bytes are held. Rate limits
 * count calls, but a sender can hold back the end of each body until its request times out.
 */
export function createHeldBodies(): (body: HeldBody) => Fail | null {
  const bySender = new Map<string, number>();
  /** Only of pictures and files: many senders of small bodies could otherwise keep members from uploading. */
  let largeBytes = 0;

  return ({ sender, headers, maxBytes, response }) => {
    const declared = Number(headers['content-length'] ?? 0);
    const bytes = headers['transfer-encoding'] === undefined ? Math.min(declared, maxBytes) : maxBytes;
    // A response that is closed already, because its caller went meanwhile, would never end its count.
    if (bytes === 0 || response.closed) return null;
    const large = maxBytes > coreServerLimits.bodyMaxBytes ? bytes : 0;
    const add = (sign: 1 | -1) => {
      const held = (bySender.get(sender) ?? 0) + sign * bytes;
      if (held > 0) bySender.set(sender, held);
      else bySender.delete(sender);
      largeBytes += sign * large;
    };
    add(1);
    const isRefused =
      (bySender.get(sender) ?? 0) > coreServerLimits.heldBodiesMaxBytes ||
      (large > 0 && largeBytes > coreServerLimits.heldLargeBodiesMaxBytes);
    if (isRefused) add(-1);
    else response.once('close', () => add(-1));
    return isRefused ? fail('BUSY', { retryAfterS: RETRY_S }) : null;
  };
}
