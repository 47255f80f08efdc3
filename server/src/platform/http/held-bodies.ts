import type { IncomingMessage, ServerResponse } from 'node:http';
import { coreServerLimits } from '@sangam/shared/core/limits';
import { type Fail, fail } from '../lib/result.js';
import { cutOff } from './raw-errors.js';

interface HeldBody {
  /** The member or the network that sends it. */
  sender: string;
  request: IncomingMessage;
  maxBytes: number;
  response: ServerResponse;
}

interface Counted {
  bytes: number;
  isLarge: boolean;
  request: IncomingMessage;
  /** Stops counting it. */
  end(): void;
}

const RETRY_S = 5;

/** How many bytes a body may take in memory: one without a length may take all. */
const bytesOf = ({ headers }: IncomingMessage, maxBytes: number): number =>
  headers['transfer-encoding'] === undefined ? Math.min(Number(headers['content-length'] ?? 0), maxBytes) : maxBytes;

/**
 * Returns a function that counts a body until its call is answered or cut, and returns the refusal if too many bytes are held. Rate limits
 * count calls, but a sender can hold back the end of each body until its request times out. A small body is not refused if cutting the
 * sender's oldest small ones that are still arriving makes room: all visitors of a network are one sender, and the slow bodies of one
 * must not keep the others from signing in.
 */
export function createHeldBodies(): (body: HeldBody) => Fail | null {
  /** Each sender's bodies, oldest first. */
  const bySender = new Map<string, Set<Counted>>();
  const bytesBySender = new Map<string, number>();
  /** Only of pictures and files: many senders of small bodies could otherwise keep members from uploading. */
  let largeBytes = 0;

  const count = (sender: string, { bytes, isLarge, request }: Omit<Counted, 'end'>): Counted => {
    const bodies = bySender.get(sender) ?? new Set();
    const add = (change: number) => {
      bytesBySender.set(sender, (bytesBySender.get(sender) ?? 0) + change);
      if (isLarge) largeBytes += change;
    };
    const body: Counted = {
      bytes,
      isLarge,
      request,
      end() {
        if (!bodies.delete(body)) return;
        add(-bytes);
        if (bodies.size > 0) return;
        bySender.delete(sender);
        bytesBySender.delete(sender);
      },
    };
    bySender.set(sender, bodies.add(body));
    add(bytes);
    return body;
  };

  /** Returns the oldest small bodies of a sender that have to be cut to free this many bytes; null if even all of them are too few. */
  const oldestSmall = (sender: string, excessBytes: number): Counted[] | null => {
    const found: Counted[] = [];
    let foundBytes = 0;
    for (const body of bySender.get(sender) ?? []) {
      if (foundBytes >= excessBytes) break;
      if (body.isLarge || body.request.complete) continue;
      found.push(body);
      foundBytes += body.bytes;
    }
    return foundBytes >= excessBytes ? found : null;
  };

  return ({ sender, request, maxBytes, response }) => {
    const bytes = bytesOf(request, maxBytes);
    // A response that is closed already, because its caller went meanwhile, would never end its count.
    if (bytes === 0 || response.closed) return null;
    const isLarge = maxBytes > coreServerLimits.bodyMaxBytes;
    const excessBytes = (bytesBySender.get(sender) ?? 0) + bytes - coreServerLimits.heldBodiesMaxBytes;
    const hasRoom = !isLarge || largeBytes + bytes <= coreServerLimits.heldLargeBodiesMaxBytes;
    const inTheWay = excessBytes <= 0 ? [] : isLarge ? null : oldestSmall(sender, excessBytes);
    if (!hasRoom || inTheWay === null) return fail('BUSY', { retryAfterS: RETRY_S });
    for (const body of inTheWay) {
      body.end();
      cutOff(body.request.socket, 'REQUEST_TIMEOUT');
    }
    response.once('close', count(sender, { bytes, isLarge, request }).end);
    return null;
  };
}
