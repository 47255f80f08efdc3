import type { ServerEvents } from '../core/contract.js';
import { NotificationChoices } from './choices.js';
import { NotificationsChange } from './notifications.js';

export const noticesServerEvents = {
  'inbox:changed': NotificationsChange,
  'choices:changed': NotificationChoices,
} as const satisfies ServerEvents;
