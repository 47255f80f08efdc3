import { isDeepStrictEqual } from 'node:util';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { EarlierPage, Evidence } from '@sangam/shared/trust/evidence';
import { trustServerLimits } from '@sangam/shared/trust/limits';

/** Adds the chosen messages that the evidence lacks. Its own messages stay as they were reported. */
export function withMessagesOf(stored: Evidence, added: Evidence): Evidence {
  const [before, now] = [reportedSeqs(stored), reportedSeqs(added)];
  const seqs = [...new Set([...before, ...now])];
  if (seqs.length === before.length) return stored;
  const storedMessages = stored.messages ?? [];
  const more = (added.messages ?? []).filter(({ seq }) => !storedMessages.some((message) => message.seq === seq));
  const messages = [...storedMessages, ...more].sort((a, b) => a.seq - b.seq);
  return { ...stored, messages, seqs };
}

/**
 * Adds the page as it is now, and newer pictures and notes. All reported parts stay, replaced texts as earlier ones, even if they are no
 * longer stored elsewhere.
 */
export function withPageOf(stored: Evidence, now: Evidence, at: Date): Evidence {
  const { notes = [] } = stored;
  const added = (now.notes ?? []).filter(({ at, text }) => !notes.some((note) => note.at === at && note.text === text));
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

/** Returns the current page with the earlier texts of both, including the texts of the stored page. */
function withEarlier<T extends Page>(stored: T, now: T, at: Date): T {
  const { earlier: knownTexts = [], pictures: _, creator: __, ...shown } = stored;
  const { earlier: since = [] } = now;
  const texts = [
    ...knownTexts,
    ...since.filter((earlierText) => !knownTexts.some((other) => isDeepStrictEqual(earlierText, other))),
  ];
  const isStored = ([field, text]: [string, unknown]) =>
    [now, ...texts].some((page) => isDeepStrictEqual(Object.entries(page).find(([name]) => name === field)?.[1], text));
  const replacedTexts = Object.entries(shown).filter((entry) => !isStored(entry));
  if (replacedTexts.length > 0) texts.push({ ...Object.fromEntries(replacedTexts), replaced_at: at.toISOString() });
  const earlier = texts.slice(0, EARLIER_TEXTS_MAX);
  return { ...now, ...(earlier.length > 0 && { earlier }) };
}

/** The limits for a repeated report: twice those for a single one. */
const PICTURES_MAX = 2 * (peopleServerLimits.replacedPicturesMax + 1);
const NOTES_MAX = 2 * trustServerLimits.reportedNotesMax;
const EARLIER_TEXTS_MAX = 2 * trustServerLimits.earlierPagesMax;

/** Returns the numbers of the reported messages; reports by earlier versions have only one. */
export const reportedSeqs = ({ seq, seqs }: Pick<Evidence, 'seq' | 'seqs'>): number[] =>
  seqs ?? (seq === undefined ? [] : [seq]);

/** Evidence without members' texts except a project's title: a list may contain a hundred reports, each with many texts. */
export type EvidenceInBrief = Pick<Evidence, 'seq' | 'seqs'> & {
  project?: Partial<Pick<NonNullable<Evidence['project']>, 'title' | 'creator'>>;
  messages?: Pick<NonNullable<Evidence['messages']>[number], 'seq' | 'sender'>[];
};
