import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { CHANGE_TIMEOUT_MS } from '../../core/api/client';
import { resetStores } from '../../core/store/reset';
import { fakeServer, refusal } from '../../testing/fake-server';
import { choices, OTHER, THIRD } from '../../testing/samples';
import { changeChoices, loadChoices, muteConversation } from './change-choices';
import { applyChoices, choicesVersion, useChoices } from './choices';

const muted = () => useChoices.getState().data?.muted_member_ids;
const ok = (change: Parameters<typeof choices>[0]) => ({ body: { success: true, data: choices(change) } });

beforeEach(() => {
  resetStores();
  applyChoices(choices({ version: 1 }));
});

it('shows neither of two quick changes that the server refused', async () => {
  fakeServer({ 'PUT /api/messages/mute/:userId': () => refusal(503, 'BUSY') });
  const both = [muteConversation(`u${OTHER}`, true), muteConversation(`u${THIRD}`, true)];
  expect(muted()).toEqual([OTHER, THIRD]);
  expect((await Promise.all(both)).every((error) => error !== null)).toBe(true);
  expect(muted()).toEqual([]);
});

it('keeps a later change on screen while an earlier one is being stored and an event arrives', async () => {
  const seen: unknown[] = [];
  let stored = choices({ version: 1 });
  const store = (change: Parameters<typeof choices>[0]) => {
    stored = { ...stored, ...change, version: stored.version + 1 };
    return stored;
  };
  fakeServer({
    'PUT /api/messages/mute/:userId': (_, id) => {
      seen.push(muted());
      const answer = ok(store({ muted_member_ids: [...stored.muted_member_ids, id] }));
      // Another device's event overtakes the first answer.
      if (id === OTHER) applyChoices(store({ mail_shows_text: true }));
      return answer;
    },
  });
  await Promise.all([muteConversation(`u${OTHER}`, true), muteConversation(`u${THIRD}`, true)]);
  expect(seen).toEqual([
    [OTHER, THIRD],
    [OTHER, THIRD],
  ]);
  expect(useChoices.getState().data).toMatchObject({ mail_shows_text: true, muted_member_ids: [OTHER, THIRD] });
});

it('sends opposite changes in the order of the presses', async () => {
  const sent: string[] = [];
  fakeServer({
    'PUT /api/messages/mute/:userId': async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      sent.push('mute');
      return ok({ muted_member_ids: [OTHER], version: 2 });
    },
    'DELETE /api/messages/mute/:userId': () => {
      sent.push('unmute');
      return ok({ muted_member_ids: [], version: 3 });
    },
  });
  await Promise.all([muteConversation(`u${OTHER}`, true), muteConversation(`u${OTHER}`, false)]);
  expect([sent, muted()]).toEqual([['mute', 'unmute'], []]);
});

it('sends later changes after one that is never answered', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: (string | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, { signal, method }: RequestInit) => {
    sent.push(method);
    if (sent.length > 1) return Promise.resolve(Response.json(ok({ version: 2, muted_member_ids: [THIRD] }).body));
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  const both = [muteConversation(`u${OTHER}`, true), muteConversation(`u${THIRD}`, true)];
  await vi.advanceTimersByTimeAsync(CHANGE_TIMEOUT_MS + 1_000);
  expect(await Promise.all(both)).toEqual([{ kind: 'network' }, null]);
  expect([sent, muted()]).toEqual([['PUT', 'PUT'], [THIRD]]);
});

/** A server that stores changes based on its newest version, and refuses others. */
function versioned() {
  let stored = choices({ version: 1 });
  const store = (seen: number, change: Parameters<typeof choices>[0]) => {
    if (seen !== stored.version) return refusal(409, 'CHOICES_CHANGED');
    stored = { ...stored, ...change, version: seen + 1 };
    return ok(stored);
  };
  return { store, newest: () => ok(stored) };
}

it('lets the last choice win over one that timed out and arrives before or after it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  for (const arrives of ['before', 'after']) {
    resetStores();
    applyChoices(choices({ version: 1 }));
    const { store, newest } = versioned();
    let late: () => unknown = newest;
    fakeServer({
      'GET /api/notification-choices': newest,
      'PATCH /api/notification-choices': ({ body, query }) => {
        const seen = Number(query.get('version'));
        if (body.mail_shows_text === false) {
          if (arrives === 'before') late();
          return store(seen, { mail_shows_text: false });
        }
        late = () => store(seen, { mail_shows_text: true });
        return new Promise(() => undefined);
      },
    });
    const given = fetch;
    vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
      Promise.race([
        given(input, init),
        new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
      ]),
    );
    const both = [changeChoices({ mail_shows_text: true }), changeChoices({ mail_shows_text: false })];
    await vi.advanceTimersByTimeAsync(CHANGE_TIMEOUT_MS + 1_000);
    expect(await Promise.all(both)).toEqual([{ kind: 'network' }, null]);
    if (arrives === 'after') late();
    expect(newest().body.data.mail_shows_text, arrives).toBe(false);
    expect(useChoices.getState().data).toMatchObject({ mail_shows_text: false, version: arrives === 'before' ? 3 : 2 });
  }
});

it('accepts the choices of a server that was restored from a backup', async () => {
  applyChoices(choices({ version: 9, mail_shows_text: true }));
  fakeServer({ 'GET /api/notification-choices': () => ok({ version: 4 }) });
  await loadChoices();
  expect([choicesVersion(), useChoices.getState().data?.mail_shows_text]).toEqual([4, false]);
});

it('changes nothing before the choices have loaded', async () => {
  resetStores();
  expect(await changeChoices({ mail_shows_text: true })).toEqual({ kind: 'network' });
});
