import { expect, it } from 'vitest';
import { fail, ok } from '../lib/result.js';
import { createPictureTurns } from './picture-turns.js';

/** Tasks that end when told to, and the order in which they started. */
function createTurns(max: { perMember: number; inTotal: number }) {
  const inTurn = createPictureTurns(max);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const addTask = (memberId: number, name: string) =>
    inTurn(memberId, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return ok(name);
    });
  const endNext = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { inTurn, started, addTask, endNext };
}
const busy = { ok: false, error: { code: 'BUSY' } };

it('serves members in turn, one task at a time', async () => {
  const { started, addTask, endNext } = createTurns({ perMember: 9, inTotal: 9 });
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => addTask(name.charCodeAt(0), name));
  expect(started).toEqual(['a1']);
  for (const _ of all) await endNext();
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(await all[5]).toEqual(ok('b2'));
});

it('is busy for a member with many waiting tasks, and for all when there are too many', async () => {
  const { addTask, endNext } = createTurns({ perMember: 2, inTotal: 4 });
  void [addTask(1, 'a'), addTask(1, 'b'), addTask(1, 'c')];
  expect(await addTask(1, 'd')).toMatchObject(busy);
  void addTask(2, 'e');
  expect(await addTask(3, 'f')).toMatchObject(busy);
  await endNext();
  const later = addTask(3, 'f');
  for (let n = 0; n < 4; n += 1) await endNext();
  expect(await later).toEqual(ok('f'));
});

it('continues after a task that fails', async () => {
  const { inTurn } = createTurns({ perMember: 9, inTotal: 9 });
  const broken = inTurn(1, () => Promise.reject(new Error('no disk')));
  const refused = inTurn(2, async () => fail('INVALID'));
  await expect(broken).rejects.toThrow('no disk');
  expect(await refused).toMatchObject({ ok: false });
  expect(await inTurn(1, async () => ok(1))).toEqual(ok(1));
});
