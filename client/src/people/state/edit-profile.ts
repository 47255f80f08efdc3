import type { ProfileEditBody, User } from '@sangam/shared/people/users';
import { request } from '../../core/api/client';
import type { ApiError } from '../../core/api/errors';
import { noteRestored } from '../../core/session/restored';
import { updateUser, useSession } from '../../core/session/session';
import { changesInTurn } from '../../core/store/changes-in-turn';
import { storesEpoch } from '../../core/store/reset';

/** The member's own profile as this page has it last; null without a session. */
export const newestProfile = (): User | null => useSession.getState().user;

/** Reads the profile again. Returns false if the server didn't answer. */
async function readAgain(): Promise<boolean> {
  const epoch = storesEpoch();
  const knownVersion = newestProfile()?.version ?? 0;
  const answer = await request('GET /api/auth/me');
  if (!answer.ok || epoch !== storesEpoch()) return false;
  const { user } = answer.value;
  if ((user.version ?? Infinity) >= knownVersion) updateUser(user);
  else {
    // The server had a later version before: its database was restored from a backup.
    useSession.setState({ user });
    noteRestored();
  }
  return true;
}

const sendInTurn = changesInTurn(readAgain);

/**
 * Changes parts of the member's own profile, as they are to be on its newest version: `bodyOn` is called for each version, and returns null
 * for one that the change must not replace. Null when it succeeded, or was not made for that reason.
 */
export async function editProfileOn(bodyOn: (newest: User) => ProfileEditBody | null): Promise<ApiError | null> {
  const answer = await sendInTurn(async (limit) => {
    const newest = newestProfile();
    const body = newest && bodyOn(newest);
    if (body === null) return null;
    return request('PATCH /api/users/profile', { body, query: { version: newest?.version }, ...limit });
  });
  if (answer === null) return null;
  if (!answer.ok) return answer.error;
  updateUser(answer.value.user);
  return null;
}

/** Changes these parts, whatever they are now. Null when it succeeded. */
export const editProfile = (body: ProfileEditBody): Promise<ApiError | null> => editProfileOn(() => body);
