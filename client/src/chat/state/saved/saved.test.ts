import { beforeEach, expect, it } from 'vitest';
import { resetStores } from '../../../core/store/reset';
import { CONVERSATION, KEY, OTHER } from '../../../testing/samples';
import { applySaved, savedVersion, takeSaved, useSaved } from './saved';

const numbers = (version: number, seqs: number[]) => ({
  version,
  conversations: [{ conversation_id: CONVERSATION, user_id: OTHER, seqs }],
});
const saved = () => useSaved.getState().byConversation?.[KEY];

beforeEach(resetStores);

it('takes the saved messages of a server that was restored from a backup, and later changes to them', () => {
  takeSaved(numbers(5, [1, 2]));
  expect(takeSaved(numbers(3, [1]), savedVersion())).toBe(true);
  expect(saved()).toEqual([1]);
  const change = { conversation_id: CONVERSATION, user_id: OTHER, seq: 4, saved_at: '2026-01-01T00:00:00.000Z' };
  expect(applySaved({ ...change, version: 4 })).toBe(true);
  expect(saved()).toEqual([1, 4]);
});

it('keeps changes that have overtaken an answer', () => {
  takeSaved(numbers(3, [1]));
  const asked = savedVersion();
  takeSaved(numbers(5, [1, 2]));
  expect(takeSaved(numbers(4, [1]), asked)).toBe(true);
  expect(saved()).toEqual([1, 2]);
});
