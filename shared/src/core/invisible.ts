// White space other than the space itself, and the Braille pattern without dots.
const oddSpaces = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]/gu;
/** Characters that show nothing of their own: format controls, joiners, fillers, variation selectors, tags. */
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]+/gu;

const ZWNJ = '\u200c';
const ZWJ = '\u200d';
const EMOJI_STYLE = '\ufe0f';

const emojiEnd = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const emojiBegin = /^\p{Extended_Pictographic}/u;
const keycapEnd = /[0-9#*]$/u;
const hanEnd = /\p{Script=Han}$/u;
const hanVariation = /[\u{e0100}-\u{e01ef}]/u;
// England, Scotland and Wales: a black flag and the letters of the region as tags.
const flagEnd = /\u{1f3f4}$/u;
const flagTags =
  /^\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u;

/** Scripts of India and its neighbours, in which a joiner chooses the form of a conjunct. */
const indic =
  '[\\p{sc=Beng}\\p{sc=Deva}\\p{sc=Gujr}\\p{sc=Guru}\\p{sc=Knda}\\p{sc=Khmr}\\p{sc=Mlym}\\p{sc=Mymr}\\p{sc=Orya}\\p{sc=Sinh}\\p{sc=Taml}\\p{sc=Telu}]';
const virama =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u1039\\u103a\\u17d2]';
const viramaEnd = new RegExp(`${virama}$`, 'u');
const viramaBegin = new RegExp(`^${virama}`, 'u');
const indicEnd = new RegExp(`${indic}$`, 'u');
const indicBegin = new RegExp(`^${indic}`, 'u');
// Persian, Urdu, Kurdish and others write a ZWNJ inside words. Vowel marks may stand before it.
const arabicEnd = /\p{L}\p{M}*$/u;
const arabicBegin = /^\p{L}/u;
const isArabic = /^\p{Script=Arabic}|\p{Script=Arabic}\p{M}*$/u;

/** The invisible characters of a run that its neighbours need. */
function keepNeeded(run: string, before: string, after: string): string {
  const isEmoji = emojiEnd.test(before);
  if (isEmoji) {
    if (flagEnd.test(before)) return flagTags.exec(run)?.[0] ?? '';
    const style = run.includes(EMOJI_STYLE) ? EMOJI_STYLE : '';
    return style + (run.includes(ZWJ) && emojiBegin.test(after) ? ZWJ : '');
  }
  if (keycapEnd.test(before)) return run.includes(EMOJI_STYLE) && after.startsWith('\u20e3') ? EMOJI_STYLE : '';
  if (hanEnd.test(before)) return hanVariation.exec(run)?.[0] ?? '';
  const joiner = [...run].find((character) => character === ZWJ || character === ZWNJ) ?? '';
  if (viramaEnd.test(before)) return joiner === ZWJ || indicBegin.test(after) ? joiner : '';
  if (indicEnd.test(before)) return joiner === ZWJ && viramaBegin.test(after) ? joiner : '';
  const joinsArabic =
    arabicEnd.test(before) && isArabic.test(before) && arabicBegin.test(after) && isArabic.test(after);
  return joinsArabic && joiner === ZWNJ ? joiner : '';
}

/** A character with the marks on it: no rule looks further. */
const NEIGHBOUR_MAX = 12;

/**
 * Removes invisible characters from a line, so that lines that differ also look different. Joiners stay between letters that need them
 * (Indic scripts, Persian), and in emoji.
 */
export const withoutInvisible = (text: string): string =>
  text
    .replace(oddSpaces, ' ')
    .replace(invisible, (run, offset: number) =>
      keepNeeded(
        run,
        text.slice(Math.max(0, offset - NEIGHBOUR_MAX), offset),
        text.slice(offset + run.length, offset + run.length + NEIGHBOUR_MAX),
      ),
    );
