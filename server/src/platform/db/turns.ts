import type pg from 'pg';

/** Lends connections of a pool. */
export interface Lender {
  /** Resolves to a connection when it is the caller's turn. Throws as `pool.connect` does, after the same time. */
  borrow(): Promise<pg.PoolClient>;
  /** Returns a connection to the pool; `isUnusable`: it is closed. */
  giveBack(client: pg.PoolClient, isUnusable: boolean): void;
}

interface Turns {
  /** For work that may wait. */
  ordinary: Lender;
  /** For work that goes ahead of it. */
  urgent: Lender;
  /** How many borrowers wait for a connection. */
  waiting(): number;
  /** Refuses all ordinary work that waits at this moment. */
  dismiss(): void;
}

/** A smaller pool reserves none of its connections. */
const RESERVES_FROM = 3;

/** In `pg`'s own wording, by which `pg-errors.ts` recognizes an unreachable database. */
const timedOut = () => new Error('timeout exceeded when trying to connect');

interface Waiter {
  takeTurn(): void;
  giveUp(): void;
}

/**
 * Decides whose turn it is when more work needs a connection than the pool has, as when everybody reconnects at once: `pg` has one queue.
 * Urgent work goes ahead of other waiting work, and the last connection of a larger pool is for it alone, so that slow reads can't take
 * them all. Where both wait for the same connection they alternate: neither starves.
 */
export function createTurns(pool: pg.Pool): Turns {
  const { max, connectionTimeoutMillis } = pool.options;
  const reserved = max >= RESERVES_FROM ? 1 : 0;
  const queues: Record<'urgent' | 'ordinary', Waiter[]> = { urgent: [], ordinary: [] };
  let lentCount = 0;
  let lastWasUrgent = false;

  const hasRoomFor = { urgent: () => lentCount < max, ordinary: () => lentCount < max - reserved };
  const next = (): Waiter | undefined => {
    const [first, second] = lastWasUrgent ? (['ordinary', 'urgent'] as const) : (['urgent', 'ordinary'] as const);
    for (const kind of [first, second]) {
      if (!hasRoomFor[kind]()) continue;
      const waiter = queues[kind].shift();
      if (waiter === undefined) continue;
      lastWasUrgent = kind === 'urgent';
      return waiter;
    }
    return undefined;
  };
  const free = () => {
    lentCount -= 1;
    next()?.takeTurn();
  };

  const connect = async (): Promise<pg.PoolClient> => {
    lentCount += 1;
    try {
      return await pool.connect();
    } catch (error) {
      free();
      throw error;
    }
  };
  const giveBack = (client: pg.PoolClient, isUnusable: boolean) => {
    client.release(isUnusable);
    free();
  };

  const waitIn = (queue: Waiter[]): Promise<pg.PoolClient> =>
    new Promise((resolve, reject) => {
      let isLate = false;
      const waiter: Waiter = {
        giveUp() {
          isLate = true;
          clearTimeout(timer);
          const position = queue.indexOf(waiter);
          if (position >= 0) queue.splice(position, 1);
          reject(timedOut());
        },
        takeTurn() {
          connect()
            .then((client) => (isLate ? giveBack(client, false) : resolve(client)), reject)
            .finally(() => clearTimeout(timer));
        },
      };
      const timer = connectionTimeoutMillis ? setTimeout(waiter.giveUp, connectionTimeoutMillis).unref() : undefined;
      queue.push(waiter);
    });

  const lenderOf = (kind: 'urgent' | 'ordinary'): Lender => ({
    borrow: () => (hasRoomFor[kind]() ? connect() : waitIn(queues[kind])),
    giveBack,
  });
  return {
    ordinary: lenderOf('ordinary'),
    urgent: lenderOf('urgent'),
    waiting: () => queues.ordinary.length + queues.urgent.length,
    dismiss() {
      for (const { giveUp } of queues.ordinary.splice(0)) giveUp();
    },
  };
}
