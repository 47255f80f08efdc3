import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { passFocusToRow } from '../../../lib/dom/pass-focus-on';
import { entryName, notePosition, positionIn } from '../../../lib/links/positions';
import { Button } from '../../../ui/button/Button';
import { CardFoot, footLook } from '../../../ui/page/CardFoot';
import { FIRST_MAX } from '../../../ui/page/row-counts';

interface FirstRows<Item> {
  /** The first rows, or all rows once the reader has opened the list. */
  first: readonly Item[];
  isCut: boolean;
  /** The last line of the list's card: a button that shows all rows. */
  foot: ReactNode;
}

interface FirstRowsOptions {
  /** Names the rows, as in “Show all 12 join requests”. */
  what: string;
  /** The server has more rows. */
  hasMore: boolean;
  /** The id of a row to show even if it is not among the first. */
  includedId?: number;
}

/**
 * Shortens a list on the project's page, so that the parts below it stay near. A list that the reader opened stays open after Back and a
 * reload.
 */
export function useFirstRows<Item extends { id: number }>(
  items: readonly Item[],
  { what, hasMore, includedId }: FirstRowsOptions,
): FirstRows<Item> {
  const entry = entryName(useLocation());
  const { opened = [] } = positionIn(entry);
  const [isOpen, setOpen] = useState(opened.includes(what));
  const first = isOpen ? items : items.filter(({ id }, index) => index < FIRST_MAX || id === includedId);
  const isCut = first.length < items.length;
  const open = () => {
    notePosition(entry, { opened: [...opened, what] });
    setOpen(true);
  };
  return {
    first,
    isCut,
    foot: isCut && (
      <CardFoot>
        <Button ref={passFocusToRow} {...footLook} className="mx-auto" onClick={open}>
          Show {!hasMore && 'all '}
          {items.length} {what}
        </Button>
      </CardFoot>
    ),
  };
}
