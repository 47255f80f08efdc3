import { networkOf } from './client-address.js';

const minuteS = 60;
const hourS = 60 * minuteS;

/**
 * How often one key may do something: before sign-in an address, where a 64-bit IPv6 network counts as one; after it a member,
 * since 1,000 of them may share an address. They may all connect within half a minute: handshakeByAddress. Their browsers have
 * cached nothing yet, and each opens six pages within a minute: pageByAddress, fileByAddress.
 */
export const policies = {
  loginByAddress: { points: 60, durationS: minuteS },
  loginByAccount: { points: 10, durationS: minuteS },
  loginByKnownDevice: { points: 10, durationS: minuteS },
  loginByOtherDevices: { points: 20, durationS: 10 * minuteS },
  signupByAddress: { points: 30, durationS: hourS },
  forgotByAddress: { points: 20, durationS: hourS },
  forgotByAccount: { points: 5, durationS: hourS },
  passwordByMember: { points: 10, durationS: 10 * minuteS },
  exportByMember: { points: 5, durationS: 24 * hourS },
  verificationByMember: { points: 5, durationS: hourS },
  /** Any member may enter a stranger's address as their new one, which emails it a link. */
  newAddressByEmail: { points: 5, durationS: hourS },
  resetByAddress: { points: 30, durationS: hourS },
  passwordCheckByAddress: { points: 300, durationS: 10 * minuteS },
  oauthByAddress: { points: 60, durationS: 10 * minuteS },
  apiByAddress: { points: 1_200, durationS: minuteS },
  apiByMember: { points: 1_200, durationS: minuteS },
  /**
   * In milliseconds of work (`workMsOf`): a member takes at most half of a core, and so do all visitors at one address, whatever they ask
   * for. Opening the dashboard takes about 300, twenty tabs that connect again up to 6,000.
   */
  workByMember: { points: 30_000, durationS: minuteS },
  workByAddress: { points: 30_000, durationS: minuteS },
  pageByAddress: { points: 6_000, durationS: minuteS },
  fileByAddress: { points: 300_000, durationS: 5 * minuteS },
  handshakeByAddress: { points: 2_000, durationS: 30 },
  /** Requests that name an unknown long-polling connection: a server that restarts leaves each client with one. */
  strayPollByAddress: { points: 2_000, durationS: 30 },
  /** Connections without a token signed here. */
  connectByAddress: { points: 120, durationS: minuteS },
  connectByMember: { points: 120, durationS: minuteS },
  sendByMember: { points: 120, durationS: 10 },
  /** Changes to stored messages. */
  changeByMember: { points: 120, durationS: 10 },
  eventByMember: { points: 300, durationS: 10 },
  requestByMember: { points: 30, durationS: 10 * minuteS },
  /** A rename is sent to everybody who sees the member. */
  profileByMember: { points: 60, durationS: 10 * minuteS },
  pictureByMember: { points: 20, durationS: hourS },
  /** Keeps a member from collecting pictures by trying all numbers. */
  picturesByMember: { points: 300, durationS: 10 * minuteS },
  uploadByMember: { points: 120, durationS: 10 * minuteS },
  /**
   * In milliseconds of work, by the number of pixels: a third of a core. Separate from `workByMember`, so that members who send many
   * pictures can still read.
   */
  pictureWorkByMember: { points: 200_000, durationS: 10 * minuteS },
  searchByMember: { points: 180, durationS: minuteS },
  /**
   * Keeps a member who searches by the beginnings of names, or by ids, from listing everyone. Cards and shared hours count each member
   * once; other calls that name one member count only while the two have no message between them.
   */
  peopleByMember: { points: 150, durationS: 10 * minuteS },
  /** Strangers whose presence a member sees. Separate from `peopleByMember`, since each page of Find people shows 20 of them. */
  presenceByMember: { points: 600, durationS: 10 * minuteS },
  memberPageByMember: { points: 300, durationS: 10 * minuteS },
  reportByMember: { points: 20, durationS: hourS },
  projectByMember: { points: 20, durationS: hourS },
  projectChangeByMember: { points: 60, durationS: 10 * minuteS },
} as const;

export type LimitName = keyof typeof policies;

/** Returns what a limit counts for a key: the network of an address. */
export const counterKey = (name: LimitName, key: string | number): string =>
  name.endsWith('ByAddress') ? networkOf(String(key)) : String(key);

/** Returns the key with its limit's name. */
export const idOf = (name: LimitName, key: string | number): string => `${name}:${counterKey(name, key)}`;
