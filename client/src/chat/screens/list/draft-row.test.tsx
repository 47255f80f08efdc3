import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { listRow } from '../../../testing/list-row';
import { show } from '../../../testing/render';
import { CONVERSATION, KEY, ME, member, OTHER } from '../../../testing/samples';
import { noteConversation } from '../../state/known-conversations';
import { deleteDrafts, setAttached, writeDraft } from '../../state/outbox/drafts';
import { ConversationRow } from './ConversationRow';
import type { ListRow } from './list.select';

beforeEach(() => noteConversation(CONVERSATION, OTHER));
const line = () => screen.getByRole('link').textContent;
const showRow = (change: Partial<ListRow> = {}, active = false) =>
  show(<ConversationRow row={{ ...listRow, ...change }} active={active} now={0} linkTo={() => ({ to: '/' })} />, {
    as: member,
  });

it('a conversation’s row shows the draft as it changes', () => {
  showRow();
  expect(line()).toContain('Hi');
  act(() => writeDraft(KEY, 'Shall we'));
  expect(line()).toContain('Draft: Shall we');
  expect(line()).not.toContain('Hi');
  act(() => writeDraft(KEY, '  '));
  expect(line()).toContain('Hi');
  act(() => writeDraft(KEY, 'Again'));
  act(() => deleteDrafts(ME));
  expect(line()).toContain('Hi');
});

it('shows the name of an attached file that isn’t sent', () => {
  showRow();
  act(() => setAttached(KEY, [{ id: 'a', name: 'plan.pdf', bytes: 1, isPicture: false }]));
  expect(line()).toContain('Draft: plan.pdf');
  act(() => writeDraft(KEY, 'Shall we'));
  expect(line()).toContain('Draft: Shall we');
});

it('shows the last message while the composer shows the draft', () => {
  showRow({}, true);
  act(() => writeDraft(KEY, 'Shall we'));
  expect(line()).toContain('Hi');
});

it('shows an unsent message before the draft', () => {
  showRow({ pending: 'failed', lastMessage: 'Lost?' });
  act(() => writeDraft(KEY, 'Shall we'));
  expect(line()).toContain('Lost?');
});

it('follows the draft of a tab of the previous version, which stores it by member', () => {
  showRow();
  localStorage.setItem(`draft:${ME}:${OTHER}`, 'From there');
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  expect(line()).toContain('Draft: From there');
});

it('a conversation’s row shows a reaction until a message is written', () => {
  showRow({ reaction: '❤️' });
  expect(line()).toContain('Reacted ❤️ to your message');
  expect(line()).not.toContain('Hi');
  act(() => writeDraft(KEY, 'Shall we'));
  expect(line()).toContain('Draft: Shall we');
});

it('shows a draft that the previous version stored', () => {
  localStorage.setItem(`draft:${ME}:${OTHER}`, 'From yesterday');
  showRow();
  expect(line()).toContain('Draft: From yesterday');
});
