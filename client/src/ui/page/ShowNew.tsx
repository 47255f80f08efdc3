import { passFocusOn } from '../../lib/dom/pass-focus-on';
import { releaseRows } from '../../lib/hooks/use-still-rows';

interface ShowNewProps {
  waiting: number;
  /** Singular and plural of the new rows, as in “1 new request”. */
  words?: readonly [string, string];
}

/** “1 new request · Show”, on a heading's line, whose height it doesn't change. A press shows all new rows of the page. */
export function ShowNew({ waiting, words: [one, several] = ['', ''] }: ShowNewProps) {
  if (waiting === 0) return null;
  return (
    <button
      ref={passFocusOn}
      type="button"
      onClick={releaseRows}
      className="-my-2 inline-flex min-h-control animate-enter items-center whitespace-nowrap rounded-md px-2 text-accent-text text-sm hover:underline"
    >
      {`${waiting} new ${waiting === 1 ? one : several}`.trim()} · Show
    </button>
  );
}
