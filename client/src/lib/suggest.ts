import { splitSkills } from '@sangam/shared/rules/text';

const same = (text: string): string => text.trim().toLowerCase();

/** What of `all` fits the typed text, whatever the case: first what begins with it, in the order given. */
function fitting(all: readonly string[], typed: string, max: number): string[] {
  const wanted = same(typed);
  const found = all.filter((each) => same(each).includes(wanted) && same(each) !== wanted);
  const begins = found.filter((each) => same(each).startsWith(wanted));
  return [...new Set([...begins, ...found])].slice(0, max);
}

/** How a field's suggestions are found in its text, and how one is put into it. */
export interface Completion {
  suggest: (all: readonly string[], text: string) => string[];
  complete: (text: string, suggestion: string) => string;
}

/** One value, such as a college: suggested once something is typed. */
export const oneValue: Completion = {
  suggest: (all, text) => (text.trim() === '' ? [] : fitting(all, text, 4)),
  complete: (_, suggestion) => suggestion,
};

const lastPart = (text: string): string => text.slice(text.lastIndexOf(',') + 1);

/** Skills with commas between them: suggested for the last one, without those that are named already. */
export const skillList: Completion = {
  suggest(all, text) {
    const named = new Set(splitSkills(text).map(same));
    return fitting(
      all.filter((each) => !named.has(same(each))),
      lastPart(text),
      6,
    );
  },
  complete(text, suggestion) {
    const before = text.slice(0, text.length - lastPart(text).length);
    return `${before.trim()}${before === '' ? '' : ' '}${suggestion}, `;
  },
};
