import { BlockedCard } from '../../contact/screens/BlockedCard';
import { PrivacyCard } from '../../contact/screens/PrivacyCard';
import { WithChoices } from './WithChoices';

/** What others may see of the member and do, and blocked members. */
export const PrivacySection = () => (
  <WithChoices>
    <PrivacyCard />
    <BlockedCard />
  </WithChoices>
);
