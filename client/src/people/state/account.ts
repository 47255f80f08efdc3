import type { Account, EmailBody, PasswordBody } from '@sangam/shared/people/account';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import { idle, type Loadable, load, mapData, mapResult } from '../../core/store/loadable';
import { onReset, storesEpoch } from '../../core/store/reset';

/** How the member signs in, and where they are signed in. */
export const useAccount = create<Loadable<Account>>(() => idle());
onReset(() => useAccount.setState(idle()));

export const loadAccount = (): Promise<boolean> =>
  load(
    useAccount.setState,
    () => request('GET /api/account'),
    (answer) => answer.data,
  );

/** Takes sessions that have ended from the list. */
const keepSessions = (keep: (session: Account['sessions'][number]) => boolean) =>
  useAccount.setState((state) =>
    mapData(state, (account) => ({ ...account, sessions: account.sessions.filter(keep) })),
  );

const thenKeep = async <T>(
  call: Promise<Result<{ data: T }>>,
  keep: Parameters<typeof keepSessions>[0],
): Promise<Result<T>> => {
  const epoch = storesEpoch();
  const answer = await call;
  if (answer.ok && epoch === storesEpoch()) keepSessions(keep);
  return mapResult(answer, ({ data }) => data);
};

/** Changes the password; every other device is signed out. Answers how many were. */
export const changePassword = (body: PasswordBody): Promise<Result<{ ended: number }>> =>
  thenKeep(request('PUT /api/account/password', { body }), ({ is_this }) => is_this);

const keepNewEmail = async (call: Promise<Result<{ data: { new_email: string | null } }>>) => {
  const epoch = storesEpoch();
  const answer = await call;
  if (answer.ok && epoch === storesEpoch())
    useAccount.setState((state) => mapData(state, (account) => ({ ...account, ...answer.value.data })));
  return mapResult(answer, ({ data }) => data);
};

/** Has a link mailed to another address, which takes the place of the member's once it is confirmed. */
export const changeEmail = (body: EmailBody) => keepNewEmail(request('PUT /api/account/email', { body }));

/** Stops that change. */
export const keepEmail = () => keepNewEmail(request('DELETE /api/account/email'));

export const endSession = (sessionId: string): Promise<Result<{ ended: number }>> =>
  thenKeep(request('DELETE /api/account/sessions/:sessionId', { params: { sessionId } }), ({ id }) => id !== sessionId);

export const endOtherSessions = (): Promise<Result<{ ended: number }>> =>
  thenKeep(request('DELETE /api/account/sessions'), ({ is_this }) => is_this);
