import type { Actions, Actor } from './actions.js';
import type { Client } from './client.js';
import type { randomFrom } from './walk-random.js';

/** A device of a member, on which they act. */
export interface Device {
  by: Actor;
  other: Actor;
  client: Client;
}

/** What a message that was sent here was to have beside its words. */
export interface Sent {
  reply_to?: number;
  files?: number;
}

/** What was done in a walk, against which its end is held. */
export interface Walked {
  /** By the words that it was sent with. */
  sent: Map<string, Sent>;
  deleted: Set<number>;
  /** Everything that a message was ever to say. */
  said: Map<number, Set<string>>;
}

const emoji = ['👍', '❤️', '🎉'];
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = new Blob([Buffer.from(PICTURE, 'base64')], { type: 'image/png' });

/** One act after the other, of a random kind, on a random device. `cut` breaks connections. */
export function createWalk(
  devices: readonly Device[],
  below: ReturnType<typeof randomFrom>,
  actions: Actions,
  cut: () => void,
) {
  const walked: Walked = { sent: new Map(), deleted: new Set(), said: new Map() };
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)];

  const write = async ({ client }: Device, beside: Sent) => {
    const words = `sent ${walked.sent.size + 1}`;
    walked.sent.set(words, beside);
    const { files = 0, ...rest } = beside;
    if (files === 0) return client.send(words, rest);
    const named = ['a.png', 'b.txt']
      .slice(0, files)
      .map((name) => client.choose(name, name === 'a.png' ? picture : new Blob([words])));
    client.send(words, { ...rest, attachments: await Promise.all(named) });
  };

  /** What it waits for is not on the network, but for a read mark. */
  const step = async (number: number): Promise<void> => {
    const device = pick(devices) as Device;
    const { by, other, client } = device;
    const shown = client.thread().messages;
    const own = pick(shown.filter(({ sender_id }) => sender_id === by.user.id));
    const any = pick(shown);
    const what = below(100);
    if (what < 25 || any === undefined) return write(device, {});
    if (what < 31) return write(device, { reply_to: any.seq });
    if (what < 34) return write(device, { files: 1 + below(2) });
    if (what < 35) return write(device, { files: 1, reply_to: any.seq });
    if (what < 55 && own) {
      const words = `edited ${number}`;
      walked.said.set(own.seq, (walked.said.get(own.seq) ?? new Set()).add(words));
      client.act(own.seq, { verb: 'edit', text: words });
    } else if (what < 62 && own) {
      walked.deleted.add(own.seq);
      client.act(own.seq, { verb: 'delete', text: '' });
    } else if (what < 90)
      client.act(any.seq, { verb: below(3) === 0 ? 'unreact' : 'react', text: pick(emoji) ?? '👍' });
    // Past the proxy: a mark that is lost would only be missing.
    else if (what < 97) await actions.readUpTo(by, other, any.seq);
    else cut();
  };
  return { walked, step };
}
