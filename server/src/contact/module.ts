import type { Module, Platform } from '../platform/module.js';
import type { BlockHooks } from './blocks/hooks.js';
import { blockCalls } from './blocks/routes.js';
import { createBlocksService } from './blocks/service.js';
import { contactLimitCalls } from './limits/routes.js';
import { createContactLimits } from './limits/service.js';
import { contactLive } from './live.js';
import { contactExport, contactOwnTables } from './member-data.queries.js';
import { messageRequestCalls } from './message-requests/routes.js';
import { createMessageRequestsService } from './message-requests/service.js';

/** Permissions, blocks, message requests and contact limits. `blockHooks`: what other subjects do when a member blocks another. */
export function createContact(
  { db, bus, clock, config }: Platform,
  { blockHooks }: { blockHooks: readonly BlockHooks[] },
) {
  const contactLimits = createContactLimits({ db, clock, factor: config.rateLimitFactor, policy: config });
  const blocks = createBlocksService({ db, bus, clock, hooks: blockHooks });
  const messageRequests = createMessageRequestsService({ db, bus });
  return {
    contactLimits,
    calls: { ...blockCalls(blocks), ...contactLimitCalls(contactLimits), ...messageRequestCalls(messageRequests) },
    live: contactLive,
    exportPart: contactExport,
    ownTables: contactOwnTables,
  } satisfies Module & Record<string, unknown>;
}
