import toast from 'react-hot-toast/headless';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '../../core/session/session';
import { fakeServer, fakeStorage } from '../../testing/fake-server';
import { ME, member } from '../../testing/samples';
import { readDraft, setAttached, writeDraft } from '../state/outbox/drafts';
import { openOutbox, useOutbox } from '../state/outbox/outbox';
import { forgetTeam } from './forget-team';
import { sendMessage } from './outbox-sender';

const TEAM = 'c70';
const OTHER_TEAM = 'c71';
const DELETED = 'Your unsent message to a team you’re no longer in was deleted.';

const shown = vi.spyOn(toast, 'error');
beforeEach(() => {
  fakeStorage();
  fakeServer({});
  useSession.setState({ status: 'signed-in', user: member });
  openOutbox(ME);
  shown.mockClear();
});

it.each([
  ['a draft', () => writeDraft(TEAM, 'See you at')],
  ['an attached file', () => setAttached(TEAM, [{ id: 'a', name: 'map.png', bytes: 1, isPicture: true }])],
  ['a message on its way', () => void sendMessage(TEAM, 'See you at four')],
])('says that %s was deleted with the team', async (_, write) => {
  write();
  await forgetTeam(ME, TEAM);
  expect([readDraft(TEAM), useOutbox.getState().items]).toEqual(['', []]);
  expect(shown.mock.calls).toEqual([[DELETED]]);
});

it('shows no toast if nothing was unsent', async () => {
  writeDraft(OTHER_TEAM, 'Elsewhere');
  await forgetTeam(ME, TEAM);
  expect(readDraft(OTHER_TEAM)).toBe('Elsewhere');
  expect(shown).not.toHaveBeenCalled();
});
