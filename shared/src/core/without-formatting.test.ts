import { quietTurnMs } from '@sangam/testing/servers/quiet-ms';
import { expect, it } from 'vitest';
import { withoutFormatting } from './without-formatting.js';

it.each([
  ['a **bold** and **bolder** word', 'a bold and bolder word'],
  ['~~old~~ new', 'old new'],
  ['_it_, *it* and `aria-label="S"`.', 'it, it and aria-label="S".'],
  ['**_both_**, ***all*** and ~~**old**~~', 'both, all and old'],
  ['**two\nlines**', 'two\nlines'],
  ['Done:\n```sh\nnpm run **build**\n```', 'Done:\n npm run **build** '],
  ['```\nopen **to** the end', ' open **to** the end '],
  ['`a **b** c` and ``a ` b``', 'a **b** c and a ` b'],
  ['see [the _docs_](https://example.com/a?b=c) now', 'see the _docs_ now'],
  ['> said\n> > twice\nanswer', 'said\ntwice\nanswer'],
  ['- one\n- two\n1. first', '• one\n• two\n1. first'],
  [String.raw`\*not\* this`, '*not* this'],
])('removes the formatting signs from %j', (text, words) => expect(withoutFormatting(text)).toBe(words));

it.each([
  ...['2 ** 3 ** 4', '2*3*4', 'snake_case_name', 'a_b_ c', '__init__', 'a ` tick', '**open', '>_<', '->', '- '],
  ...['**a\n\nb**', '[x](javascript:alert(1))', '[x](/projects/1)', '# not a heading', String.raw`¯\_(ツ)_/¯`],
])('leaves %j as it is', (text) => expect(withoutFormatting(text)).toBe(text));

it.each(['**', '*a', '`', '`a', '[', '[a](', '~~', '~~a', '> ', '_ _', '\\', '**a _', '```'])(
  'takes no longer for a long text of %j',
  async (sign) => {
    const text = sign.repeat(20_000);
    expect(withoutFormatting(text).length).toBeLessThanOrEqual(900);
    expect(await quietTurnMs(() => withoutFormatting(text), 50)).toBeLessThanOrEqual(50);
  },
);
