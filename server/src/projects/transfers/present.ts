import type { Offer } from '@sangam/shared/projects/transfers';

export interface TransferRow {
  id: number;
  project_id: number;
  project_title: string;
  creator_id: number;
  creator_name: string;
  user_id: number;
  user_name: string;
  created_at: Date;
}

/** An offer, as both sides see it. */
export const presentTransfer = (row: TransferRow): Offer => ({
  id: row.id,
  project_id: row.project_id,
  project_title: row.project_title,
  creator_id: row.creator_id,
  creator_name: row.creator_name,
  user_id: row.user_id,
  user_name: row.user_name,
  created_at: row.created_at.toISOString(),
});
