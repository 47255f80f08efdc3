import type { SignInProvider } from '@sangam/shared/people/account';
import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import { mapResult } from '../../core/store/loadable';
import { loadAccount } from './account';

/** Begins to link a provider: where to send this browser. */
export const beginLinking = async (provider: SignInProvider, current_password: string): Promise<Result<string>> => {
  const answer = await request('POST /api/account/providers/:provider', {
    params: { provider },
    body: { current_password },
  });
  return mapResult(answer, ({ data }) => data.url);
};

/** Unlinks a provider. */
export async function unlinkProvider(provider: SignInProvider, current_password: string): Promise<Result<unknown>> {
  const answer = await request('DELETE /api/account/providers/:provider', {
    params: { provider },
    body: { current_password },
  });
  if (answer.ok) await loadAccount();
  return answer;
}
