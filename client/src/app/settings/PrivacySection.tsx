import { BlockedCard } from '../../contact/screens/BlockedCard';
import { PrivacyCard } from '../../contact/screens/PrivacyCard';
import { ListingCard } from '../../people/screens/page/Listing';
import { WithChoices } from './WithChoices';

/** Contact, visibility, and blocked members. */
export const PrivacySection = () => (
  <WithChoices>
    <PrivacyCard />
    <ListingCard />
    <BlockedCard />
  </WithChoices>
);
