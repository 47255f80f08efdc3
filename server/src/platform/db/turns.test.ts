import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTurns, type Lender } from './turns.js';

const TIMEOUT_MS = 50;

/** A pool whose connections are always there, or, once it `hangs`, never. */
function poolOf(max: number) {
  const pool = {
    hangs: false,
    /** Connections that are lent at the moment, and how many were closed. */
    lent: 0,
    closed: 0,
    options: { max, connectionTimeoutMillis: TIMEOUT_MS },
    arrive(): void {},
    async connect() {
      if (pool.hangs) await new Promise<void>((resolve) => (pool.arrive = resolve));
      pool.lent += 1;
      return {
        release(spoilt: boolean) {
          pool.lent -= 1;
          if (spoilt) pool.closed += 1;
        },
      };
    },
  };
  return { pool, turns: createTurns(pool as unknown as pg.Pool) };
}

/** Borrows a connection for each name, in this order, lists in `served` the names that got one, and gives one back. */
function borrowers() {
  const held = new Map<string, { lender: Lender; client: pg.PoolClient }>();
  const served: string[] = [];
  return {
    served,
    borrow(lender: Lender, ...names: string[]) {
      for (const name of names)
        lender.borrow().then(
          (client) => {
            served.push(name);
            held.set(name, { lender, client });
          },
          () => undefined,
        );
    },
    end(name: string, spoilt = false) {
      const { lender, client } = held.get(name) ?? {};
      if (!lender || !client) throw new Error(`${name} has no connection`);
      lender.giveBack(client, spoilt);
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('takes urgent work and the rest by turns where both wait for one connection', async () => {
  const { turns } = poolOf(1);
  const { served, borrow, end } = borrowers();
  borrow(turns.ordinary, 'read 1', 'read 2', 'read 3', 'read 4');
  borrow(turns.urgent, 'message 1', 'message 2');
  expect(turns.waiting()).toBe(5);
  for (const name of ['read 1', 'message 1', 'read 2', 'message 2', 'read 3']) {
    await turn();
    end(name);
  }
  await turn();
  expect(served).toEqual(['read 1', 'message 1', 'read 2', 'message 2', 'read 3', 'read 4']);
  expect(turns.waiting()).toBe(0);
});

it('leaves the last connection of a larger pool to urgent work', async () => {
  const { pool, turns } = poolOf(3);
  const { served, borrow, end } = borrowers();
  borrow(turns.ordinary, 'read 1', 'read 2', 'read 3');
  borrow(turns.urgent, 'message 1');
  await turn();
  expect(served).toEqual(['read 1', 'read 2', 'message 1']);
  end('message 1');
  await turn();
  expect(served).toHaveLength(3);
  end('read 1');
  await turn();
  expect(served.at(-1)).toBe('read 3');
  expect(pool.lent).toBe(2);
});

it('refuses ordinary work that waits at a dismissal, and serves later work', async () => {
  const { turns } = poolOf(1);
  const first = await turns.ordinary.borrow();
  const [read, message] = [turns.ordinary.borrow(), turns.urgent.borrow()];
  turns.dismiss();
  await expect(read).rejects.toThrow('timeout exceeded');
  const later = turns.ordinary.borrow();
  turns.ordinary.giveBack(first, false);
  turns.urgent.giveBack(await message, false);
  await expect(later).resolves.toBeDefined();
});

describe('when no connection comes in time', () => {
  it('refuses, and returns the connection that comes later', async () => {
    const { pool, turns } = poolOf(1);
    const first = await turns.ordinary.borrow();
    const waiting = turns.ordinary.borrow();
    pool.hangs = true;
    turns.ordinary.giveBack(first, true);
    expect(pool.closed).toBe(1);
    await expect(waiting).rejects.toThrow('timeout exceeded');
    pool.hangs = false;
    pool.arrive();
    await turn();
    expect(pool.lent).toBe(0);
    await expect(turns.ordinary.borrow()).resolves.toBeDefined();
  });

  it('skips a borrower that has given up', async () => {
    const { turns } = poolOf(1);
    const first = await turns.ordinary.borrow();
    await expect(turns.ordinary.borrow()).rejects.toThrow('timeout exceeded');
    expect(turns.waiting()).toBe(0);
    const patient = turns.urgent.borrow();
    turns.ordinary.giveBack(first, false);
    await expect(patient).resolves.toBeDefined();
  });

  it('frees the place of a connection that fails', async () => {
    const { pool, turns } = poolOf(1);
    const { connect } = pool;
    pool.connect = () => Promise.reject(new Error('refused'));
    await expect(turns.ordinary.borrow()).rejects.toThrow('refused');
    pool.connect = connect;
    await expect(turns.ordinary.borrow()).resolves.toBeDefined();
    await sleep(0);
    expect(pool.lent).toBe(1);
  });
});
