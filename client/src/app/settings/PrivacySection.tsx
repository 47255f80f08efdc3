import { Suspense } from 'react';
import { PrivacyCard } from '../../contact/screens/PrivacyCard';
import { lazyPart } from '../../lib/loading/lazy-part';
import { ListingCard } from '../../people/screens/page/ListingCard';
import { WithChoices } from './WithChoices';

/** Last on the page, and empty until its list has loaded. */
const BlockedCard = lazyPart(() => import('../../contact/screens/BlockedCard'), 'BlockedCard');

/** Contact, visibility, and blocked members. */
export const PrivacySection = () => (
  <WithChoices>
    <PrivacyCard />
    <ListingCard />
    <Suspense>
      <BlockedCard />
    </Suspense>
  </WithChoices>
);
