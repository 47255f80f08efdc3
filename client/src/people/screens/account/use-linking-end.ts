import type { LinkedSignIn } from '@sangam/shared/people/account';
import { useEffect, useRef } from 'react';
import toast from 'react-hot-toast';
import { useSearchParams } from 'react-router-dom';
import { oauthErrorText } from '../../state/oauth-failure';
import { keepOauthNext } from '../../state/oauth-next';
import { providerNames } from './provider-names';

/** Says how the way to a provider and back ended, by `linked` or `error` in the address, and clears them. */
export function useLinkingEnd(signIns: readonly LinkedSignIn[]): void {
  const [query, setQuery] = useSearchParams();
  const told = useRef(false);
  const [linked, error] = [query.get('linked'), query.get('error')];
  useEffect(() => {
    if (told.current || (linked === null && error === null)) return;
    told.current = true;
    keepOauthNext(null);
    setQuery({}, { replace: true });
    // What stands in an address may be anybody's: only what is so is told.
    const found = signIns.find(({ provider, linked_at }) => provider === linked && linked_at !== null);
    if (found) toast.success(`${providerNames[found.provider]} is linked. You can sign in with it.`);
    else if (error !== null) toast.error(`Nothing was linked. ${oauthErrorText(error, '')}`.trim());
  }, [linked, error, signIns, setQuery]);
}
