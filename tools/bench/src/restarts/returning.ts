import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddedMember } from '@sangam/testing/members';
import { ask, versionsIn } from '../refresh.js';
import { openRingClient, type RingClient, targetAt } from '../ring.js';
import type { Subject } from '../subject.js';

const OPEN_CONCURRENCY = 100;
/** The delays between retries of the client's Socket.IO, of which half is random; the delay doubles each time. */
const RETRY_MS = 500;
const RETRY_MAX_MS = 5_000;

/** Members who reconnect like the client when their connection closes, and then refresh. */
export interface ReturningMembers {
  /** Makes all members connect and refresh for the first time. */
  open(): Promise<void>;
  /** The member's connection; null while there is none. */
  client(index: number): RingClient | null;
  /** The times at which members who came back were connected and fresh, in ascending order. */
  connectedAtMs: readonly number[];
  freshAtMs: readonly number[];
  /** How often they have tried to connect or to refresh since the first time. */
  tries(): number;
  /** Returns the errors of failed attempts, with their counts. */
  failures(): string;
  close(): void;
}

export interface ReturningHandlers {
  /** Returns the index of the member to whom this one writes. */
  receiverOf(index: number): number;
  acknowledged?(index: number, ok: boolean): void;
  closed?(index: number): void;
}

/** Creates the members. `subject` is called at each refresh, since the server changes. */
export function createReturningMembers(
  { peers, port, agent, subject }: { peers: AddedMember[]; port: number; agent: Agent; subject: () => Subject },
  handlers: ReturningHandlers,
): ReturningMembers {
  const clients: (RingClient | null)[] = peers.map(() => null);
  const versions = peers.map(() => '');
  const connectedAtMs: number[] = [];
  const freshAtMs: number[] = [];
  let isOver = false;
  let attempts = 0;
  const failures = new Map<string, number>();

  const connectOnce = async (index: number): Promise<void> => {
    clients[index] = await openRingClient(
      { ...targetAt(port, peers[index]?.token ?? ''), to: { receiver_id: handlers.receiverOf(index) } },
      {
        acknowledged: (ok) => handlers.acknowledged?.(index, ok),
        delivered: () => undefined,
        closed() {
          clients[index] = null;
          handlers.closed?.(index);
          if (!isOver) void returnOf(index);
        },
      },
    );
  };
  const untilDone = async (work: () => Promise<unknown>): Promise<void> => {
    for (let pauseMs = RETRY_MS; !isOver; pauseMs = Math.min(RETRY_MAX_MS, pauseMs * 2)) {
      await sleep(Math.min(RETRY_MAX_MS, pauseMs * (0.5 + Math.random())));
      attempts += 1;
      const done = await work().then(
        () => true,
        ({ message }: Error) => {
          // Removes the query of a refresh from the error.
          const error = message.replace(/\?\S*/u, '');
          failures.set(error, (failures.get(error) ?? 0) + 1);
          return false;
        },
      );
      if (done) return;
    }
  };
  const refresh = async (index: number): Promise<void> => {
    const known = new URLSearchParams(versions[index]);
    const answered = versionsIn(await ask(agent, subject(), `/api/refresh?${known}`, peers[index]));
    for (const [part, version] of answered) known.set(part, version);
    versions[index] = String(known);
  };
  const returnOf = async (index: number): Promise<void> => {
    await untilDone(() => connectOnce(index));
    connectedAtMs.push(performance.now());
    await refresh(index).catch(() => untilDone(() => refresh(index)));
    freshAtMs.push(performance.now());
  };

  return {
    connectedAtMs,
    freshAtMs,
    tries: () => attempts,
    failures: () => [...failures].map(([error, count]) => `${count} × ${error}`).join(', '),
    client: (index) => clients[index] ?? null,
    async open() {
      for (let from = 0; from < peers.length; from += OPEN_CONCURRENCY)
        await Promise.all(
          peers.slice(from, from + OPEN_CONCURRENCY).map(async (_, offset) => {
            // A server that is still busy with the last restart may refuse.
            await connectOnce(from + offset).catch(() => untilDone(() => connectOnce(from + offset)));
            await refresh(from + offset).catch(() => untilDone(() => refresh(from + offset)));
          }),
        );
    },
    close() {
      isOver = true;
      for (const client of clients) client?.close();
    },
  };
}
