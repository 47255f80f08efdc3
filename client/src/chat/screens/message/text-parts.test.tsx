import type { Message } from '@sangam/shared/chat/messages';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import '../../../testing/render';
import { ME, message, teamMessage } from '../../../testing/samples';
import { MessageText } from './MessageContent';
import { useTextsReady } from './text-parts';

// This code never loads.
vi.mock('./MentionedText', () => new Promise(() => undefined));

const ready = (messages: readonly Message[] | null) =>
  renderHook(({ of }) => useTextsReady(of), { initialProps: { of: messages } });

const plain = message(1, { content: 'See https://example.org' });
const bold = message(2, { content: 'On **Friday**' });
const mentioning = teamMessage(3, { content: '@Me', mentions: [{ user_id: ME, name: 'Me' }] });

it('a thread waits for its messages and the code for their texts, and shows no formatting signs', async () => {
  const { result, rerender } = ready(null);
  expect(result.current).toBe(false);
  rerender({ of: [plain, bold] });
  expect(result.current).toBe(false);
  render(<MessageText text="By **Sunday**" />);
  screen.getByText('By Sunday');
  await waitFor(() => expect(result.current).toBe(true));
  expect((await screen.findByText('Sunday')).closest('strong')).not.toBeNull();
  render(<MessageText text="On **Friday**" />);
  expect(screen.getByText('Friday').closest('strong')).not.toBeNull();
});

it('a thread whose texts have only links shows at once, and stays when a mention arrives', async () => {
  const { result, rerender } = ready([plain]);
  expect(result.current).toBe(true);
  await act(async () => undefined);
  rerender({ of: [plain, mentioning] });
  expect(result.current).toBe(true);
});

it('a thread waits only a short time for the code for its texts', () => {
  vi.useFakeTimers();
  const { result } = ready([mentioning]);
  act(() => void vi.advanceTimersByTime(1_900));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(200));
  expect(result.current).toBe(true);
});
