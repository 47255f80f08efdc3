type Acts = typeof import('./transmit-act');

let acts: Promise<Acts> | null = null;

/** What acts need comes with the first one; null while it cannot be loaded. */
export async function loadActs(): Promise<Acts | null> {
  acts ??= import('./transmit-act');
  try {
    return await acts;
  } catch {
    // The network is away: the next try loads it.
    acts = null;
    return null;
  }
}
