import { sql } from 'kysely';
import type { ExportPart, OwnTables } from '../platform/member-data/parts.js';

export const contactExport: ExportPart = {
  member: {
    blocked_member_ids: sql`ARRAY(SELECT blocked_id FROM blocks WHERE blocker_id = u.id ORDER BY blocked_id)`,
  },
};

export const contactOwnTables = {
  // Blocks by other members are theirs.
  blocks: 'blocker_id',
} as const satisfies OwnTables;
