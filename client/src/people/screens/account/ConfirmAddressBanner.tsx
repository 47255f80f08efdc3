import { useEffect } from 'react';
import toast from 'react-hot-toast/headless';
import { useLocation } from 'react-router-dom';
import { request } from '../../../core/api/client';
import { failureText } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { goesOnKeyOf, ownPath } from '../../../lib/links/next-path';
import { writeStored } from '../../../lib/storage';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Banner } from '../../../ui/page/Banner';
import { loadAccount, useAccount } from '../../state/own-account';
import { useSendsMail } from '../../state/site';

/** The part of the address at which the settings open with the form for another address. */
export const CHANGE_ADDRESS = '#change-address';

/** Asks a member to confirm their address, without which they cannot contact others first, or to correct a mistyped one. */
export function ConfirmAddressBanner() {
  const email = useSession((state) => state.user?.email);
  const newEmail = useNewEmail();
  const sendsMail = useSendsMail();
  // There the page below has it.
  const isInSettings = useLocation().pathname.startsWith('/settings');
  useGoesOnHere();
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-2 sm:px-6">
      <Banner
        action={
          <div className="flex flex-wrap gap-2">
            {isInSettings || (
              <ButtonLink size="sm" variant="ghost" to={`/settings/account${CHANGE_ADDRESS}`}>
                Change address
              </ButtonLink>
            )}
            {/* It sends the link to the old address. */}
            {newEmail === null && <SendLinkAgain />}
          </div>
        }
      >
        <strong className="font-medium">Confirm your address.</strong>{' '}
        {sendsMail ? 'We sent a link to' : 'This site sends no email: ask the operator for the link for'}{' '}
        <span className="wrap-anywhere">{newEmail ?? email}</span>. Until you confirm, you can answer others, but not
        write first or ask to join.{sendsMail && ' You get no other emails.'}
      </Banner>
    </div>
  );
}

/** The address to which the member is changing theirs; null for none, and until known. */
function useNewEmail(): string | null {
  useEffect(() => {
    if (useAccount.getState().status === 'idle') void loadAccount();
  }, []);
  return useAccount(({ data }) => data?.new_email ?? null);
}

/** Pages to which no member has to return after confirming. */
const notReturnedTo = /^\/(?:dashboard|welcome|settings)(?:\/|$)/u;

/** Stores the page that the member was on, for the tab in which they open the mailed link. */
function useGoesOnHere(): void {
  const member = useSession((state) => state.user?.id);
  const { pathname, search } = useLocation();
  useEffect(() => {
    const path = ownPath(pathname + search);
    if (member !== undefined && !notReturnedTo.test(path)) writeStored(goesOnKeyOf(member), path);
  }, [member, pathname, search]);
}

/** Mails the member another link that confirms their address. Without a mail server, the operator gets it. */
export function SendLinkAgain() {
  const sendsMail = useSendsMail();
  const send = async () => {
    const answer = await request('POST /api/account/verification');
    if (answer.ok) toast.success(answer.value.message ?? 'A link is on its way to your address.');
    else toast.error(failureText(answer.error, 'Failed to send the link'));
  };
  return (
    <OnlineButton size="sm" onClick={send}>
      {sendsMail ? 'Send again' : 'Request a new link'}
    </OnlineButton>
  );
}
