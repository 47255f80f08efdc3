import type { OwnSuspension } from '@sangam/shared/trust/moderation';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { type ApiError, mapResult, type Result } from '../../core/api/errors';
import { idle, type Loadable, load } from '../../core/store/loadable';
import { downloadExport } from './account';
import { forgetOwnDataToken, ownDataToken } from './own-data-token';

/** Why a suspended member cannot sign in; held while /suspended is open. */
export const useSuspension = create<Loadable<OwnSuspension>>(() => idle());

export const loadSuspension = (): Promise<boolean> =>
  load(
    useSuspension.setState,
    () => request('GET /api/account/suspension', { token: ownDataToken() ?? '' }),
    (answer) => answer.data,
  );

/** Downloads the suspended member's data. Returns the error, or null on success. */
export const downloadOwnData = (password: string): Promise<ApiError | null> =>
  downloadExport(password, ownDataToken() ?? '');

/** Requests the deletion of the suspended member's account. Returns the time until which they can restore it. */
export async function deleteOwnAccount(current_password: string): Promise<Result<string>> {
  const body = { current_password };
  const answer = await request('DELETE /api/account', { body, token: ownDataToken() ?? '' });
  if (answer.ok) forgetSuspension();
  return mapResult(answer, ({ data }) => data.until);
}

export function forgetSuspension(): void {
  forgetOwnDataToken();
  useSuspension.setState(idle());
}
