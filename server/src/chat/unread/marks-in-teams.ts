import type { Logger } from 'pino';
import type { Broadcast } from '../../platform/realtime/sockets/broadcast.js';
import type { Timings } from '../../platform/timings.js';
import type { ShownMark } from '../conversations/read-receipts.queries.js';
import type { UnreadService } from './service.js';

export interface MarksInTeams {
  /** This member's read mark in a team's conversation moved: the others see it soon. */
  moved(conversationId: number, userId: number): void;
  /** Hidden marks in this conversation are shown again: sends all marks to all who may see them. */
  shown(conversationId: number): void;
  /** Broadcasts now what would wait. Rejects if it could not be read. */
  finish(): Promise<void>;
}

/**
 * Broadcasts read marks in teams' conversations. Each message is read by up to 19 others, so the marks that move within a short window
 * are read once and sent as one event for each conversation; the first after a pause are sent at once.
 */
export function createMarksInTeams(deps: {
  unread: Pick<UnreadService, 'shownMarks'>;
  broadcast: Pick<Broadcast, 'toTeam'>;
  log: Logger;
  timings: Timings['unread'];
}): MarksInTeams {
  const movedMembers = new Map<number, MovedMembers>();
  let scheduled = false;
  let running = Promise.resolve();

  const add = (conversationId: number, members: MovedMembers) => {
    const before = movedMembers.get(conversationId) ?? new Set();
    movedMembers.set(conversationId, before === 'all' || members === 'all' ? 'all' : new Set([...before, ...members]));
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(start);
  };

  const announce = async () => {
    const due = new Map(movedMembers);
    movedMembers.clear();
    let pauseMs = deps.timings.windowMs;
    try {
      for (const [conversation_id, shownMarks] of await deps.unread.shownMarks([...due.keys()]))
        for (const { readers, marks } of inGroups(shownMarks, due.get(conversation_id) ?? 'all'))
          deps.broadcast.toTeam(readers, 'conversation:read', { conversation_id, marks });
    } catch (error) {
      deps.log.warn({ err: error }, 'read marks could not be broadcast; trying again');
      for (const [conversation, users] of due) add(conversation, users);
      pauseMs = deps.timings.retryMs;
    }
    setTimeout(next, pauseMs).unref();
  };
  const next = () => {
    scheduled = movedMembers.size > 0;
    if (scheduled) start();
  };
  const start = () => {
    running = announce();
  };

  return {
    moved(conversationId, userId) {
      add(conversationId, new Set([userId]));
      schedule();
    },
    shown(conversationId) {
      add(conversationId, 'all');
      schedule();
    },
    async finish() {
      await running;
      if (movedMembers.size > 0) await announce();
      if (movedMembers.size > 0) throw new Error('Read marks were not broadcast.');
    },
  };
}

/** The members of a conversation whose marks moved. */
type MovedMembers = ReadonlySet<number> | 'all';

interface Group {
  readers: number[];
  marks: { user_id: number; read_seq: number }[];
}

/** Groups of moved marks with the readers who see them: those who show their own, nearly always all of them together. */
function inGroups(shownMarks: readonly ShownMark[], moved: MovedMembers): Group[] {
  const groups = new Map<string, Group>();
  for (const { user_id: reader } of shownMarks) {
    const marks = shownMarks.flatMap(({ user_id, read_seq, hidden_from }) =>
      (moved === 'all' || moved.has(user_id)) && !hidden_from.includes(reader) ? [{ user_id, read_seq }] : [],
    );
    const name = marks.map(({ user_id }) => user_id).join();
    const group = groups.get(name);
    if (group) group.readers.push(reader);
    else if (marks.length > 0) groups.set(name, { readers: [reader], marks });
  }
  return [...groups.values()];
}
