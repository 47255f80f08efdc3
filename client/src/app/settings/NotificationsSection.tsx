import { NotificationChoices } from '../../notices/screens/choices/NotificationChoices';
import { WebPushCard } from '../../notices/screens/choices/WebPushCard';
import { WithChoices } from './WithChoices';

/** Settings for notifications on this device, by topic and by email, and for quiet hours. */
export const NotificationsSection = () => (
  <WithChoices>
    <WebPushCard />
    <NotificationChoices />
  </WithChoices>
);
