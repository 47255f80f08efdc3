import { BlockedCard } from '../../contact/screens/BlockedCard';
import { PrivacyCard } from '../../contact/screens/PrivacyCard';
import { WithChoices } from './WithChoices';

/** Contact, visibility, and blocked members. */
export const PrivacySection = () => (
  <WithChoices>
    <PrivacyCard />
    <BlockedCard />
  </WithChoices>
);
