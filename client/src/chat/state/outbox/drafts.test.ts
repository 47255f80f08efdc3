import { expect, it, vi } from 'vitest';
import { useSession } from '../../../core/session/session';
import { fakeStorage } from '../../../testing/fake-server';
import { member } from '../../../testing/samples';
import {
  addToDraft,
  attachedTo,
  countDrafts,
  readDraft,
  setAttached,
  setReply,
  storedEdit,
  writeDraft,
  writeEdit,
} from './drafts';

it('adds a line to a draft once, and keeps its empty lines', () => {
  fakeStorage();
  useSession.setState({ status: 'signed-in', user: member, end: null });
  for (const _ of [1, 2]) addToDraft('u7', 'Shall we meet?');
  expect(readDraft('u7')).toBe('Shall we meet?');
  writeDraft('u7', 'Hello\n\nall');
  for (const _ of [1, 2]) addToDraft('u7', 'Shall we meet?');
  expect(readDraft('u7')).toBe('Hello\n\nall\nShall we meet?');
});

it.each([
  ['is full', 'QuotaExceededError', ['setItem']],
  ['is refused', 'SecurityError', ['getItem', 'setItem', 'removeItem']],
] as const)(
  'keeps drafts while the page is open where the storage %s, and not the text before',
  (_, error, refused) => {
    fakeStorage();
    useSession.setState({ status: 'signed-in', user: member, end: null });
    writeDraft('c7', 'the first words');
    for (const method of refused)
      vi.spyOn(localStorage, method).mockImplementation(() => {
        throw new DOMException('', error);
      });
    writeDraft('c7', 'the first words, and more');
    writeEdit('c8', '{"seq":3}');
    setReply('c7', 4);
    setAttached('c9', [{ id: 'a', name: 'plan.png', bytes: 9, isPicture: true }]);
    expect(readDraft('c7')).toBe('the first words, and more');
    expect(storedEdit('c8')).toEqual({ seq: 3 });
    expect(attachedTo('c9')).toMatchObject([{ name: 'plan.png' }]);
    expect(countDrafts(member.id)).toBe(3);
    setAttached('c9', []);
    writeEdit('c8', null);
    expect([readDraft('c9'), attachedTo('c9'), storedEdit('c8')]).toEqual(['', [], null]);
  },
);
