/** One of many that are kept, those that were opened last. Its key begins with the member. */
export interface KeptRow {
  member: number;
  id: number;
  openedAtMs: number;
}

/** What one store keeps a row each of in the browser, for a start without a network. */
export interface KeptRows<Row extends KeptRow = KeptRow> {
  /** The object store of the database. Another name needs another format (`database.ts`). */
  name: string;
  /** So many are kept. */
  max: number;
  /** The one on screen; null for none. */
  openId(): number | null;
  subscribe(listener: () => void): () => void;
  /** What is known of one now: another object after each change. */
  current(id: number): object | undefined;
  /** The same as it is kept, of bounded size; null while it shows nothing. */
  toRow(member: number, id: number, openedAtMs: number): Row | null;
  /** True when the first shows more than the second: another tab that is behind does not replace it. */
  isNewer(known: Row, row: Row): boolean;
  /** Puts rows into the store; one that is there already stays. */
  show(rows: readonly Row[]): void;
}
