import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../../testing/render';
import { KEY, ME, member, message, messages, OTHER } from '../../../testing/samples';
import { applyChange, applyMessage, useThreads } from '../../state/thread/threads';
import { newThread } from '../../state/thread/threads.reduce';
import { Announcer } from './Announcer';

/** Takes the first status element, since toasts have another. */
const said = () => [...(screen.getAllByRole('status')[0]?.children ?? [])].map(({ textContent }) => textContent);
const came = (seq: number) => message(seq, { sender_id: OTHER, receiver_id: ME });
const open = () => {
  show(<Announcer conversation={KEY} name="Bina" me={ME} />, { as: member });
  act(() =>
    useThreads.setState({
      byId: { [KEY]: { ...newThread, status: 'ready', messages: messages(1, 2), lastSeq: 2 } },
    }),
  );
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('announces each message that arrives, even several at once, and later removes their texts', () => {
  open();
  expect(said()).toEqual([]);
  act(() => void applyMessage(came(3), ME));
  act(() => [4, 5].forEach((seq) => void applyMessage(came(seq), ME)));
  expect(said()).toEqual([3, 4, 5].map((seq) => `Bina: message ${seq}`));
  act(() => [6, 7, 8, 9, 10, 11, 12].forEach((seq) => void applyMessage(came(seq), ME)));
  expect(said()).toEqual([
    '7 new messages from Bina, the last ones:',
    ...[8, 9, 10, 11, 12].map((seq) => `Bina: message ${seq}`),
  ]);
  act(() => vi.advanceTimersByTime(10_000));
  expect(said()).toEqual([]);
});

it('removes the announced text of a message that is edited or deleted', () => {
  open();
  act(() => [3, 4, 5].forEach((seq) => void applyMessage(came(seq), ME)));
  act(() => void applyChange({ ...came(3), content: 'Message deleted', deleted_at: 'now', change: 1 }, ME));
  act(() => void applyChange({ ...came(4), content: 'other words', edited_at: 'now', change: 2 }, ME));
  expect(said()).toEqual(['Bina: message 5']);
});
