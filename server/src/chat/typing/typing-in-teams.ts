import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Broadcast } from '../../platform/realtime/sockets/broadcast.js';
import type { Timings } from '../../platform/timings.js';
import { findTypingReaders } from '../conversations/teams.queries.js';
import type { ShownTyping } from './shown-typing.js';

/** A participant starts or stops typing. `otherIds`: the other participants, as this server knows them. */
export interface TypingSignal {
  conversationId: number;
  userId: number;
  otherIds: readonly number[];
  typing: boolean;
}

/** Broadcasts who types in the conversations of teams. */
interface TypingInTeams {
  add(signal: TypingSignal): void;
}

interface Room {
  /** Whether each member types, by their last signal since the last event. */
  typists: Map<number, boolean>;
  participants: Set<number>;
}

/**
 * The first signal after a pause is broadcast at once; those within the window after it are gathered into one event for each conversation.
 * Permissions are read once per event, and only for members who may have a socket.
 */
export function createTypingInTeams(deps: {
  db: Db;
  clock: Clock;
  broadcast: Pick<Broadcast, 'mayReach'>;
  shownTyping: ShownTyping;
  log: Logger;
  timings: Timings['typing'];
}): TypingInTeams {
  const { db, clock, broadcast, shownTyping, log, timings } = deps;
  /** Conversations within their window. */
  const rooms = new Map<number, Room>();

  const record = (room: Room, { userId, otherIds, typing }: TypingSignal) => {
    room.typists.set(userId, typing);
    for (const id of [userId, ...otherIds]) room.participants.add(id);
  };

  const announce = async (conversationId: number, { typists, participants }: Room) => {
    const readerIds = [...participants].filter((id) => broadcast.mayReach(id));
    if (readerIds.length === 0) return;
    const pairs = await findTypingReaders(db, {
      conversationId,
      typistIds: [...typists.keys()],
      readerIds,
      at: clock.now(),
    });
    for (const typing of [true, false]) {
      const changed = pairs.filter(({ typist_id }) => typists.get(typist_id) === typing);
      for (const { readers: readerIds, typing: typistIds } of inGroups(changed))
        shownTyping.forward({ kind: 'team', conversationId, typistIds, readerIds, typing });
    }
  };

  const next = async (conversationId: number) => {
    const room = rooms.get(conversationId);
    if (room === undefined || room.typists.size === 0) return void rooms.delete(conversationId);
    rooms.set(conversationId, { typists: new Map(), participants: new Set() });
    try {
      await announce(conversationId, room);
    } catch (error) {
      // The next signal, some seconds later, says the same.
      log.warn({ err: error }, 'typing in a team could not be broadcast');
    }
    setTimeout(() => void next(conversationId), timings.windowMs).unref();
  };

  return {
    add(signal) {
      const openRoom = rooms.get(signal.conversationId);
      if (openRoom) return record(openRoom, signal);
      const room: Room = { typists: new Map(), participants: new Set() };
      record(room, signal);
      rooms.set(signal.conversationId, room);
      void next(signal.conversationId);
    },
  };
}

interface Pair {
  typist_id: number;
  reader_id: number;
}

/**
 * Groups readers who see the same members typing. A reader who types is listed among them, too, so that nearly always one text fits all.
 */
function inGroups(pairs: readonly Pair[]): { readers: number[]; typing: number[] }[] {
  const typistIds = new Set(pairs.map(({ typist_id }) => typist_id));
  const typistsByReader = new Map<number, Set<number>>();
  for (const { typist_id, reader_id } of pairs) {
    const typists = typistsByReader.get(reader_id) ?? new Set(typistIds.has(reader_id) ? [reader_id] : []);
    typistsByReader.set(reader_id, typists.add(typist_id));
  }
  const groups = new Map<string, { readers: number[]; typing: number[] }>();
  for (const [reader, typists] of typistsByReader) {
    const typing = [...typists].toSorted((a, b) => a - b);
    const group = groups.get(typing.join());
    if (group) group.readers.push(reader);
    else groups.set(typing.join(), { readers: [reader], typing });
  }
  return [...groups.values()];
}
