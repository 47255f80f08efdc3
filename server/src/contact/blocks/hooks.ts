import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';

/** The member who blocks or unblocks, and the other one. */
interface BlockPair {
  userId: number;
  otherId: number;
}

/** What a subject above `contact` does when a member blocks or unblocks another one. */
export interface BlockHooks {
  /** In the block's transaction, before the block is stored. */
  blocking?(trx: Trx, pair: BlockPair): Promise<void>;
  /** In the transaction that removes the block, unless the other member blocks as well. */
  unblocked?(trx: Trx, publish: Publish, pair: BlockPair): Promise<void>;
  /**
   * After the block has committed: ends what is pending between the two, each in a transaction of its own. Where it fails, the
   * call fails and is repeated, so it must bear repetition.
   */
  afterBlock?(pair: BlockPair): Promise<void>;
}
