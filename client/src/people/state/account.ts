import type { Account, AccountEntry, EmailBody, PasswordBody, SignInProvider } from '@sangam/shared/people/account';
import { peopleLimits } from '@sangam/shared/people/limits';
import { create } from 'zustand';
import { readFailure, request } from '../../core/api/client';
import { type ApiError, mapResult, type Result } from '../../core/api/errors';
import { forgetMember } from '../../core/session/log-out';
import { currentToken, currentUserId, endingSession } from '../../core/session/session';
import { changeData, idle, type Loadable, load } from '../../core/store/loadable';
import { rowsBelow, rowsToFetch } from '../../core/store/pages';
import { onReset, storesEpoch } from '../../core/store/reset';
import { download } from '../../lib/dom/download';
import { loadAccount, useAccount } from './own-account';

type Session = Account['sessions'][number];

/** Returns the call's answer. On success, removes the sessions that it ended from the list. */
const thenFilterSessions = async <T>(
  call: Promise<Result<{ data: T }>>,
  isKept: (session: Session) => boolean,
): Promise<Result<T>> => {
  const epoch = storesEpoch();
  const answer = await call;
  if (answer.ok && epoch === storesEpoch())
    useAccount.setState((state) =>
      changeData(state, (account) => ({ ...account, sessions: account.sessions.filter(isKept) })),
    );
  return mapResult(answer, ({ data }) => data);
};

/** Returns the action's answer. On success, fetches the account activity on screen again, since it lists the action. */
async function thenReloadActivity<T>(act: Promise<Result<T>>): Promise<Result<T>> {
  const answer = await act;
  if (answer.ok && useAccountActivity.getState().status !== 'idle') void loadAccountActivity();
  return answer;
}

/** Changes the password, which logs out every other device. Returns how many. */
export const changePassword = (body: PasswordBody): Promise<Result<{ ended: number }>> =>
  thenReloadActivity(thenFilterSessions(request('PUT /api/account/password', { body }), ({ is_this }) => is_this));

const storeNewEmail = async (call: Promise<Result<{ data: { new_email: string | null } }>>) => {
  const epoch = storesEpoch();
  const answer = await call;
  if (answer.ok && epoch === storesEpoch())
    useAccount.setState((state) => changeData(state, (account) => ({ ...account, ...answer.value.data })));
  return mapResult(answer, ({ data }) => data);
};

/** Emails a link to another address, which replaces the member's once it is confirmed. */
export const changeEmail = (body: EmailBody) =>
  thenReloadActivity(storeNewEmail(request('PUT /api/account/email', { body })));

/** Cancels the change of address. */
export const cancelEmailChange = () => thenReloadActivity(storeNewEmail(request('DELETE /api/account/email')));

export const endSession = (sessionId: string): Promise<Result<{ ended: number }>> =>
  thenFilterSessions(
    request('DELETE /api/account/sessions/:sessionId', { params: { sessionId } }),
    ({ id }) => id !== sessionId,
  );

export const endOtherSessions = (): Promise<Result<{ ended: number }>> =>
  thenFilterSessions(request('DELETE /api/account/sessions'), ({ is_this }) => is_this);

/** Starts linking a provider. Returns the URL to send this browser to. */
export const startLinking = async (provider: SignInProvider, current_password: string): Promise<Result<string>> => {
  const answer = await request('POST /api/account/providers/:provider', {
    params: { provider },
    body: { current_password },
  });
  return mapResult(answer, ({ data }) => data.url);
};

export async function unlinkProvider(provider: SignInProvider, current_password: string): Promise<Result<unknown>> {
  const answer = await thenReloadActivity(
    request('DELETE /api/account/providers/:provider', { params: { provider }, body: { current_password } }),
  );
  if (answer.ok) await loadAccount();
  return answer;
}

interface Activity {
  entries: readonly AccountEntry[];
  has_more: boolean;
}

/** Events of the member's account, as far as they are shown. */
export const useAccountActivity = create<Loadable<Activity>>(() => idle());
onReset(() => useAccountActivity.setState(idle()));

export const loadAccountActivity = (): Promise<boolean> =>
  load(
    useAccountActivity.setState,
    () => {
      const shown = useAccountActivity.getState().data?.entries.length ?? 0;
      const limit = rowsToFetch(shown, peopleLimits.accountActivityPage, peopleLimits.accountActivityPageMax);
      return request('GET /api/account/activity', { query: { limit } });
    },
    ({ data }) => {
      const shown = useAccountActivity.getState().data;
      const below = data.has_more ? rowsBelow(shown?.entries ?? [], data.entries, (a, b) => a.id === b.id) : [];
      return below.length === 0 ? data : { entries: [...data.entries, ...below], has_more: shown?.has_more === true };
    },
  );

/** Fetches the entries below those that are shown. */
export async function loadEarlierActivity(): Promise<Result<void>> {
  const before = useAccountActivity.getState().data?.entries.at(-1)?.id;
  const epoch = storesEpoch();
  const answer = await request('GET /api/account/activity', { query: { before } });
  if (answer.ok && epoch === storesEpoch()) {
    const { entries, has_more } = answer.value.data;
    useAccountActivity.setState((state) =>
      changeData(state, (shown) =>
        shown.entries.at(-1)?.id === before ? { entries: [...shown.entries, ...entries], has_more } : shown,
      ),
    );
  }
  return mapResult(answer, () => undefined);
}

/** Downloads the member's data after their password, '' for a member without one. Returns the error, or null on success. */
export async function downloadExport(current_password: string, token = currentToken() ?? ''): Promise<ApiError | null> {
  const epoch = storesEpoch();
  const answer = await fetch('/api/account/export', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ current_password }),
  }).catch(() => null);
  if (answer !== null && !answer.ok) return readFailure(answer, await answer.json().catch(() => undefined));
  // The connection may break during the download.
  const file = await answer?.blob().catch(() => null);
  // The next member to sign in here must not get the previous member's file.
  if (epoch !== storesEpoch()) return { kind: 'signed-out' };
  if (!file) return { kind: 'network' };
  download('sangam-export.json', file);
  return null;
}

/** Requests the account's deletion, which ends every session. */
export async function deleteAccount(current_password: string): Promise<Result<unknown>> {
  const member = currentUserId();
  const answer = await endingSession(() => request('DELETE /api/account', { body: { current_password } }));
  if (answer.ok && member !== null && member === currentUserId()) forgetMember(member);
  return answer;
}
