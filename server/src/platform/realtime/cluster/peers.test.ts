import { describe, expect, it } from 'vitest';
import { BROADCAST, FAREWELL, letterText } from './letters.js';
import { createPeers, type Peers } from './peers.js';

/** Steps that a simulated run may skip, to show that events are missed without them. */
interface Without {
  /** Members refresh when they connect, whether they are confirmed or not. */
  confirmation?: boolean;
  /** Members do not refresh when their server says that they may have missed something. */
  missed?: boolean;
}

/**
 * Possible faults: a mailbox's subscription ends, Redis hangs with a letter that it has accepted, accepts too little or loses its list
 * of servers, a server is killed or stops.
 */
const faultNames = ['cut', 'hang', 'drop', 'unlist', 'kill', 'stop'] as const;
type Fault = (typeof faultNames)[number];

interface Member {
  userId: number;
  isAdmitted: boolean;
  seen: Set<number>;
  received: number[];
}

interface Server {
  id: string;
  peers: Peers;
  isLive: boolean;
  /** Whether Redis delivers to its mailbox; the server itself notices later. */
  isSubscribed: boolean;
  hasNoticed: boolean;
  hasDropped: boolean;
  /** Whether its letters wait until it is connected again. */
  isHung: boolean;
  /** Letters on the way to Redis, and from Redis. */
  outbox: { to: string; text: string }[];
  inbox: string[];
  members: Map<number, Member>;
  /** A list of live servers that was read and has not arrived, with the servers known when it was requested. */
  look: { live: string[]; known: ReturnType<Peers['known']> } | null;
}

/** Random numbers that are the same in each run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Lets resolved promises continue. */
const settle = async () => {
  for (let n = 0; n < 10; n += 1) await null;
};

/**
 * Servers that share a Redis, in steps of random order: members come and go, messages are committed and broadcast; letters are
 * delayed, lost with a subscription, dropped and repeated; servers start and are killed. Returns what members did not see in the
 * end, and what they received more than once.
 */
