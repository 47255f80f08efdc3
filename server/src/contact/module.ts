import type { Module, Platform } from '../platform/module.js';
import { type BlockHooks, createBlocksService } from './blocks/service.js';
import { haveConversation } from './conversation-ids.queries.js';
import { createContactLimits } from './limits/service.js';
import { contactLive } from './live.js';
import { contactExport, contactOwnTables } from './member-data.queries.js';
import { createMessageRequestsService } from './message-requests/service.js';
import { contactCalls } from './routes.js';

/** Permissions, blocks, message requests and contact limits. `blockHooks`: the reactions of other subjects to a block. */
export function createContact(platform: Platform, { blockHooks }: { blockHooks: readonly BlockHooks[] }) {
  const { db, clock, config, limits } = platform;
  const contactLimits = createContactLimits({ db, clock, factor: config.rateLimitFactor, policy: config });
  const blocks = createBlocksService({ ...platform, hooks: blockHooks });
  const messageRequests = createMessageRequestsService(platform);
  return {
    blocks,
    contactLimits,
    calls: contactCalls({
      blocks,
      contactLimits,
      messageRequests,
      limits,
      haveConversation: (a, b) => haveConversation(db, a, b),
    }),
    live: contactLive,
    exportPart: contactExport,
    ownTables: contactOwnTables,
  } satisfies Module & Record<string, unknown>;
}
