import type { Actions } from './actions.js';
import { type Device, noteAct, type Place, type Sent } from './walk-places.js';
import type { randomFrom } from './walk-random.js';

const emoji = ['👍', '❤️', '🎉'];
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = new Blob([Buffer.from(PICTURE, 'base64')], { type: 'image/png' });

/** The faults and changes of teams that a walk may bring. */
export interface Events {
  /** Breaks connections. */
  cut(): void;
  /** Has a member join, leave or be removed from a team. */
  move(place: Place): Promise<void>;
}

/** Does random acts on random messages from these devices. Waits for the network only for read marks and for teams. */
export function createWalk(
  devices: readonly Device[],
  places: readonly Place[],
  below: ReturnType<typeof randomFrom>,
  actions: Actions,
) {
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)];

  let written = 0;
  const write = async (place: Place, { by, client }: Device, extras: Sent = {}) => {
    const { sent } = place.walked;
    written += 1;
    const content = `${place.name}: sent ${written}`;
    const { files = 0, ...rest } = extras;
    const contents = [picture, new Blob([content])].slice(0, files);
    const attachments = await Promise.all(contents.map((file) => client.choose(`${content}.png`, file)));
    const clientId = client.send(place.key, content, files === 0 ? rest : { ...rest, attachments });
    // The member has left the team in the meantime.
    if (clientId === '') return;
    sent.set(clientId, { content, ...extras });
    noteAct(place, by, clientId);
  };
  const edit = (place: Place, { by, client }: Device, seq: number) => {
    const earlier = place.walked.said.get(seq) ?? new Set();
    const text = `${place.name}: edit ${earlier.size + 1} of ${seq}`;
    place.walked.said.set(seq, earlier.add(text));
    noteAct(place, by, seq);
    client.act(place.key, seq, { verb: 'edit', text });
  };
  const remove = (place: Place, { by, client }: Device, seq: number) => {
    place.walked.deleted.add(seq);
    noteAct(place, by, seq);
    client.act(place.key, seq, { verb: 'delete', text: '' });
  };
  const react = ({ key }: Place, { client }: Device, seq: number) =>
    client.act(key, seq, { verb: below(3) === 0 ? 'unreact' : 'react', text: pick(emoji) ?? '👍' });
  const pin = ({ key }: Place, { client }: Device, seq: number) =>
    client.act(key, seq, { verb: below(3) === 0 ? 'unpin' : 'pin', text: '' });
  const save = ({ key }: Place, { client }: Device, seq: number) =>
    client.act(key, seq, { verb: below(3) === 0 ? 'unsave' : 'save', text: '' });
  const archive = ({ key }: Place, { client }: Device, seq: number) =>
    client.act(key, seq, below(3) === 0 ? { verb: 'unarchive', text: '' } : { verb: 'archive', text: '0' });
  // Bypasses the proxy, since a lost mark would be missing at the end.
  const read = async ({ id, members }: Place, { by }: Device, seq: number) =>
    members.includes(by) && actions.readIn(by, id, seq);
  const shownIn = ({ key }: Place, { by, client }: Device) => {
    const shown = client.thread(key).messages;
    return { one: pick(shown)?.seq, own: pick(shown.filter(({ sender_id }) => sender_id === by.user.id))?.seq };
  };
  /** Returns the conversations that a device shows: a team's until the device has noticed its member's departure. */
  const shownOn = ({ by, client }: Device): Place[] => {
    const listed = new Set(client.teams().map(({ key }) => key));
    return places.filter(({ projectId, members, key }) =>
      projectId === null ? members.includes(by) : listed.has(key),
    );
  };

  return {
    /** Sends a message without waiting for a server. */
    async write(): Promise<void> {
      const device = pick(devices) as Device;
      const place = pick(shownOn(device));
      if (place) await write(place, device);
    },
    async step({ cut, move }: Events): Promise<void> {
      const device = pick(devices) as Device;
      const place = pick(shownOn(device));
      if (place === undefined) return;
      const { one, own } = shownIn(place, device);
      if (one === undefined) await device.client.open(place.key);
      const what = below(100);
      if (what < 25 || one === undefined) await write(place, device);
      else if (what < 31) await write(place, device, { reply_to: one });
      else if (what < 34) await write(place, device, { files: 1 + below(2) });
      else if (what < 35) await write(place, device, { files: 1, reply_to: one });
      else if (what < 53 && own !== undefined) edit(place, device, own);
      else if (what < 60 && own !== undefined) remove(place, device, own);
      else if (what < 66) pin(place, device, one);
      else if (what < 71) save(place, device, one);
      else if (what < 73) archive(place, device, one);
      else if (what < 86) react(place, device, one);
      else if (what < 92) await read(place, device, one);
      else if (what < 94) void device.client.open(place.key);
      else if (what < 97) await move(pick(places.filter(({ projectId }) => projectId !== null)) ?? place);
      else cut();
    },
    /** Has each device do each kind of act once, in a conversation that `choose` picks for it. */
    async everyKind(choose: (its: readonly Place[], index: number) => Place | undefined): Promise<void> {
      for (const [index, device] of devices.entries()) {
        const place = choose(
          places.filter(({ members }) => members.includes(device.by)),
          index,
        );
        if (place === undefined) continue;
        const shown = () => shownIn(place, device);
        await write(place, device);
        await write(place, device, { files: 2, reply_to: shown().one ?? 1 });
        for (const act of [edit, edit, remove]) act(place, device, shown().own ?? 1);
        for (const act of [react, react, save, pin, pin, save, archive, react, save, archive])
          act(place, device, shown().one ?? 1);
      }
    },
  };
}
