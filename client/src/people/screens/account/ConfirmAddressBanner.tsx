import { useSession } from '../../../core/session/session';
import { Banner } from '../../../ui/page/Banner';
import { SendLinkAgain } from './SendLinkAgain';

/** Asks a member to confirm their address who cannot contact others before. */
export function ConfirmAddress() {
  const email = useSession((state) => state.user?.email);
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-2 sm:px-6">
      <Banner action={<SendLinkAgain />}>
        <strong className="font-medium">Confirm your address.</strong> We have mailed a link to{' '}
        <span className="wrap-anywhere">{email}</span>. Until then you can answer others, but not write to them first or
        ask to join.
      </Banner>
    </div>
  );
}
