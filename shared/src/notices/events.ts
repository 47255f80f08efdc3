import type { ServerEvents } from '../core/contract.js';
import { NotificationChoices } from './choices.js';
import { InboxChange } from './notifications.js';

export const noticesServerEvents = {
  'inbox:changed': InboxChange,
  'choices:changed': NotificationChoices,
} as const satisfies ServerEvents;
