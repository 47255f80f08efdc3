import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@sangam/shared/chat/messages';
import { forgetCoolingOff } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import type { StartedServers } from '@sangam/testing/servers/faulty-servers';
import { type FaultyProxy, startProxy } from '@sangam/testing/servers/proxy';
import { expect, onTestFinished } from 'vitest';
import { type Actor, createActions } from './actions.js';
import { goTo, standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';
import { expectDone, expectGone, expectSameForAll, expectSaved, expectTeams, storedMessages } from './same-for-all.js';
import { createWalk } from './walk-acts.js';
import { type Device, noteSettled, openPlace, type Place } from './walk-places.js';
import { randomFrom } from './walk-random.js';

/** The client's longest retry pause is 15 seconds, and the machine may be busy. */
const SETTLED_WITHIN_MS = 60_000;

/** A cut is noticed at once, unless by a device that polls and sends nothing at that moment. */
const NOTICED_WITHIN_MS = 3_000;

/** Members are named by number. The first member of a team is its creator. */
export interface Cast {
  /** How many devices each member has. */
  devices: readonly number[];
  direct: readonly (readonly number[])[];
  teams: readonly (readonly number[])[];
  seed: number;
}

/** Opens the devices of these members, spread over these servers, each behind a proxy. */
export async function openFixture({ urls, db }: StartedServers, { devices: counts, direct, teams, seed }: Cast) {
  const proxies = await Promise.all(
    urls.map((url) => startProxy({ host: '127.0.0.1', port: Number(new URL(url).port) })),
  );
  onTestFinished(async () => void (await Promise.all(proxies.map((proxy) => proxy.close()))));
  const url = urls[0] ?? '';
  standInForBrowser(url);
  const actions = createActions(url);
  const members: Actor[] = [];
  for (const [index] of counts.entries()) members.push(await actions.signUp(`Member ${index + 1}`));
  const some = (indexes: readonly number[]) => indexes.flatMap((index) => members[index] ?? []);
  const places: Place[] = [];
  for (const [index, pair] of direct.entries())
    places.push(await openPlace(actions, `direct ${index + 1}`, some(pair), false));
  for (const [index, team] of teams.entries())
    places.push(await openPlace(actions, `team ${index + 1}`, some(team), true));
  const placesOf = (by: Actor) => places.filter((place) => place.members.includes(by));

  const devices: Device[] = [];
  const projectId = places.at(-1)?.projectId ?? 0;
  const open = async (by: Actor, { port }: FaultyProxy) => {
    goTo(`http://127.0.0.1:${port}`);
    const other = members.find((member) => member !== by) as Actor;
    const client = await openClient(by, by.token, { other, projectId });
    for (const { key } of placesOf(by)) await client.open(key);
    await client.connect();
    devices.push({ by, client });
  };
  for (let n = 0; n < Math.max(...counts); n += 1)
    // The devices of each member are on different servers.
    for (const [index, by] of members.entries())
      if (n < (counts[index] ?? 0)) await open(by, proxies[(index + n) % proxies.length] as FaultyProxy);

  const below = randomFrom(seed);
  const walk = createWalk(devices, places, below, actions);
  let rounds = 0;
  const connected = () =>
    eventually(() => {
      for (const { client } of devices) expect(client.isConnected()).toBe(true);
    }, SETTLED_WITHIN_MS);
  return {
    proxies,
    below,
    members,
    places,
    walk,
    actions,
    /** Has all devices do every kind of act. A member's devices act in different conversations, which change with each call. */
    everyKind() {
      rounds += 1;
      return walk.everyKind((its, index) => its[(index + rounds) % its.length]);
    },
    /** Has a member join a team, leave it, or be removed by its creator. */
    async move(place: Place) {
      const [creator, ...others] = place.members as [Actor, ...Actor[]];
      const member = members[below(members.length)] as Actor;
      const id = place.projectId ?? 0;
      // A team of one has no conversation to act in.
      if (member === creator || (others.length === 1 && others.includes(member))) return;
      place.moved.add(member);
      if (others.includes(member)) {
        place.members = [creator, ...others.filter((other) => other !== member)];
        if (below(2) === 0) await actions.leave(member, id);
        else await actions.removeMember(creator, id, member.user.id, 'Thanks');
        return;
      }
      if (db) await forgetCoolingOff(db, id);
      await actions.join(member, creator, id);
      place.members = [...place.members, member];
    },
    stored: (place: Place) => storedMessages(url, place.members[0] as Actor, place),
    /** Waits until every outbox is empty, however long a busy machine takes while they become emptier. */
    async settled() {
      for (let count = Number.POSITIVE_INFINITY; count > 0; )
        count = await eventually(
          () => {
            for (const { client } of devices) client.retryRejected();
            const waiting = devices.flatMap(({ client }) => client.waiting());
            if (waiting.length >= count) expect(waiting).toEqual([]);
            return waiting.length;
          },
          ...[SETTLED_WITHIN_MS, 50],
        );
      // Refreshes members who left or joined: a late notice of a departure would delete what they wrote after their return.
      const moved = new Set(places.flatMap((place) => [...place.moved]));
      for (const { by, client } of devices) if (moved.has(by)) await client.refresh();
      for (const place of places) noteSettled(place);
    },
    /**
     * Cuts all connections, and waits until every device has noticed and is connected again. A device that polls notices no cut between two
     * polls, which loses nothing: then all are cut once more.
     */
    async reconnected() {
      for (let areNoticed = false; !areNoticed; ) {
        const noticed = Promise.all(devices.map(({ client }) => client.disconnected()));
        for (const proxy of proxies) proxy.cut();
        areNoticed = await Promise.race([noticed.then(() => true), sleep(NOTICED_WITHIN_MS, false)]);
        await connected();
      }
    },
    /**
     * Checks that every device shows the same messages, byte for byte, with every act done once, and its member's own saved messages, and
     * that it has no data of a team that its member has left.
     */
    async expectHeld() {
      await connected();
      for (const { client } of devices) await client.refresh();
      const all: { place: Place; stored: Message[] }[] = [];
      for (const place of places) {
        const stored = await expectSameForAll(url, place, devices);
        expectDone(place, stored);
        all.push({ place, stored });
      }
      for (const device of devices) {
        await expectSaved(url, device, placesOf(device.by));
        await expectTeams(actions, device);
        for (const place of places) if (!place.members.includes(device.by)) expectGone(device, place);
      }
      return all;
    },
  };
}
