import { expect, it } from 'vitest';
import { writeFormDraft } from '../../../core/forms/form-drafts';
import { acceptSession } from '../../../core/session/session';
import { fakeStorage } from '../../../testing/fake-server';
import { KEY, member } from '../../../testing/samples';
import { writeDraft } from './drafts';
import { enqueue, openOutbox } from './outbox';

it('stores no message and no draft before this tab gets the event of another tab’s logout', () => {
  const storage = fakeStorage();
  acceptSession({ token: 'token', user: member });
  openOutbox(member.id);
  enqueue(KEY, 'before');
  expect([...storage.keys()].filter((key) => key.startsWith('outbox:'))).toHaveLength(1);
  // The other tab has deleted everything; its event comes later.
  storage.clear();
  enqueue(KEY, 'after');
  writeDraft(KEY, 'and a draft');
  writeFormDraft('profile', { college: 'IIT' });
  expect([...storage.keys()]).toEqual([]);
});