async function simulate(
  seed: number,
  { steps, faults, without }: { steps: number; faults: ReadonlySet<Fault>; without: Without },
) {
  const random = randomFrom(seed);
  const servers: Server[] = [];
  const committed = new Map<number, number[]>();
  let listed = new Set<string>();
  let messages = 0;
  const missing: string[] = [];
  const twice: string[] = [];

  const refresh = (member: Member) => {
    for (const message of committed.get(member.userId) ?? []) member.seen.add(message);
  };
  const refreshAll = (server: Server) => {
    if (!without.missed) for (const member of server.members.values()) if (member.isAdmitted) refresh(member);
  };
  const receive = (server: Server, userIds: readonly number[], packet: string) => {
    for (const userId of userIds) {
      const member = server.members.get(userId);
      if (!member?.isAdmitted) continue;
      member.seen.add(Number(packet));
      member.received.push(Number(packet));
    }
  };
  const list = (own: Server) => {
    listed = new Set(
      servers.filter((each) => each.isSubscribed && (listed.has(each.id) || each === own)).map((s) => s.id),
    );
    return [...listed];
  };
  const join = (server: Server) =>
    server.peers.join(list(server)).then(() => {
      if (server.isLive && server.isSubscribed && server.hasNoticed === false) refreshAll(server);
    });

  const start = async () => {
    const id = `server${String(servers.length).padStart(2, '0')}`;
    const server: Server = {
      id,
      isLive: true,
      isSubscribed: true,
      hasNoticed: false,
      hasDropped: false,
      isHung: false,
      look: null,
      outbox: [],
      inbox: [],
      members: new Map(),
      peers: createPeers({
        self: id,
        send: (to, text) => server.outbox.push({ to, text }),
        deliver: (userIds, packet) => receive(server, userIds, packet),
        onMissed: () => refreshAll(server),
        onDeath: () => refreshAll(server),
        onReturn: () => undefined,
      }),
    };
    servers.push(server);
    const joined = join(server);
    // It may have to start before all others have answered.
    for (let n = 0; n < 30; n += 1) await deliverSome();
    server.peers.open();
    void joined;
  };

  const deliverSome = async () => {
    const server = servers[random(servers.length)];
    if (!server?.isLive) return;
    if (random(2) === 0) {
      if (server.isHung) return;
      const letter = server.outbox.shift();
      const to = servers.find(({ id }) => id === letter?.to);
      if (letter && to?.isSubscribed) to.inbox.push(letter.text);
      // Redis accepted it, but its answer was lost.
      if (letter && random(20) === 0) server.outbox.unshift(letter);
      reportDropped(server);
    } else {
      const text = server.inbox.shift();
      if (text !== undefined) server.peers.receive(text);
    }
    await settle();
  };
  const connect = (server: Server, userId: number) => {
    const member: Member = { userId, isAdmitted: false, seen: new Set(), received: [] };
    for (const other of servers) leave(other, userId);
    server.members.set(userId, member);
    server.peers.enter(userId);
    const admit = () => {
      member.isAdmitted = true;
      refresh(member);
    };
    if (without.confirmation) return admit();
    // Admitted unconfirmed after a while, and made to refresh once confirmed.
    if (random(4) === 0) admit();
    const { byPrompt, byLate } = server.peers.confirmed(userId);
    void byPrompt.then(admit);
    void byLate?.then(() => member.isAdmitted && refresh(member));
  };
  const leave = (server: Server, userId: number) => {
    if (server.members.delete(userId)) server.peers.leave(userId);
  };
  const send = (server: Server, userId: number) => {
    messages += 1;
    committed.set(userId, [...(committed.get(userId) ?? []), messages]);
    receive(server, [userId], String(messages));
    server.peers.broadcast([userId], String(messages), 'all');
  };
  const kill = (server: Server) => {
    Object.assign(server, { isLive: false, isSubscribed: false, inbox: [], outbox: [], members: new Map() });
  };
  const stop = async (server: Server) => {
    for (const userId of server.members.keys()) leave(server, userId);
    server.peers.close();
    await settle();
    for (const { to, text } of server.outbox)
      servers.find(({ id, isSubscribed }) => id === to && isSubscribed)?.inbox.push(text);
    kill(server);
  };
  const hang = (server: Server) => {
    const [letter] = server.outbox;
    const to = servers.find(({ id }) => id === letter?.to);
    if (letter && to?.isSubscribed) to.inbox.push(letter.text);
    Object.assign(server, { isSubscribed: false, inbox: [], isHung: true });
  };
  const notice = (server: Server) => {
    server.hasNoticed = true;
    server.peers.forget();
  };
  const reconnect = (server: Server) => {
    server.peers.forget();
    server.isSubscribed = true;
    server.hasNoticed = false;
    server.isHung = false;
    void join(server);
  };
  const look = (server: Server) => {
    if (server.look) server.peers.updateLive(server.look.live, server.look.known);
    server.look = null;
    if (server.isSubscribed) server.look = { known: server.peers.known(), live: list(server) };
  };
  /** The queue for Redis is full: its sender makes all members elsewhere refresh once Redis has taken the rest. */
  const drop = (server: Server) => {
    if (server.outbox.splice(random(server.outbox.length), 3).length > 0) server.hasDropped = true;
  };
  const reportDropped = (late: Server) => {
    if (!late.hasDropped || late.outbox.length > 0) return;
    late.hasDropped = false;
    for (const server of servers) if (server !== late) refreshAll(server);
  };

  for (let n = 0; n < 3; n += 1) await start();
  for (let step = 0; step < steps; step += 1) {
    const server = servers[random(servers.length)] as Server;
    const userId = 1 + random(6);
    const act = random(1_000);
    if (act < 3 && servers.length < 6) await start();
    else if (!server.isLive) continue;
    else if (act < 5 && faults.has('kill') && servers.filter(({ isLive }) => isLive).length > 2) kill(server);
    else if (act < 7 && faults.has('stop') && servers.filter(({ isLive }) => isLive).length > 2) await stop(server);
    else if (act < 15 && faults.has('cut')) Object.assign(server, { isSubscribed: false, inbox: [] });
    else if (act < 18 && faults.has('hang')) hang(server);
    else if (act < 20 && faults.has('unlist')) listed.clear();
    else if (act < 60 && !server.isSubscribed) server.hasNoticed ? reconnect(server) : notice(server);
    else if (act < 80 && faults.has('drop')) drop(server);
    else if (act < 120) look(server);
    else if (act < 150) connect(server, userId);
    else if (act < 155) leave(server, userId);
    else if (act < 400) send(server, userId);
    else for (let n = 0; n < 4; n += 1) await deliverSome();
  }

  // All is well again.
  for (const server of servers.filter(({ isLive }) => isLive)) if (!server.isSubscribed) reconnect(server);
  for (let round = 0; round < 30; round += 1) {
    for (const server of servers.filter(({ isLive }) => isLive)) look(server);
    for (let n = 0; n < 40; n += 1) await deliverSome();
  }
  while (servers.some(({ isLive, outbox, inbox }) => isLive && outbox.length + inbox.length > 0)) await deliverSome();
  for (const server of servers.filter(({ isLive }) => isLive))
    for (const member of server.members.values()) {
      const unseen = (committed.get(member.userId) ?? []).filter((message) => !member.seen.has(message));
      if (unseen.length > 0 || !member.isAdmitted) missing.push(`${server.id} ${member.userId}: ${unseen}`);
      if (new Set(member.received).size < member.received.length) twice.push(`${server.id} ${member.userId}`);
    }
  // Sent now, it arrives once at each, and nobody refreshes.
  for (const userId of committed.keys()) send(servers.find(({ isLive }) => isLive) as Server, userId);
  await settle();
  while (servers.some(({ isLive, outbox, inbox }) => isLive && outbox.length + inbox.length > 0)) await deliverSome();
  for (const server of servers.filter(({ isLive }) => isLive))
    for (const { userId, received } of server.members.values())
      if (received.filter((message) => message === committed.get(userId)?.at(-1)).length !== 1)
        missing.push(`${server.id} ${userId}: the last`);
  return { missing, twice, messages };
}

