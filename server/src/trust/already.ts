import type { AlreadyByCall } from '../platform/already.js';
import type { Db } from '../platform/db/database.js';
import { findMember, findProject } from './moderation/deciding.queries.js';
import type { ModerationService } from './moderation/service.js';
import { isModerator } from './moderators/queries.js';

/** By call of a moderator: the answer to a refused call whose outcome holds already. */
export const trustAlready = (db: Db, moderation: Pick<ModerationService, 'findDecided'>): AlreadyByCall => ({
  'PUT /api/moderation/reports/:id/decision': async ({ member, params, body }) => {
    const data = await moderation.findDecided(member, params.id, body);
    return data && { data };
  },
  'DELETE /api/moderation/members/:userId/suspension': async ({ member, params }) => {
    const found = (await isModerator(db, member.id)) && (await findMember(db, params.userId));
    return found && found.suspended_at === null ? {} : null;
  },
  'DELETE /api/moderation/projects/:id/hiding': async ({ member, params }) => {
    const found = (await isModerator(db, member.id)) && (await findProject(db, params.id));
    return found && found.hidden_at === null ? {} : null;
  },
});
