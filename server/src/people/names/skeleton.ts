import { CONFUSABLES } from './confusables.generated.js';

/** Maps each confusable character to the text that it looks like. */
function readTable(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const group of CONFUSABLES.split(' ')) {
    const [to = '', from = ''] = group.split(':');
    const text = String.fromCodePoint(...to.split('+').map((code) => Number.parseInt(code, 36)));
    let last = 0;
    for (const step of from.split(',')) {
      last += Number.parseInt(step, 36);
      table.set(String.fromCodePoint(last), text);
    }
  }
  return table;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwyz'];
/** Small capitals, which the table keeps apart from the letters that they look like. */
const smallCapitals = new Map(
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ'].map((letter, index): [string, string] => [letter, LETTERS[index] ?? letter]),
);

let table: ReadonlyMap<string, string> | undefined;

/**
 * The skeleton of a text (UTS 39): two texts that look alike have the same one. Texts are taken in NFKC, so full-width and
 * mathematical letters count as the plain ones.
 */
export function skeleton(text: string): string {
  table ??= readTable();
  const confusables = table;
  const decomposed = text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return [...decomposed]
    .map((char) => smallCapitals.get(char) ?? char)
    .map((char) => confusables.get(char) ?? char)
    .join('')
    .normalize('NFD');
}

const separators = /[^\p{L}\p{N}\p{M}]+/gu;

/**
 * Returns the keys by which names are compared, whatever their case and separators: names that look alike share a key. There are two, since
 * some letters look alike in one case only, such as capital I and small l.
 */
export function lookalikeKeys(name: string): string[] {
  const small = skeleton(name.normalize('NFKC').toLowerCase());
  const asWritten = skeleton(skeleton(name).toLowerCase());
  return [...new Set([small, asWritten].map((text) => text.replace(separators, '').toLowerCase()))];
}

/** Whether two names look alike. */
export const looksLike = (name: string, other: string): boolean => {
  const otherKeys = lookalikeKeys(other);
  return lookalikeKeys(name).some((key) => otherKeys.includes(key));
};
