import type { ServerEvents } from '../core/socket-event.js';
import { BlockChange } from './blocks.js';
import { MessageRequestChange } from './message-requests.js';

export const contactServerEvents = {
  'block:changed': BlockChange,
  'message-request:changed': MessageRequestChange,
} as const satisfies ServerEvents;
