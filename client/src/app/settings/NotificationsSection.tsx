import { NotificationChoices } from '../../notices/screens/choices/NotificationChoices';
import { WebPushCard } from '../../notices/screens/choices/WebPushCard';
import { WithChoices } from './WithChoices';

/** Notifications on this device, by topic, by email, and quiet hours. */
export const NotificationsSection = () => (
  <WithChoices>
    <WebPushCard />
    <NotificationChoices />
  </WithChoices>
);
