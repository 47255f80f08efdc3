import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../testing/render';
import { lazyPart } from './lazy-part';
import { PagePart, PageParts } from './page-parts';

/** A part whose code arrives when the test lets it. */
function part(text: string) {
  let arrive: () => void = () => undefined;
  const code = new Promise<{ Part: () => string }>((resolve) => {
    arrive = () => resolve({ Part: () => text });
  });
  return { Part: lazyPart(() => code, 'Part'), arrive: () => act(async () => arrive()) };
}

it('shows a page together with its first parts, and does not wait for later ones', async () => {
  const [first, later] = [part('First part'), part('Later part')];
  let add: () => void = () => undefined;
  function Page() {
    const [hasLater, setLater] = useState(false);
    add = () => setLater(true);
    return (
      <>
        <p>Words</p>
        <PagePart>
          <first.Part />
        </PagePart>
        {hasLater && (
          <PagePart>
            <later.Part />
          </PagePart>
        )}
      </>
    );
  }
  show(
    <PageParts fallback="Loading">
      <Page />
    </PageParts>,
  );
  screen.getByText('Loading');
  expect(screen.queryByText('Words')?.checkVisibility?.() ?? false).toBe(false);
  await first.arrive();
  await screen.findByText(/First part/u);
  act(() => add());
  screen.getByText('Words');
  expect(screen.queryByText('Loading')).toBeNull();
  await later.arrive();
  await screen.findByText(/Later part/u);
});
