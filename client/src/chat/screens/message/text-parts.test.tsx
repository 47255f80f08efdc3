import type { Message } from '@sangam/shared/chat/messages';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../testing/render';
import { ME, message, teamMessage } from '../../../testing/samples';
import { MessageText } from './MessageRow';
import { useTextsReady } from './text-parts';

const ready = (messages: readonly Message[] | null) =>
  renderHook(({ of }) => useTextsReady(of), { initialProps: { of: messages } });

it('waits for the messages, and for the code that draws their texts', async () => {
  const { result, rerender } = ready(null);
  expect(result.current).toBe(false);
  const mentions = [{ user_id: ME, name: 'Me' }];
  rerender({ of: [message(1, { content: 'On **Friday**' }), teamMessage(2, { content: '@Me', mentions })] });
  expect(result.current).toBe(false);
  await waitFor(() => expect(result.current).toBe(true));
  // Nothing is drawn as typed first.
  show(<MessageText text="On **Friday**" />);
  expect(document.querySelector('strong')?.textContent).toBe('Friday');
});

it('shows a thread seen before at once', () => {
  expect(ready([message(1, { content: 'On **Friday**' })]).result.current).toBe(true);
});
