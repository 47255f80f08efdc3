import { releaseRows } from '../../lib/hooks/use-still-rows';

interface ShowNewProps {
  waiting: number;
  /** One of them, and several, as in “1 new request”. */
  words?: readonly [string, string];
}

/** “1 new request · Show”, in the line of a heading, whose height it leaves as it is. It shows all that waits on the page. */
export function ShowNew({ waiting, words: [one, several] = ['', ''] }: ShowNewProps) {
  if (waiting === 0) return null;
  return (
    <button
      type="button"
      onClick={releaseRows}
      className="-my-2 inline-flex min-h-control animate-enter items-center whitespace-nowrap rounded-md px-2 text-accent-text text-sm hover:underline"
    >
      {`${waiting} new ${waiting === 1 ? one : several}`.trim()} · Show
    </button>
  );
}
