import type { ServerEvents } from '../core/contract.js';
import { BlockChange, MessageRequestChange } from './calls.js';

export const contactServerEvents = {
  'block:changed': BlockChange,
  'message-request:changed': MessageRequestChange,
} as const satisfies ServerEvents;
