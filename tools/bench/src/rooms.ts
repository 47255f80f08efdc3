import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { benchManyRooms } from './many-rooms.js';
import { countLost } from './run-ring.js';
import type { BenchSettings } from './settings.js';
import {
  type Figure,
  mean,
  openSide,
  ratioError,
  ratioOf,
  type Side,
  SLICE_MS,
  type Slice,
  usPerMessage,
  WARMUP_SLICES,
} from './side.js';
import { type RoomCount, type Subject, startRoomRelay, startSangam, startSangamWithTeams } from './subject.js';
import { type Outcome, print, printTable } from './table.js';

/** Members of a room: as many as the largest team has. */
const SIZE = 20;

const kinds = ['rooms', 'bare', 'grouping', 'direct'] as const;
type Kind = (typeof kinds)[number];
type Slices = Record<Kind, Slice[]>;

interface Round {
  slices: Slices;
  ackMs: { p50: number; p99: number };
  /** Acknowledged messages that the database does not hold, and deliveries out of order. */
  lost: number;
  misplaced: number;
}

const figures = {
  rate: ({ messages, seconds }) => messages / seconds,
  server: (slice) => usPerMessage(slice.serverCpuS, slice),
  database: (slice) => usPerMessage(slice.databaseCpuS, slice),
  clients: (slice) => usPerMessage(slice.clientCpuS, slice),
} satisfies Record<string, Figure>;

/**
 * Compares teams in which every member sends with two relays that broadcast to the same rooms, and with as many members who write to each
 * other. All run at once on one machine, and one load generator drives them in turn, as in `compare`. Every delivery is counted. Also
 * measures the cost of 200 rooms for a member who reads.
 */
export async function benchRooms(settings: BenchSettings, postgres: TemporaryPostgres): Promise<Outcome> {
  const rows = [];
  let broken = 0;
  for (const count of settings.rooms.filter((rooms) => rooms > 0)) {
    const rounds: Round[] = [];
    for (let round = 1; round <= settings.rounds; round += 1) {
      rounds.push(await runRound({ count, size: SIZE }, settings, postgres));
      const pairs = pairsOf(rounds.slice(-1), 'bare');
      print(
        `round ${round}, ${count} rooms: ${ratioOf(pairs, figures.rate).toFixed(2)} of the bare relay's deliveries`,
      );
    }
    broken += rounds.reduce((sum, { lost, misplaced }) => sum + lost + misplaced, 0);
    rows.push(...rowsOf(count, rounds));
  }
  if (rows.length > 0) printTable(rows);
  const manyRooms = await benchManyRooms(settings, postgres);
  return {
    bench: 'rooms',
    rows: [...rows, ...manyRooms],
    ...(broken > 0 ? { failed: `${broken} messages are lost or were delivered out of order` } : {}),
  };
}

const startOf: Record<Kind, (rooms: RoomCount, postgres: TemporaryPostgres) => Promise<Subject>> = {
  rooms: (rooms, postgres) => startSangamWithTeams(rooms, { postgres }),
  bare: (rooms) => startRoomRelay('bare', rooms),
  grouping: (rooms) => startRoomRelay('grouping', rooms),
  direct: ({ count, size }, postgres) => startSangam({ members: count * size, postgres }),
};

async function runRound(rooms: RoomCount, { seconds }: BenchSettings, postgres: TemporaryPostgres): Promise<Round> {
  const sides: [Kind, Subject, Side][] = [];
  for (const kind of kinds) {
    const subject = await startOf[kind](rooms, postgres);
    sides.push([kind, subject, await openSide(subject, { postgres, redis: null })]);
  }
  const slices: Slices = { rooms: [], bare: [], grouping: [], direct: [] };
  const measured = Math.ceil((seconds * 1_000) / SLICE_MS);
  for (let n = 0; n < WARMUP_SLICES + measured; n += 1) {
    if (n === WARMUP_SLICES) for (const [, , { ring }] of sides) ring.measure(true);
    // The order rotates, and every second one is reversed.
    const first = n % sides.length;
    const order = [...sides.slice(first), ...sides.slice(0, first)];
    for (const [kind, , side] of n % 2 === 0 ? order : order.toReversed()) {
      const slice = await side.slice();
      if (n >= WARMUP_SLICES) slices[kind].push(slice);
    }
  }
  const round: Round = { slices, ackMs: { p50: 0, p99: 0 }, lost: 0, misplaced: 0 };
  for (const [kind, subject, side] of sides) {
    const { acknowledgements, misplaced, acknowledgedBySender } = side.ring.figures();
    await side.stop();
    const stored = await subject.stored();
    if (stored) round.lost += countLost(acknowledgedBySender, stored);
    if (kind !== 'rooms') continue;
    round.misplaced += misplaced;
    round.ackMs = { p50: acknowledgements.percentileMs(0.5), p99: acknowledgements.percentileMs(0.99) };
  }
  return round;
}

const pairsOf = (rounds: readonly Round[], other: Kind): [Slice, Slice][] =>
  rounds.flatMap(({ slices }) => slices.rooms.map((own, n): [Slice, Slice] => [own, slices[other][n] as Slice]));

function rowsOf(count: number, rounds: readonly Round[]) {
  const ratio = (other: Kind, figure: Figure) => {
    const pairs = pairsOf(rounds, other);
    return `${ratioOf(pairs, figure).toFixed(2)} ± ${ratioError(pairs, figure).toFixed(2)}`;
  };
  const broken = rounds.reduce((sum, { lost, misplaced }) => sum + lost + misplaced, 0);
  const receivers = SIZE - 1;
  return kinds.map((kind) => {
    const meanOf = (figure: Figure) => mean(rounds.flatMap(({ slices }) => slices[kind].map(figure)));
    const deliveries = kind === 'direct' ? 1 : receivers;
    const isOurs = kind === 'rooms';
    return {
      subject: { rooms: 'rooms', bare: 'bare relay', grouping: 'grouping relay', direct: 'direct messages' }[kind],
      rooms: count,
      sockets: count * SIZE,
      'deliveries/s': Math.round(meanOf(figures.rate) * deliveries),
      'rooms to it': isOurs ? '' : ratio(kind, figures.rate),
      'server µs/message': meanOf(figures.server).toFixed(1),
      'server µs/delivery': (meanOf(figures.server) / deliveries).toFixed(2),
      'database µs/message': meanOf(figures.database).toFixed(1),
      'rooms to its database': kind === 'direct' ? ratio(kind, figures.database) : '',
      'clients µs/message': meanOf(figures.clients).toFixed(1),
      'ack p50 / p99 ms': isOurs
        ? rounds.map(({ ackMs }) => `${ackMs.p50.toFixed(1)} / ${ackMs.p99.toFixed(1)}`).join(', ')
        : '',
      'lost or misplaced': isOurs ? broken : '',
    };
  });
}
