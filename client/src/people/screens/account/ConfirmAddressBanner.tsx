import { useEffect } from 'react';
import toast from 'react-hot-toast/headless';
import { useLocation } from 'react-router-dom';
import { failureText } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { useSendsEmails } from '../../../core/site/site';
import { continueKeyOf, ownPath } from '../../../lib/links/next-path';
import { writeStored } from '../../../lib/storage';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Banner } from '../../../ui/page/Banner';
import { loadAccount, requestConfirmation, useAccount } from '../../state/own-account';

/** The URL fragment that opens the account settings with the form for another email address. */
export const CHANGE_ADDRESS = '#change-address';

/** Asks a member to confirm their address, or to correct it. Until then they can't contact others first. */
export function ConfirmAddressBanner() {
  const email = useSession((state) => state.user?.email);
  const newEmail = useNewEmail();
  const sendsEmails = useSendsEmails();
  // There, the page itself has the form.
  const isInSettings = useLocation().pathname.startsWith('/settings');
  useStoreReturnPage();
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
            {/* Hidden during a change: it would send the link to the old address. */}
            {newEmail === null && <SendLinkAgain />}
          </div>
        }
      >
        <strong className="font-medium">Confirm your address.</strong>{' '}
        {sendsEmails ? 'We sent a link to' : 'This site sends no email: ask the operator for the link for'}{' '}
        <span className="wrap-anywhere">{newEmail ?? email}</span>. Until you confirm, you can answer others, but not
        write first or ask to join.{sendsEmails && ' You get no other emails.'}
      </Banner>
    </div>
  );
}

/** The address that will replace the member's once it is confirmed; null if there is none or until it is known. */
function useNewEmail(): string | null {
  useEffect(() => {
    if (useAccount.getState().status === 'idle') void loadAccount();
  }, []);
  return useAccount(({ data }) => data?.new_email ?? null);
}

/** Pages to which a member need not return after confirming. */
const notReturnedTo = /^\/(?:dashboard|welcome|settings)(?:\/|$)/u;

/** Stores the page that the member was on, for the tab in which they open the emailed link. */
function useStoreReturnPage(): void {
  const member = useSession((state) => state.user?.id);
  const { pathname, search } = useLocation();
  useEffect(() => {
    const path = ownPath(pathname + search);
    if (member !== undefined && !notReturnedTo.test(path)) writeStored(continueKeyOf(member), path);
  }, [member, pathname, search]);
}

/** Emails the member another link that confirms their address. Without a mail server, the operator gets it. */
export function SendLinkAgain() {
  const sendsEmails = useSendsEmails();
  const send = async () => {
    const answer = await requestConfirmation();
    if (answer.ok) toast.success(answer.value.message ?? 'A link is on its way to your address.');
    else toast.error(failureText(answer.error, 'Failed to send the link'));
  };
  return (
    <OnlineButton size="sm" onClick={send}>
      {sendsEmails ? 'Send again' : 'Request a new link'}
    </OnlineButton>
  );
}
