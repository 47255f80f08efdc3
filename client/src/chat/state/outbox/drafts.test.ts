import { expect, it } from 'vitest';
import { useSession } from '../../../core/session/session';
import { member } from '../../../testing/samples';
import { addToDraft, readDraft, writeDraft } from './drafts';

it('adds a line to a draft once, and keeps its empty lines', () => {
  useSession.setState({ status: 'signed-in', user: member, end: null });
  for (const _ of [1, 2]) addToDraft('c7', 'Shall we meet?');
  expect(readDraft('c7')).toBe('Shall we meet?');
  writeDraft('c7', 'Hello\n\nall');
  for (const _ of [1, 2]) addToDraft('c7', 'Shall we meet?');
  expect(readDraft('c7')).toBe('Hello\n\nall\nShall we meet?');
});
