import { without, withoutMethods } from './without.ts';

// Saves 4 kB on members' pages.

/** Modules of Socket.IO that are replaced. */
const REPLACED: readonly [module: RegExp, code: string][] = [
  // The exports that `client/src/core/realtime` uses. `io` would also read the server's address, which is the page's.
  [
    /\/socket\.io-client\/build\/esm\/index\.js$/,
    "export { Manager } from './manager.js'; export { NodeWebSocket, NodeXHR } from 'engine.io-client';",
  ],
  // Transports by name, one of which no server of ours offers: `createTransports` passes its two as classes instead.
  [
    /\/engine\.io-client\/build\/esm\/transports\/(?:index|webtransport|polling-fetch)\.js$/,
    'export const transports = {}, WT = undefined, Fetch = undefined;',
  ],
  // Bytes, which no event of ours has. A frame of bytes ends the connection as one that it can't read.
  [/\/socket\.io-parser\/build\/esm\/is-binary\.js$/, 'export const isBinary = () => false, hasBinary = isBinary;'],
  [
    /\/socket\.io-parser\/build\/esm\/binary\.js$/,
    'export const deconstructPacket = undefined, reconstructPacket = undefined;',
  ],
  [
    /\/engine\.io-parser\/build\/esm\/encodePacket\.browser\.js$/,
    "import { PACKET_TYPES } from './commons.js'; export const encodePacket = ({ type, data }, _, done) => done(PACKET_TYPES[type] + (data || '')), encodePacketToBinary = undefined;",
  ],
  [
    /\/engine\.io-parser\/build\/esm\/contrib\/base64-arraybuffer\.js$/,
    'export const decode = () => new ArrayBuffer(0);',
  ],
];

/** The code of a module that is replaced. */
export const ofSocket = (id: string): string | undefined => REPLACED.find(([module]) => module.test(id))?.[1];

interface Unused {
  module: RegExp;
  /** Conditions that are never true here: of options that `openSocket` doesn't set, of bytes, and of an upgrade to another transport. */
  never: readonly string[];
  /** Methods that only these conditions and calls use. With one of those entries, delete the method's as well. */
  methods?: readonly string[];
  /** Their calls that no condition guards. */
  calls?: readonly string[];
}

const UNUSED: readonly Unused[] = [
  {
    module: /\/socket\.io-client\/build\/esm\/socket\.js$/,
    never: ['this._opts.retries && !this.flags.fromQueue && !this.flags.volatile'],
    methods: ['_addToQueue', '_drainQueue'],
    calls: ['this._drainQueue(true);'],
  },
  {
    module: /\/engine\.io-client\/build\/esm\/socket\.js$/,
    never: [
      ...[
        'uri',
        'opts.host',
        'opts.transportImplementations && opts.transports',
        'typeof this.opts.query === "string"',
      ],
      ...['this.opts.closeOnBeforeunload', 'this.opts.withCredentials'],
      ...['"open" === this.readyState && this.opts.upgrade', 'this.upgrading', 'this.upgrading'],
    ],
    methods: ['_probe', '_filterUpgrades'],
    calls: ['this._upgrades = this._filterUpgrades(data.upgrades);'],
  },
  {
    module: /\/socket\.io-parser\/build\/esm\/index\.js$/,
    never: [
      ...['hasBinary(obj)', 'isBinaryEvent || packet.type === PacketType.BINARY_ACK', 'isBinary(obj) || obj.base64'],
      ...['p.type === PacketType.BINARY_EVENT ||\n            p.type === PacketType.BINARY_ACK'],
      ...['this.reconstructor', 'this.reconstructor'],
    ],
    methods: ['encodeAsBinary'],
  },
];

/** Leaves out of a module of Socket.IO what this application never runs. */
export function withoutUnusedOfSocket(code: string, id: string): string {
  const unused = UNUSED.find(({ module }) => module.test(id));
  if (unused === undefined) return code;
  const { never, methods = [], calls = [] } = unused;
  return without(withoutMethods(code, methods), [
    ...never.map((condition): [string, string] => [`if (${condition}) {`, 'if (false) {']),
    ...calls.map((call): [string, string] => [call, '']),
  ]);
}
