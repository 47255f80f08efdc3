import toast from 'react-hot-toast/headless';
import { request } from '../../../core/api/client';
import { failureText } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Banner } from '../../../ui/page/Banner';
import { useSendsMail } from '../../state/site';

/** Asks a member to confirm their address, without which they cannot contact others first. */
export function ConfirmAddress() {
  const email = useSession((state) => state.user?.email);
  const sendsMail = useSendsMail();
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-2 sm:px-6">
      <Banner action={<SendLinkAgain />}>
        <strong className="font-medium">Confirm your address.</strong>{' '}
        {sendsMail ? 'We sent a link to' : 'This site sends no email: ask the operator for the link for'}{' '}
        <span className="wrap-anywhere">{email}</span>. Until you confirm, you can answer others, but not write first or
        ask to join.{sendsMail && ' You get no other emails.'}
      </Banner>
    </div>
  );
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
