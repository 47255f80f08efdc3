import type { Db } from '../platform/db/database.js';
import { type ActDeps, transact } from '../platform/db/transaction.js';
import { ok } from '../platform/lib/result.js';
import { type NotificationUpdate, updateNotifications } from '../platform/records/notifications.js';

import type { ProjectChange } from './teams/teams.js';
import { lockProject } from './teams/teams.js';

/** How one kind of pending entry is listed and ended. */
interface PendingKind<Row> {
  listBetween(db: Db, members: readonly [number, number]): Promise<Row[]>;
  listOf(db: Db, userId: number): Promise<Row[]>;
  /** Ends an entry, if it is still pending. `leavingId`: the member because of whom it ends. Returns the changes to notifications. */
  end(change: ProjectChange, row: Row, leavingId: number): Promise<NotificationUpdate>;
}

export interface EndPending {
  /** Ends entries between two members, after the first has blocked the other. */
  between(blockerId: number, blockedId: number): Promise<void>;
  /** Ends a suspended member's entries. */
  of(userId: number): Promise<void>;
}

/** Ends pending entries, each in its own transaction: two transactions that lock several projects could wait for each other. */
export function createEndPending<Row extends { project_id: number }>(
  { db, bus, clock }: ActDeps,
  { listBetween, listOf, end }: PendingKind<Row>,
): EndPending {
  const endAll = async (rows: readonly Row[], leavingId: number) => {
    for (const row of rows)
      await transact(db, bus, async (trx, publish) => {
        const project = await lockProject(trx, row.project_id);
        // Deleting a project ends its pending entries.
        if (!project) return ok(null);
        const at = clock.now();
        await updateNotifications(trx, publish, await end({ trx, publish, project, at }, row, leavingId), at);
        return ok(null);
      });
  };
  return {
    between: async (blockerId, blockedId) => endAll(await listBetween(db, [blockerId, blockedId]), blockerId),
    of: async (userId) => endAll(await listOf(db, userId), userId),
  };
}
