import { isRolledBack } from './pg-errors.js';

/** Members wait meanwhile, and the database takes a second to find a deadlock. */
const ATTEMPTS = 3;

/** Runs a transaction, and again, at most twice, if the database rolls it back because of another one and `mayRepeat` agrees. */
export async function repeatRolledBack<T>(transaction: () => Promise<T>, mayRepeat = () => true): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRolledBack(error) || !mayRepeat()) throw error;
    }
}
