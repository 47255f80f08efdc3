import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@sangam/shared/chat/messages';
import { expect, onTestFinished } from 'vitest';
import { withoutPresence } from '../presence.js';
import { type Account, openSocket, type Place, placeIn, type Room, storedBetween } from './outbox.js';

/** The expected state of a message, from its acknowledgements. */
type Model = Pick<Message, 'content' | 'reply_to' | 'reactions'> & { isDeleted: boolean; files: number };

export interface ActingMember {
  /** Messages by number. */
  model: Map<number, Model>;
  /** The number of actions that changed a stored message. */
  changes(): number;
  /** Stops after the current action. */
  stop(): Promise<void>;
}

const RETRY_MS = 20;
/** The pause between actions: short, so that repeated kills hit a running one. */
const PAUSE_MS = 2;

/**
 * Sends, replies, sends files, edits, reacts and deletes in turn, whatever happens to the server. Like a client, it retries each action
 * with the same key until it gets an answer. It waits for `pauseMs` after each action.
 */
export function startActing(url: string, from: Account, to: Place, pauseMs = PAUSE_MS): ActingMember {
  const socket = openSocket(url, from);
  const model = new Map<number, Model>();
  let changes = 0;
  let isStopped = false;
  let isOver = false;

  /** Retries until it is answered or the test has ended. */
  const retryUntilAnswered = async <T>(work: () => Promise<T | null>): Promise<T> => {
    for (;;) {
      const answer = await work().catch(() => null);
      if (answer !== null) return answer;
      if (isOver) throw new Error('the test has ended');
      await sleep(RETRY_MS);
    }
  };
  const emit = async (
    event: 'message:send' | 'message:edit' | 'message:delete' | 'message:react' | 'message:unreact',
    payload: object,
  ): Promise<Message> => {
    const body = { client_id: randomUUID(), ...payload };
    return retryUntilAnswered(async () => {
      // Each payload matches its event, which TypeScript cannot follow through one function for all events.
      const ack = await socket.timeout(1_000).emitWithAck(event, body as never);
      return ack.ok ? ack.data : null;
    });
  };
  const call = (method: string, path: string, type: string, body: string | Buffer) =>
    retryUntilAnswered(async () => {
      const headers = { authorization: `Bearer ${from.token}`, 'content-type': type };
      const response = await fetch(`${url}${path}`, { method, headers, body, signal: AbortSignal.timeout(2_000) });
      return response.ok ? true : null;
    });
  const upload = async (): Promise<string> => {
    const id = randomUUID();
    const content = Buffer.from('a file');
    await call(
      'POST',
      '/api/attachments',
      'application/json',
      JSON.stringify({ id, name: 'a.txt', bytes: content.length }),
    );
    await call('PUT', `/api/attachments/${id}/content?offset=0`, 'application/octet-stream', content);
    return id;
  };

  const send = async (content: string, extraFields: { reply_to?: number; attachment_ids?: string[] } = {}) => {
    const { seq } = await emit('message:send', { ...placeIn(to, 'receiver_id'), content, ...extraFields });
    const { attachment_ids = [], ...modelFields } = extraFields;
    model.set(seq, { content, ...modelFields, files: attachment_ids.length, isDeleted: false });
    await sleep(pauseMs);
    return seq;
  };
  const change = async (seq: number, event: Parameters<typeof emit>[0], payload: object, after: Partial<Model>) => {
    await emit(event, { ...placeIn(to, 'user_id'), seq, ...payload });
    changes += 1;
    model.set(seq, { ...(model.get(seq) as Model), ...after });
    await sleep(pauseMs);
  };
  const react = (seq: number, emoji: string, reactions: NonNullable<Model['reactions']>) =>
    change(seq, 'message:react', { emoji }, { reactions });

  const running = (async () => {
    const ownId = [from.user.id];
    for (let n = 1; !isStopped; n += 1) {
      const first = await send(`message ${n}`);
      const answer = await send(`answer ${n}`, { reply_to: first });
      const file = await send(`file ${n}`, { attachment_ids: [await upload()] });
      for (const edit of [1, 2]) {
        const content = `edit ${edit} of ${n}`;
        await change(first, 'message:edit', { content }, { content });
      }
      await react(first, '👍', [{ emoji: '👍', user_ids: ownId }]);
      await react(first, '🎉', [
        { emoji: '👍', user_ids: ownId },
        { emoji: '🎉', user_ids: ownId },
      ]);
      await change(first, 'message:unreact', { emoji: '👍' }, { reactions: [{ emoji: '🎉', user_ids: ownId }] });
      await react(answer, '❤️', [{ emoji: '❤️', user_ids: ownId }]);
      if (n % 3 === 0) await change(file, 'message:delete', {}, { isDeleted: true, files: 0 });
    }
  })().catch((error: unknown) => {
    if (!isOver) throw error;
  });
  const stop = async () => {
    isStopped = true;
    await running;
    socket.disconnect();
  };
  onTestFinished(() => {
    isOver = true;
    return stop();
  });
  return { model, changes: () => changes, stop };
}

/** Call after `stop`. Expects both members, or the member and a teammate, to see the same, with each acknowledged action exactly once. */
export async function expectActsStored(
  url: string,
  { model, changes }: ActingMember,
  { from, to, room }: { from: Account; to: Account; room?: Room },
): Promise<void> {
  const stored = await storedBetween(url, to, room ?? from, 0);
  const ownView = await storedBetween(url, from, room ?? to, 0);
  expect(ownView.map(withoutPresence)).toEqual(stored.map(withoutPresence));
  expect(stored.map(({ seq }) => seq)).toEqual([...model.keys()]);
  for (const { seq, content, reply_to, reactions, attachments, deleted_at } of stored) {
    const { isDeleted, files, ...expected } = model.get(seq) as Model;
    const actual = { isDeleted: deleted_at !== undefined, files: attachments?.length ?? 0, reply_to, reactions };
    expect({ seq, ...actual, content: isDeleted ? expected.content : content }).toEqual({
      seq,
      isDeleted,
      files,
      ...expected,
    });
  }
  // Each action took one number.
  expect(Math.max(0, ...stored.map(({ change = 0 }) => change))).toBe(changes());
}
