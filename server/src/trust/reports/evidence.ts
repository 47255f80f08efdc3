import { isDeepStrictEqual } from 'node:util';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { EarlierPage, Evidence } from '@sangam/shared/trust/evidence';
import { trustServerLimits } from '@sangam/shared/trust/limits';

/** The evidence with the chosen messages that it lacked. Messages that it had stay as they were reported. */
export function withMessagesOf(stored: Evidence, added: Evidence): Evidence {
  const [before, now] = [reportedSeqs(stored), reportedSeqs(added)];
  const seqs = [...new Set([...before, ...now])];
  if (seqs.length === before.length) return stored;
  const known = stored.messages ?? [];
  const more = (added.messages ?? []).filter(({ seq }) => !known.some((message) => message.seq === seq));
  const messages = [...known, ...more].sort((a, b) => a.seq - b.seq);
  return { ...stored, messages, seqs };
}

/**
 * The evidence with the page as it is now, and the pictures and notes since. All reported parts stay, replaced texts as earlier ones, whatever
 * was kept of them since.
 */
export function withPageOf(stored: Evidence, now: Evidence, at: Date): Evidence {
  const { notes = [] } = stored;
  const added = (now.notes ?? []).filter(({ at, text }) => !notes.some((one) => one.at === at && one.text === text));
  const allNotes = [...notes, ...added].slice(0, NOTES_MAX);
  const page = { ...stored, ...(allNotes.length > 0 && { notes: allNotes }) };
  if (stored.member && now.member) {
    const [before = [], since = []] = [stored.member.pictures, now.member.pictures];
    const pictures = [...new Set([...before, ...since])].slice(0, PICTURES_MAX);
    page.member = { ...withEarlier(stored.member, now.member, at), ...(pictures.length > 0 && { pictures }) };
  }
  if (stored.project && now.project) page.project = withEarlier(stored.project, now.project, at);
  return page;
}

type Page = Partial<Omit<EarlierPage, 'replaced_at'>> & {
  earlier?: EarlierPage[];
  pictures?: string[];
  creator?: object;
};

/** The page as it is now, with all earlier texts of both, those of the stored one included. */
function withEarlier<T extends Page>(stored: T, now: T, at: Date): T {
  const { earlier: known = [], pictures: _, creator: __, ...shown } = stored;
  const { earlier: since = [] } = now;
  const texts = [...known, ...since.filter((one) => !known.some((other) => isDeepStrictEqual(one, other)))];
  const isThere = ([field, text]: [string, unknown]) =>
    [now, ...texts].some((page) => isDeepStrictEqual(Object.entries(page).find(([name]) => name === field)?.[1], text));
  const gone = Object.entries(shown).filter((entry) => !isThere(entry));
  if (gone.length > 0) texts.push({ ...Object.fromEntries(gone), replaced_at: at.toISOString() });
  const earlier = texts.slice(0, EARLIER_MAX);
  return { ...now, ...(earlier.length > 0 && { earlier }) };
}

/** In a report that was repeated: twice as many as one stores. */
const PICTURES_MAX = 2 * (peopleServerLimits.replacedPicturesMax + 1);
const NOTES_MAX = 2 * trustServerLimits.reportedNotesMax;
const EARLIER_MAX = 2 * trustServerLimits.earlierPagesMax;

/** The numbers of the reported messages; reports of earlier versions have one. */
export const reportedSeqs = ({ seq, seqs }: Pick<Evidence, 'seq' | 'seqs'>): number[] =>
  seqs ?? (seq === undefined ? [] : [seq]);

/** Evidence without what members wrote but a project's title: a list may name a hundred reports, each with many texts. */
export type EvidenceInBrief = Pick<Evidence, 'seq' | 'seqs'> & {
  project?: Partial<Pick<NonNullable<Evidence['project']>, 'title' | 'creator'>>;
  messages?: Pick<NonNullable<Evidence['messages']>[number], 'seq' | 'sender'>[];
};
