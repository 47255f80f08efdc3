import type { CallAnswer } from '@sangam/shared/app/calls';

type Answer = CallAnswer<'GET /api/refresh'>['data'];

/** Parts whose version the client cannot read: it sends back what it was given. */
type ListName = Exclude<keyof Answer, 'inbox' | 'inbox_version' | 'choices' | 'saved'>;
/** Parts that count their own changes, and carry the count in their data. */
type CountedName = 'inbox' | 'choices' | 'saved';

interface Part<Data> {
  /**
   * An SQL expression over the session `s` that is being checked: 0 before the first change, and larger after each change to what
   * the part shows. Parts with the same text are read once.
   */
  version: string;
  /** The data of a member whose version is 0. */
  initial: Data;
  read(userId: number, page: { limit?: number }): Promise<Data>;
}

/** The parts of a refresh, each declared by one subject. */
export type RefreshParts = { [P in ListName]-?: Part<NonNullable<Answer[P]>['data']> } & {
  [P in CountedName]-?: Part<NonNullable<Answer[P]>>;
};
