import type { ProfileEditBody, User } from '@sangam/shared/people/users';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { updateUser, useSession } from '../../../core/session/session';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { member } from '../../../testing/samples';
import { ProfileForm } from './ProfileForm';

const before = { ...member, college: 'IIT Delhi', skills: ['Go'], github_link: null, version: 1 };
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => screen.getByRole('button', { name: 'Save changes' });

/** A server with the member's profile, which stores changes made on its newest version and refuses others. */
function versioned() {
  let newest: User & { version: number } = before;
  const answer = () => ({ body: { success: true, user: newest } });
  const store = (seen: number, change: ProfileEditBody) => {
    if (seen !== newest.version) return refusal(409, 'CHOICES_CHANGED');
    newest = { ...newest, ...change, version: seen + 1 } as typeof newest;
    return answer();
  };
  return {
    newest: () => newest,
    answer,
    store,
    elsewhere: (change: ProfileEditBody) => void store(newest.version, change),
  };
}

function Open({ onDone }: { onDone: () => void }) {
  const user = useSession((state) => state.user);
  return user && <ProfileForm user={user} onDone={onDone} />;
}

function open(server = versioned()) {
  const { of } = fakeServer({
    'GET /api/auth/me': server.answer,
    'PATCH /api/users/profile': ({ body, query }) =>
      server.store(Number(query.get('version')), body as ProfileEditBody),
  });
  const onDone = vi.fn();
  const user = show(<Open onDone={onDone} />, { as: { ...before } });
  return { ...server, user, of, onDone };
}

it('joins a change with one of another field from another device', async () => {
  const { user, elsewhere, newest, onDone } = open();
  await user.type(field('Skills'), ', SQL');
  elsewhere({ college: 'IIT Madras' });
  await user.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(newest()).toMatchObject({ college: 'IIT Madras', skills: ['Go', 'SQL'], version: 3 });
});

it('shows another device’s change of a field that is not changed here', async () => {
  const { elsewhere, newest, user } = open();
  await user.type(field('Skills'), ', SQL');
  elsewhere({ college: 'IIT Madras' });
  act(() => updateUser(newest()));
  expect([field('College').value, field('Skills').value]).toEqual(['IIT Madras', 'Go, SQL']);
});

it.each(['with its event', 'without it'])(
  'says that another device changed the same field, %s, and keeps what was typed until it is saved again',
  async (how) => {
    const { user, elsewhere, newest, onDone, of } = open();
    await user.clear(field('College'));
    await user.type(field('College'), 'IIT Bombay');
    elsewhere({ college: 'IIT Madras', skills: ['Go', 'Rust'] });
    if (how === 'with its event') act(() => updateUser(newest()));
    await user.click(save());
    await screen.findByText('This was changed elsewhere to “IIT Madras”. Save again to replace that.');
    await waitFor(() => expect([field('College').value, field('Skills').value]).toEqual(['IIT Bombay', 'Go, Rust']));
    expect([onDone.mock.calls, newest().college]).toEqual([[], 'IIT Madras']);
    await user.click(save());
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(newest()).toMatchObject({ college: 'IIT Bombay', skills: ['Go', 'Rust'] });
    expect(of('PATCH /api/users/profile')).toHaveLength(how === 'with its event' ? 1 : 2);
  },
);

it('asks again when the field is changed elsewhere once more', async () => {
  const { user, elsewhere } = open();
  await user.type(field('College'), ', CSE');
  for (const college of ['IIT Madras', 'IIT Kanpur']) {
    elsewhere({ college });
    await user.click(save());
    await screen.findByText(`This was changed elsewhere to “${college}”. Save again to replace that.`);
  }
  expect(field('College').value).toBe('IIT Delhi, CSE');
});

it('says so of a change that was made while the form was closed', async () => {
  const { user, elsewhere, newest } = open();
  await user.type(field('College'), ', CSE');
  cleanup();
  elsewhere({ college: 'IIT Madras' });
  act(() => updateUser(newest()));
  const onDone = vi.fn();
  const again = show(<Open onDone={onDone} />, { as: newest() });
  expect(field('College').value).toBe('IIT Delhi, CSE');
  await again.click(save());
  await screen.findByText('This was changed elsewhere to “IIT Madras”. Save again to replace that.');
});

it('repeats a change whose answer was lost, and finds no other device in its own', async () => {
  const server = versioned();
  const { of } = fakeServer({
    'GET /api/auth/me': server.answer,
    'PATCH /api/users/profile': ({ body, query }) => {
      const isFirst = server.newest().version === 1;
      const answer = server.store(Number(query.get('version')), body as ProfileEditBody);
      return isFirst ? 'network' : answer;
    },
  });
  const onDone = vi.fn();
  const user = show(<Open onDone={onDone} />, { as: { ...before } });
  await user.type(field('Skills'), ',SQL');
  await user.click(save());
  await screen.findByText('Failed to update profile');
  await user.type(field('Skills'), ',C');
  await user.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.newest()).toMatchObject({ skills: ['Go', 'SQL', 'C'], version: 3 });
  expect(of('PATCH /api/users/profile').map(({ query }) => query.get('version'))).toEqual(['1', '1', '2']);
});

it('keeps what is typed while it is saved, also back to what it was', async () => {
  const server = versioned();
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  fakeServer({
    'PATCH /api/users/profile': async ({ body, query }) => {
      const answer = server.store(Number(query.get('version')), body as ProfileEditBody);
      await released;
      return answer;
    },
  });
  const onDone = vi.fn();
  const user = show(<Open onDone={onDone} />, { as: { ...before } });
  await user.type(field('College'), 'X');
  await user.click(save());
  // The event overtakes the answer.
  await waitFor(() => expect(server.newest().college).toBe('IIT DelhiX'));
  act(() => updateUser(server.newest()));
  await user.type(field('College'), '{Backspace}');
  release();
  await waitFor(() =>
    expect(save().hasAttribute('disabled') || save().getAttribute('aria-disabled') === 'true').toBe(false),
  );
  expect([field('College').value, onDone.mock.calls]).toEqual(['IIT Delhi', []]);
});

it('shows no older profile for an answer or event that was overtaken', () => {
  open();
  act(() => updateUser({ ...before, college: 'Newer', version: 3 }));
  act(() => updateUser({ ...before, college: 'Older', version: 2 }));
  expect(useSession.getState().user?.college).toBe('Newer');
});
