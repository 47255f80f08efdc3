import type { Actions, Actor } from './actions.js';
import type { Client } from './client.js';
import type { randomFrom } from './walk-random.js';

/** A member's device. */
export interface Device {
  by: Actor;
  other: Actor;
  client: Client;
}

/** The parts a sent message should have besides its text. */
interface Sent {
  reply_to?: number;
  files?: number;
}

/** The acts done, to compare with the end. */
export interface Walked {
  /** By the text it was sent with. */
  sent: Map<string, Sent>;
  deleted: Set<number>;
  /** Every text a message may have. */
  said: Map<number, Set<string>>;
}

const emoji = ['👍', '❤️', '🎉'];
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = new Blob([Buffer.from(PICTURE, 'base64')], { type: 'image/png' });

/** Does random acts on random messages from these devices. Waits for the network only for read marks. */
export function createWalk(devices: readonly Device[], below: ReturnType<typeof randomFrom>, actions: Actions) {
  const walked: Walked = { sent: new Map(), deleted: new Set(), said: new Map() };
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)];

  const write = async ({ client }: Device, extras: Sent = {}) => {
    const words = `sent ${walked.sent.size + 1}`;
    walked.sent.set(words, extras);
    const { files = 0, ...rest } = extras;
    if (files === 0) return client.send(words, rest);
    const contents = [picture, new Blob([words])].slice(0, files);
    const attachments = await Promise.all(contents.map((content) => client.choose(`${words}.png`, content)));
    client.send(words, { ...rest, attachments });
  };
  const edit = ({ client }: Device, seq: number) => {
    const earlier = walked.said.get(seq) ?? new Set();
    const words = `edit ${earlier.size + 1} of ${seq}`;
    walked.said.set(seq, earlier.add(words));
    client.act(seq, { verb: 'edit', text: words });
  };
  const remove = ({ client }: Device, seq: number) => {
    walked.deleted.add(seq);
    client.act(seq, { verb: 'delete', text: '' });
  };
  const react = ({ client }: Device, seq: number) =>
    client.act(seq, { verb: below(3) === 0 ? 'unreact' : 'react', text: pick(emoji) ?? '👍' });
  const pin = ({ client }: Device, seq: number) =>
    client.act(seq, { verb: below(3) === 0 ? 'unpin' : 'pin', text: '' });
  const save = ({ client }: Device, seq: number) =>
    client.act(seq, { verb: below(3) === 0 ? 'unsave' : 'save', text: '' });
  const shownTo = ({ by, client }: Device) => {
    const shown = client.thread().messages;
    return { one: pick(shown)?.seq, own: pick(shown.filter(({ sender_id }) => sender_id === by.user.id))?.seq };
  };

  return {
    walked,
    /** `cut` breaks connections. */
    async step(cut: () => void): Promise<void> {
      const device = pick(devices) as Device;
      const { one, own } = shownTo(device);
      const what = below(100);
      if (what < 25 || one === undefined) await write(device);
      else if (what < 31) await write(device, { reply_to: one });
      else if (what < 34) await write(device, { files: 1 + below(2) });
      else if (what < 35) await write(device, { files: 1, reply_to: one });
      else if (what < 55 && own !== undefined) edit(device, own);
      else if (what < 62 && own !== undefined) remove(device, own);
      else if (what < 68) pin(device, one);
      else if (what < 76) save(device, one);
      else if (what < 90) react(device, one);
      // Bypasses the proxy: a lost mark would be missing at the end.
      else if (what < 97) await actions.readUpTo(device.by, device.other, one);
      else cut();
    },
    /** Does each kind of act once on each device. */
    async everyKind(): Promise<void> {
      for (const device of devices) {
        await write(device);
        await write(device, { files: 2, reply_to: shownTo(device).one ?? 1 });
        for (const act of [edit, edit, remove]) act(device, shownTo(device).own ?? 1);
        for (const act of [react, react, save, pin, pin, save, react, save]) act(device, shownTo(device).one ?? 1);
      }
    },
  };
}
