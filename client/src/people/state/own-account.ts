import type { Account } from '@sangam/shared/people/account';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { idle, type Loadable, load } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';

/** The member's address, sign-ins and sessions. */
export const useAccount = create<Loadable<Account>>(() => idle());
onReset(() => useAccount.setState(idle()));

export const loadAccount = (): Promise<boolean> =>
  load(
    useAccount.setState,
    () => request('GET /api/account'),
    (answer) => answer.data,
  );

/** Asks for another link that confirms the member's address. */
export const requestConfirmation = () => request('POST /api/account/verification');
