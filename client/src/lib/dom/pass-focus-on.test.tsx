import { act, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { show } from '../../testing/render';
import { passFocusOn, passFocusToRow } from './pass-focus-on';

let leave: () => void;

/** A section with a button that disappears. */
function Part({ button, children }: { button: ReactNode; children?: ReactNode }) {
  const [isThere, setThere] = useState(true);
  leave = () => setThere(false);
  return (
    <main>
      <h1>Page</h1>
      <section aria-label="Part">
        <h2>Part</h2>
        {children}
        {isThere && button}
        <input aria-label="Other" />
      </section>
    </main>
  );
}

const retry = (
  <button ref={passFocusOn} type="button" onClick={() => leave()}>
    Retry
  </button>
);
/** A button that disappears by itself. */
function Leaving() {
  const [isThere, setThere] = useState(true);
  return (
    isThere && (
      <button ref={passFocusOn} type="button" onClick={() => setThere(false)}>
        Retry
      </button>
    )
  );
}
const focused = () => document.activeElement?.textContent;

beforeEach(() => document.body.focus());

it('moves the focus from a button that disappears to the heading of its section', async () => {
  const user = show(<Part button={retry} />);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(focused()).toBe('Part');
});

it('moves the focus to the list that takes it instead, if there is one', async () => {
  const list = (
    <ul data-takes-focus>
      <li>Row</li>
    </ul>
  );
  const user = show(<Part button={retry}>{list}</Part>);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(focused()).toBe('Row');
});

it('leaves the focus where the reader moved it before the button disappears', async () => {
  const user = show(<Part button={retry} />);
  await user.click(screen.getByRole('textbox', { name: 'Other' }));
  await act(async () => leave());
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Other' }));
});

it('moves the focus to the nearest heading, not to the first of the section', async () => {
  const user = show(
    <Part button={null}>
      <div>
        <h2>Card</h2>
        <Leaving />
      </div>
    </Part>,
  );
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(focused()).toBe('Card');
});

it('moves the focus to the last row above a button that showed the last page', async () => {
  const list = (
    <ul>
      <li>
        <a href="/1">One</a>
      </li>
      <li>
        <a href="/2">Two</a>
        <ul>
          <li>Skill</li>
        </ul>
      </li>
    </ul>
  );
  const more = (
    <button ref={passFocusToRow} type="button" onClick={() => leave()}>
      Show more
    </button>
  );
  const user = show(<Part button={more}>{list}</Part>);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(focused()).toBe('Two');
});
