import { expect, it } from 'vitest';
import type { Result } from '../api/errors';
import { type Change, changeData, changed, failed, idle, type Loadable, load, loadIfNew } from './loadable';

/** A store, and fetches whose answers the test gives in its own order. */
function holder() {
  let state: Loadable<string> = idle();
  const update = (change: Change<string>) => {
    state = change(state);
  };
  const fetchOne = (run: typeof load) => {
    let reply: (answer: Result<string>) => void = () => undefined;
    const loaded = run<string, string>(
      update,
      () =>
        new Promise((resolve) => {
          reply = resolve;
        }),
      (answer) => answer,
    );
    return (answer: Result<string>) => {
      reply(answer);
      return loaded;
    };
  };
  return { state: () => state, fetchOne };
}

const answer = (value: string): Result<string> => ({ ok: true, value });
const failure: Result<string> = { ok: false, error: { kind: 'network' } };

it.each([
  ['another answer', answer('older')],
  ['a failure', failure],
])('keeps a later answer when %s to an earlier fetch comes last', async (_, older) => {
  for (const run of [load, loadIfNew]) {
    const { state, fetchOne } = holder();
    const [first, second] = [fetchOne(run), fetchOne(run)];
    expect(await second(answer('newer'))).toBe(true);
    expect(await first(older)).toBe(true);
    expect(state()).toMatchObject({ status: 'ready', data: 'newer', error: null });
  }
});

it('keeps a refusal when an earlier answer comes last, and takes the next one', async () => {
  const { state, fetchOne } = holder();
  const refusal = { kind: 'server', status: 404, code: 'NOT_FOUND', message: '' } as const;
  const [first, second] = [fetchOne(load), fetchOne(load)];
  expect(await second({ ok: false, error: refusal })).toBe(false);
  await first(answer('older'));
  expect(state()).toMatchObject({ status: 'error', data: null, error: refusal });
  expect(await fetchOne(load)(answer('newer'))).toBe(true);
  expect(state()).toMatchObject({ status: 'ready', data: 'newer', error: null });
});

it('takes an earlier answer when the later fetch has failed', async () => {
  const { state, fetchOne } = holder();
  const [first, second] = [fetchOne(load), fetchOne(load)];
  expect(await second(failure)).toBe(false);
  expect(await first(answer('older'))).toBe(true);
  expect(state()).toMatchObject({ status: 'ready', data: 'older', error: null });
});

it('fetches again when an event changes data whose first answer is on its way', async () => {
  let state: Loadable<string> = idle();
  const update = (change: Change<string>) => {
    state = change(state);
  };
  const answers = ['older', 'newer'];
  const ask = async () => {
    const came = answer(answers.shift() ?? '');
    if (answers.length === 1) update((before) => changeData(before, (data) => `${data} changed`));
    return came;
  };
  expect(await load(update, ask, (came) => came)).toBe(true);
  expect(state).toMatchObject({ status: 'ready', data: 'newer' });
});

it.each([
  ['the data', (state: Loadable<string>) => changeData(state, () => 'changed')],
  ['an error', (state: Loadable<string>) => changed(failed<string>(state, { kind: 'network' }))],
])('asks again when an event has changed %s while the answer was on its way', async (_, event) => {
  let state: Loadable<string> = { ...idle(), data: 'before' };
  const update = (change: Change<string>) => {
    state = change(state);
  };
  const answers = ['older', 'newer'];
  const ask = async () => {
    const came = answer(answers.shift() ?? '');
    if (answers.length === 1) update(event);
    return came;
  };
  expect(await load(update, ask, (came) => came)).toBe(true);
  expect(state).toMatchObject({ status: 'ready', data: 'newer' });
});

it('accepts the answer for data that keeps changing', async () => {
  let state: Loadable<string> = { ...idle(), data: '' };
  const update = (change: Change<string>) => {
    state = change(state);
  };
  const ask = async () => {
    update((before) => changeData(before, (data) => `${data}.`));
    return answer('asked');
  };
  // A refresh then asks again.
  expect(await load(update, ask, (came) => came)).toBe(false);
  expect(state.data).toBe('asked');
});

it('reports that an event came before the answer of a refresh, which may lack it', async () => {
  let state: Loadable<string> = idle();
  const update = (change: Change<string>) => {
    state = change(state);
  };
  const ask = async () => {
    update(changed);
    return answer('older');
  };
  expect(await loadIfNew(update, ask, (came) => came)).toBe(false);
  expect(state).toMatchObject({ status: 'ready', data: 'older' });
  expect(
    await loadIfNew(
      update,
      async () => answer('newer'),
      (came) => came,
    ),
  ).toBe(true);
  expect(state).toMatchObject({ status: 'ready', data: 'newer' });
});
