import { PrivacyCard } from '../../contact/screens/PrivacyCard';
import { latePart } from '../../lib/loading/lazy-part';
import { ListingCard } from '../../people/screens/page/ListingCard';
import { WithChoices } from './WithChoices';

/** May load late: it is last on the page, and empty until its list has loaded. */
const BlockedMembers = latePart(() => import('../../contact/screens/BlockedMembers'), 'BlockedMembers');

/** Contact, visibility, and blocked members. */
export const PrivacySection = () => (
  <WithChoices>
    <PrivacyCard />
    <ListingCard />
    <BlockedMembers />
  </WithChoices>
);
