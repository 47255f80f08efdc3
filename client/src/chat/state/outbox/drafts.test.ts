import { expect, it } from 'vitest';
import { useSession } from '../../../core/session/session';
import { fakeStorage } from '../../../testing/fake-server';
import { member } from '../../../testing/samples';
import { addToDraft, readDraft, writeDraft } from './drafts';

it('adds a line to a draft once, and keeps its empty lines', () => {
  fakeStorage();
  useSession.setState({ status: 'signed-in', user: member, end: null });
  for (const _ of [1, 2]) addToDraft('u7', 'Shall we meet?');
  expect(readDraft('u7')).toBe('Shall we meet?');
  writeDraft('u7', 'Hello\n\nall');
  for (const _ of [1, 2]) addToDraft('u7', 'Shall we meet?');
  expect(readDraft('u7')).toBe('Hello\n\nall\nShall we meet?');
});
