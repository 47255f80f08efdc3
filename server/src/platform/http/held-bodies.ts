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
  /** A picture or file. */
  isLarge: boolean;
  request: IncomingMessage;
  /** Stops counting it. */
  end(): void;
}

interface Sender {
  /** Oldest first. */
  bodies: Set<Counted>;
  bytes: number;
  largeBytes: number;
}

const RETRY_S = 5;

/** How many bytes a body may take in memory: one without a length may take all. */
const bytesOf = ({ headers }: IncomingMessage, maxBytes: number): number =>
  headers['transfer-encoding'] === undefined ? Math.min(Number(headers['content-length'] ?? 0), maxBytes) : maxBytes;

/** Returns a sender's oldest bodies of this size that are still arriving and have together at least `bytes`; null if all have fewer. */
function oldest({ bodies }: Sender, isLarge: boolean, bytes: number): Counted[] | null {
  const found: Counted[] = [];
  let foundBytes = 0;
  for (const body of bodies) {
    if (foundBytes >= bytes) break;
    if (body.isLarge !== isLarge || body.request.complete) continue;
    found.push(body);
    foundBytes += body.bytes;
  }
  return foundBytes >= bytes ? found : null;
}

/**
 * Returns a function that counts a body until its call is answered or cut, and returns the refusal if too many bytes are held. Rate limits
 * count calls, but a sender can hold back the end of each body until its request times out. Slow bodies make room for others:
 * - A small body cuts the sender's oldest small ones: all visitors of a network are one sender, and one must not keep the others from
 *   signing in.
 * - A picture or file cuts the oldest of the member who holds the most: a few members must not keep the others from uploading.
 */
export function createHeldBodies(): (body: HeldBody) => Fail | null {
  const senders = new Map<string, Sender>();
  /** Only of pictures and files: many senders of small bodies could otherwise keep members from uploading. */
  let largeBytes = 0;

  const count = (name: string, { bytes, isLarge, request }: Omit<Counted, 'end'>): Counted => {
    const sender = senders.get(name) ?? { bodies: new Set(), bytes: 0, largeBytes: 0 };
    const add = (change: number) => {
      sender.bytes += change;
      if (!isLarge) return;
      sender.largeBytes += change;
      largeBytes += change;
    };
    const body: Counted = {
      bytes,
      isLarge,
      request,
      end() {
        if (!sender.bodies.delete(body)) return;
        add(-bytes);
        if (sender.bodies.size === 0) senders.delete(name);
      },
    };
    senders.set(name, sender);
    sender.bodies.add(body);
    add(bytes);
    return body;
  };

  /** Returns the bodies to cut for a picture or file of a member who would then hold `heldBytes` of them; null if there is no room. */
  const largeInTheWay = (bytes: number, heldBytes: number): Counted[] | null => {
    const excessBytes = largeBytes + bytes - coreServerLimits.heldLargeBodiesMaxBytes;
    if (excessBytes <= 0) return [];
    const heaviest = [...senders.values()].reduce((most, sender) =>
      sender.largeBytes > most.largeBytes ? sender : most,
    );
    return heaviest.largeBytes > heldBytes ? oldest(heaviest, true, excessBytes) : null;
  };

  /** Returns the bodies to cut for another one of this sender; null if there is no room. */
  const inTheWay = (sender: Sender | undefined, isLarge: boolean, bytes: number): Counted[] | null => {
    const excessBytes = (sender?.bytes ?? 0) + bytes - coreServerLimits.heldBodiesMaxBytes;
    if (sender !== undefined && excessBytes > 0) return isLarge ? null : oldest(sender, false, excessBytes);
    return isLarge ? largeInTheWay(bytes, (sender?.largeBytes ?? 0) + bytes) : [];
  };

  return ({ sender, request, maxBytes, response }) => {
    const bytes = bytesOf(request, maxBytes);
    // A response that is closed already, because its caller went meanwhile, would never end its count.
    if (bytes === 0 || response.closed) return null;
    const isLarge = maxBytes > coreServerLimits.bodyMaxBytes;
    const cut = inTheWay(senders.get(sender), isLarge, bytes);
    if (cut === null) return fail('BUSY', { retryAfterS: RETRY_S });
    for (const body of cut) {
      body.end();
      cutOff(body.request.socket, 'REQUEST_TIMEOUT');
    }
    response.once('close', count(sender, { bytes, isLarge, request }).end);
    return null;
  };
}
