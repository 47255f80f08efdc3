import { sql } from 'kysely';
import type { ExportPart, ExportRow, OwnTables } from '../platform/member-data/parts.js';

export const trustOwnTables = { moderators: 'user_id', suspensions: 'user_id' } as const satisfies OwnTables;

export const trustExport: ExportPart = {
  lists: {
    // Leaves out the decision, which only moderators see, and the evidence, which contains other members' data.
    my_reports: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT id AS key, kind, subject_id, reason, words, created_at, decided_at IS NOT NULL AS reviewed FROM reports
        WHERE reporter_id = ${userId} AND id > ${after} ORDER BY id LIMIT ${max}`.execute(db),
  },
};
