import { keysOf } from '@sangam/shared/core/keys-of';
import { productDate } from '@sangam/shared/core/product-zone';
import { clockTime } from '@sangam/shared/core/time';
import type { EarlierPage, Evidence, Note } from '@sangam/shared/trust/evidence';
import { useState } from 'react';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { wireLabel } from '../../../lib/wire-label';
import { Button } from '../../../ui/button/Button';
import { partLabels } from './PartsToRemove';

type Project = NonNullable<Evidence['project']>;

type Text = Exclude<keyof EarlierPage | keyof Project, 'replaced_at' | 'earlier' | 'creator'>;

const labels: Record<Text, string> = {
  name: 'Name',
  title: 'Title',
  description: 'Description',
  timeline: 'Timeline',
  roles: 'Roles',
  questions: 'Questions for applicants',
  ...partLabels,
};

/** A page's texts under their labels, without empty ones. `shown`: fields to leave out, since they are shown elsewhere. */
export const Texts = ({
  texts,
  shown = [],
}: {
  texts: Partial<Omit<EarlierPage & Project, 'replaced_at' | 'earlier' | 'creator'>>;
  shown?: readonly Text[];
}) => (
  <dl className="grid gap-2 text-sm empty:hidden">
    {keysOf(labels).map(
      (part) =>
        !shown.includes(part) &&
        !!texts[part]?.length && (
          <div key={part}>
            <dt className="text-muted text-xs">{labels[part]}</dt>
            {[texts[part]].flat().map((text) => (
              <dd key={text} className="wrap-anywhere whitespace-pre-wrap">
                {text}
              </dd>
            ))}
          </div>
        ),
    )}
  </dl>
);

/** Earlier versions of the page's texts, oldest first. */
export function EarlierTexts({ earlier = [] }: { earlier?: readonly EarlierPage[] | undefined }) {
  if (earlier.length === 0) return null;
  return (
    <section aria-label="Earlier versions" className="grid gap-3 border-line border-t pt-2">
      {earlier.map(({ replaced_at, ...texts }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two changes may have one time
        <div key={index} className="grid gap-1">
          <p className="text-muted text-sm">Before {momentOf(replaced_at)}</p>
          <Texts texts={texts} />
        </div>
      ))}
    </section>
  );
}

const momentOf = (at: string) => `${productDate(new Date(at))}, ${clockTime(at)}`;

const noteTitles: Record<Note['kind'], string> = {
  join_request: 'Join request for',
  invitation: 'Invitation to',
  end_note: 'Rejection or removal from',
};

/** How many notes are shown at first. */
const NEWEST = 10;

/** The member's notes to the reporter, oldest first. Of many, only the newest are shown until the moderator asks for the others. */
export function Notes({ notes = [] }: { notes?: readonly Note[] | undefined }) {
  const [hasAll, setHasAll] = useState(notes.length <= NEWEST);
  const shown = hasAll ? notes : notes.slice(-NEWEST);
  if (notes.length === 0) return null;
  return (
    <section aria-label="Notes to the reporter" className="grid gap-3 rounded-md border border-line px-3 py-2">
      <h4 className="text-muted text-sm">Notes to the reporter</h4>
      {!hasAll && (
        <Button
          ref={passFocusOn}
          size="sm"
          variant="ghost"
          className="-ml-3 justify-self-start"
          onClick={() => setHasAll(true)}
        >
          Show {notes.length - NEWEST} earlier notes
        </Button>
      )}
      {shown.map(({ kind, project, text, at }) => (
        <div key={at + kind}>
          <p className="wrap-anywhere text-muted text-sm">
            {wireLabel(noteTitles, kind)} “{project}”, {momentOf(at)}
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap text-sm">{text}</p>
        </div>
      ))}
    </section>
  );
}
