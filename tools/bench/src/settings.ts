import { parseArgs } from 'node:util';
import { type Placement, placements } from './ring.js';

/** The benches of `npm run bench`. */
const benchNames = [
  'chat',
  'idle-memory',
  'idle-cpu',
  'reads',
  'refresh',
  'come-back',
  'restart',
  'servers',
  'away',
  'start-up',
  'rooms',
  'compare',
] as const;
export type BenchName = (typeof benchNames)[number];

export interface BenchSettings {
  benches: BenchName[];
  sockets: number[];
  seconds: number;
  /** How often each subject is measured; the table shows the round with the median rate. */
  rounds: number;
  subjects: SubjectKind[];
  /** Database sizes of `reads`, in messages. */
  messages: number[];
  /** The numbers of rooms that `rooms` compares; 0: measures only their cost for a member who reads. */
  rooms: number[];
  /** The numbers of direct conversations of the members whose reads `rooms` compares; 0: compares none. */
  directs: number[];
  /** The other side of `compare`: a path of another checkout, `relay` or `waiting`; null: this checkout. */
  against: string | null;
  /** Settings of the server that `compare` compares with. */
  env: Record<string, string>;
  /** The numbers of servers on the two sides of `compare`, with Redis; 0: one server without Redis. A single number applies to both. */
  servers: number[];
  /** The placements on both sides; one applies to both. */
  placement: Placement[];
  out: string;
}

/** In the order of measurement. */
export const subjectKinds = ['relay', 'postgres', 'waiting', 'embedded'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

const help = `npm run bench -- [${benchNames.join(' | ')} | all …] [options]

  chat         durable chat compared with a bare Socket.IO relay, and one that waits for a database (the default)
  idle-memory  memory of an idle connection compared with bare Socket.IO, and with the other checkout
  idle-cpu     CPU of 1,000 idle members: connected, and polling
  reads        each read call as the number of messages grows (PostgreSQL)
  refresh      CPU of one refresh, as a client does it after each reconnect
  come-back    how soon all members of a killed and restarted server are connected and up to date (PostgreSQL)
  restart      500 members whose server is restarted, and 100 who read meanwhile; the same in the other checkout (PostgreSQL)
  servers      one, two and three servers on one PostgreSQL and Redis
  away         chat while 10,000 members who are away get a push and an email (PostgreSQL)
  rooms        teams in which everybody sends, compared with relays and with direct messages; a member with 200 rooms (PostgreSQL)
  start-up     start time and memory of the embedded default
  compare      the cost of a message here and in another checkout whose server is built, or of a relay, within 3% (PostgreSQL)

  --sockets 200,1000   --seconds 8   --rounds 3   --subjects ${subjectKinds.join(',')}
  --messages 10000,1000000,10000000   --rooms 1,10,50 --directs 200   --out bench.json
  --against ../other-checkout | relay | waiting   --env NAME=value,… (of the other server)
  --servers 2,1 (here and there, with Redis; 0 is one without)
  --placement apart,together (of neighbours, here and there: the cost of messages that cross servers)`;

/** Reads the command line. On `--help` or a wrong option, prints the help and exits. */
export function readSettings(args: string[]): BenchSettings {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        sockets: { type: 'string', default: '200,1000' },
        seconds: { type: 'string', default: '8' },
        rounds: { type: 'string', default: '3' },
        subjects: { type: 'string', default: subjectKinds.join(',') },
        messages: { type: 'string', default: '10000,1000000,10000000' },
        rooms: { type: 'string', default: '1,10,50' },
        directs: { type: 'string', default: '200' },
        against: { type: 'string' },
        env: { type: 'string', default: '' },
        servers: { type: 'string', default: '0' },
        placement: { type: 'string', default: 'apart' },
        out: { type: 'string', default: 'bench.json' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) exitWith(help, 0);
    const benches = positionals.length === 0 ? ['chat'] : positionals;
    return {
      // Without `compare`, which needs its other side.
      benches: benches.includes('all')
        ? benchNames.filter((name) => name !== 'compare')
        : benches.map((name) => oneOf(benchNames, name)),
      sockets: numbers(values.sockets),
      servers: numbers(values.servers, 0),
      placement: values.placement.split(',').map((name) => oneOf(placements, name)),
      seconds: numbers(values.seconds)[0] ?? 0,
      rounds: numbers(values.rounds)[0] ?? 0,
      subjects: values.subjects.split(',').map((name) => oneOf(subjectKinds, name)),
      messages: numbers(values.messages),
      rooms: numbers(values.rooms, 0),
      directs: numbers(values.directs, 0),
      against: values.against ?? null,
      env: Object.fromEntries(values.env.split(',').flatMap((pair) => (pair === '' ? [] : [split(pair)]))),
      out: values.out,
    };
  } catch (error) {
    return exitWith(`${error instanceof Error ? error.message : String(error)}\n\n${help}`, 2);
  }
}

function exitWith(text: string, code: number): never {
  process.stdout.write(`${text}\n`);
  process.exit(code);
}

function numbers(text: string, min = 1): number[] {
  const values = text.split(',').map(Number);
  if (!values.every((value) => Number.isInteger(value) && value >= min))
    throw new Error(`not numbers from ${min}: ${text}`);
  return values;
}

function split(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new Error(`not NAME=value: ${pair}`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

function oneOf<T extends string>(choices: readonly T[], name: string): T {
  const found = choices.find((choice) => choice === name);
  if (found === undefined) throw new Error(`${name} is none of ${choices.join(', ')}`);
  return found;
}
