import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useSession } from '../../../core/session/session';
import { resetStores } from '../../../core/store/reset';
import { fakeServer, fakeStorage } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { KEY, ME, member, message, messages, page } from '../../../testing/samples';
import { noteChangedMessage } from '../changed-messages';
import { useMessageByNumber } from './message-by-number';
import { applyChange, useThreads } from './threads';
import { newThread } from './threads.reduce';

beforeEach(() => {
  fakeStorage();
  resetStores();
  useSession.setState({ status: 'signed-in', user: member, end: null });
});

it('a quote shows no text again that was deleted while an older answer was on its way', async () => {
  const loaded = messages(61, 90);
  useThreads.setState({
    byId: { [KEY]: { ...newThread, status: 'ready', messages: loaded, lastSeq: 90, lastChange: 1 } },
    openId: KEY,
  });
  const answer = (content: string, last_change: number) => ({
    body: { success: true, data: page([message(2, { content })], 90, { last_change }) },
  });
  fakeServer({ 'GET /api/messages/c/:conversationId': () => answer('as first written', 1) });
  const texts: (string | undefined)[] = [];
  const { result } = renderHook(() => {
    const shown = useMessageByNumber(KEY, 2);
    texts.push(shown?.content);
    return shown;
  });
  await waitFor(() => expect(result.current?.content).toBe('as first written'));

  // Another message changes, so the quote asks again; its own deletion arrives before the answer.
  const late = held(answer('as first written', 2));
  fakeServer({ 'GET /api/messages/c/:conversationId': late.reply });
  act(() => void applyChange(message(70, { content: 'edited', change: 2 }), ME));
  fakeServer({ 'GET /api/messages/c/:conversationId': () => answer('Message deleted', 3) });
  const deleted = message(2, { content: 'Message deleted', deleted_at: '2026-01-03T00:00:00.000Z', change: 3 });
  act(() => {
    applyChange(deleted, ME);
    noteChangedMessage(deleted, KEY);
  });
  await waitFor(() => expect(result.current?.content).toBe('Message deleted'));
  texts.length = 0;
  await act(async () => {
    late.release();
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
  expect(texts).not.toContain('as first written');
  expect(result.current?.content).toBe('Message deleted');
});
