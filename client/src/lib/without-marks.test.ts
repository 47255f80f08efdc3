import { expect, it } from 'vitest';
import { withoutMarks } from './without-marks';

it.each([
  ['a **bold** and **bolder** word', 'a bold and bolder word'],
  ['~~old~~ new', 'old new'],
  ['_it_ and `aria-label="S"`.', 'it and aria-label="S".'],
  ['Done:\n```sh\nnpm run build\n```', 'Done:\n npm run build\n '],
])('takes the signs from %j', (text, words) => expect(withoutMarks(text)).toBe(words));

it.each(['2 ** 3 ** 4', 'snake_case_name', 'a_b_ c', '__init__', 'a ` tick', '**open'])('leaves %j as it is', (text) =>
  expect(withoutMarks(text)).toBe(text),
);

it('takes no longer for a long text of signs', () => {
  expect(withoutMarks('**'.repeat(5_000)).length).toBeLessThanOrEqual(400);
});
