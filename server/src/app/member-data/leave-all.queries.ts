import type { Db } from '../../platform/db/database.js';

const ids = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);

export const pendingRequests = async (db: Db, userId: number): Promise<number[]> =>
  ids(
    await db
      .selectFrom('join_requests')
      .select('id')
      .where('requester_id', '=', userId)
      .where('status', '=', 'pending')
      .orderBy('id')
      .execute(),
  );

export const pendingInterests = async (db: Db, userId: number): Promise<number[]> =>
  ids(
    await db
      .selectFrom('interests')
      .select('id')
      .where('requester_id', '=', userId)
      .where('status', '=', 'pending')
      .orderBy('id')
      .execute(),
  );

/** The projects of others in which the member has a seat. */
export const otherTeams = async (db: Db, userId: number): Promise<number[]> =>
  ids(
    await db
      .selectFrom('project_members as m')
      .innerJoin('projects as p', 'p.id', 'm.project_id')
      .select('p.id')
      .where('m.user_id', '=', userId)
      .where('p.creator_id', '<>', userId)
      .orderBy('p.id')
      .execute(),
  );

/** The member's projects that somebody is asked to take over. */
export const projectsInTransfer = async (db: Db, userId: number): Promise<number[]> =>
  ids(
    await db
      .selectFrom('project_offers as o')
      .innerJoin('projects as p', 'p.id', 'o.project_id')
      .select('p.id')
      .where('p.creator_id', '=', userId)
      .orderBy('p.id')
      .execute(),
  );

export const openProjects = async (db: Db, userId: number): Promise<number[]> =>
  ids(
    await db
      .selectFrom('projects')
      .select('id')
      .where('creator_id', '=', userId)
      .where('state', '=', 'open')
      .orderBy('id')
      .execute(),
  );