const SEEDS = Array.from({ length: 10 }, (_, n) => n + 1);
const STEPS = 800;

/** Events that were missed, or arrived twice, in any of the runs. */
async function missed(faults: readonly Fault[], without: Without = {}) {
  const all: string[] = [];
  for (const seed of SEEDS) {
    const { missing, twice } = await simulate(seed, { steps: STEPS, faults: new Set(faults), without });
    all.push(...missing.map((what) => `seed ${seed}, not seen: ${what}`));
    all.push(...twice.map((what) => `seed ${seed}, twice: ${what}`));
  }
  return all;
}

describe('servers whose members come and go', () => {
  it.each([[], ...faultNames.map((fault) => [fault]), faultNames].map((faults) => ({ faults })))(
    'lose no event and repeat none: $faults',
    async ({ faults }) => {
      expect(await missed(faults)).toEqual([]);
    },
  );

  it('would miss events if members did not wait for their confirmation', async () => {
    expect(await missed([], { confirmation: true })).not.toEqual([]);
  });

  it.each(['cut', 'drop'] as const)(
    'would miss events if members did not refresh when notified after a %s',
    async (fault) => {
      expect(await missed([fault], { missed: true })).not.toEqual([]);
    },
  );
});

describe('a letter of a later version', () => {
  const place = { from: 'server01', round: 1, number: 1 };
  it.each([
    ['a line of a kind that is not known', letterText({ ...place, lines: ['?7', `${BROADCAST}7 known`] }), ['known']],
    ['a head that cannot be read', 'server01?\np7 unknown', []],
  ])('makes members refresh: %s', (_, letter, packets) => {
    const delivered: string[] = [];
    let timesMissed = 0;
    const peers = createPeers({
      self: 'server02',
      send: () => undefined,
      deliver: (_userIds, packet) => delivered.push(packet),
      onMissed: () => (timesMissed += 1),
      onDeath: () => undefined,
      onReturn: () => undefined,
    });
    peers.receive(letter);
    expect({ delivered, timesMissed }).toEqual({ delivered: packets, timesMissed: 1 });
  });
});

it('a server that has stopped is not taken for dead if an older list still names it', () => {
  const died: string[] = [];
  const peers = createPeers({
    self: 'server02',
    send: () => undefined,
    deliver: () => undefined,
    onMissed: () => undefined,
    onDeath: (serverId) => died.push(serverId),
    onReturn: () => undefined,
  });
  const knownBefore = peers.known();
  peers.receive(letterText({ from: 'server01', round: 1, number: 1, lines: [FAREWELL] }));
  peers.updateLive(['server01', 'server02'], knownBefore);
  for (let n = 0; n < 3; n += 1) peers.updateLive(['server02'], peers.known());
  expect(died).toEqual([]);
});
