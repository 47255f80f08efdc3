import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { coreLimits } from '@sangam/shared/core/limits';
import type { Offer } from '@sangam/shared/projects/transfers';
import type { Db, Trx } from '../../platform/db/database.js';
import { presentTransfer } from './present.js';
import { findTransfer, listTransfersTo } from './queries.js';

type Mine = 'GET /api/projects/offers';

/** The offers of projects, as their two sides read them. */
export interface TransfersService {
  /** The offers that the member may accept, newest first. */
  mine(userId: number, query: CallQuery<Mine>): Promise<CallAnswer<Mine>['data']>;
  /** The offer of a project that stands, for its creator and who it is made to; null for everybody else. */
  ofProject(from: Db | Trx, projectId: number, userId: number): Promise<Offer | null>;
}

export function createTransfersService(db: Db): TransfersService {
  return {
    async mine(userId, { before, limit = coreLimits.listPage }) {
      const { rows, ...page } = await listTransfersTo(db, userId, { before, limit });
      return { offers: rows.map(presentTransfer), ...page };
    },

    async ofProject(from, projectId, userId) {
      const row = await findTransfer(from, projectId);
      return row && [row.creator_id, row.user_id].includes(userId) ? presentTransfer(row) : null;
    },
  };
}
