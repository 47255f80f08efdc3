import { expect, it } from 'vitest';
import { fail, ok } from '../lib/result.js';
import { createPictureTurns } from './picture-turns.js';

/** Tasks that end when told to, and the order in which they started. */
function scene(max: { own: number; all: number }) {
  const inTurn = createPictureTurns(max);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const bring = (memberId: number, name: string) =>
    inTurn(memberId, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return ok(name);
    });
  const endNext = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { inTurn, begun, bring, endNext };
}
const busy = { ok: false, error: { code: 'BUSY' } };

it('serves members in turn, one task at a time', async () => {
  const { begun, bring, endNext } = scene({ own: 9, all: 9 });
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => bring(name.charCodeAt(0), name));
  expect(begun).toEqual(['a1']);
  for (const _ of all) await endNext();
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(await all[5]).toEqual(ok('b2'));
});

it('is busy for a member with many waiting tasks, and for all when there are too many', async () => {
  const { bring, endNext } = scene({ own: 2, all: 4 });
  void [bring(1, 'a'), bring(1, 'b'), bring(1, 'c')];
  expect(await bring(1, 'd')).toMatchObject(busy);
  void bring(2, 'e');
  expect(await bring(3, 'f')).toMatchObject(busy);
  await endNext();
  const later = bring(3, 'f');
  for (let n = 0; n < 4; n += 1) await endNext();
  expect(await later).toEqual(ok('f'));
});

it('continues after a task that fails', async () => {
  const { inTurn } = scene({ own: 9, all: 9 });
  const broken = inTurn(1, () => Promise.reject(new Error('no disk')));
  const refused = inTurn(2, async () => fail('INVALID'));
  await expect(broken).rejects.toThrow('no disk');
  expect(await refused).toMatchObject({ ok: false });
  expect(await inTurn(1, async () => ok(1))).toEqual(ok(1));
});
