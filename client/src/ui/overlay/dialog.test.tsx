import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../testing/render';
import { Chip } from '../Chip';
import { Dialog } from './Dialog';

let showOutcome = () => {};

/** A card whose button opens a dialog. Once the dialog is done, the button is gone and its outcome comes late. */
function Card() {
  const [stage, setStage] = useState<'open' | 'asking' | 'done' | 'shown'>('open');
  showOutcome = () => setStage('shown');
  return (
    <main id="main" tabIndex={-1}>
      <article>
        {(stage === 'open' || stage === 'asking') && (
          <button type="button" onClick={() => setStage('asking')}>
            Join
          </button>
        )}
        {stage === 'shown' && <Chip isOutcome>Pending</Chip>}
      </article>
      <button type="button">Other</button>
      <Dialog open={stage === 'asking'} onOpenChange={() => undefined} title="Join">
        <button type="button" onClick={() => setStage('done')}>
          Send
        </button>
      </Dialog>
    </main>
  );
}

async function answer() {
  const user = show(<Card />);
  await user.click(screen.getByRole('button', { name: 'Join' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  return user;
}

it('passes the focus of a button that has disappeared to its outcome, however late that comes', async () => {
  await answer();
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  act(showOutcome);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Pending'));
});

it('leaves the focus where the member has put it meanwhile', async () => {
  const user = await answer();
  await user.tab();
  const { activeElement } = document;
  expect(activeElement?.textContent).toBe('Other');
  act(showOutcome);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.activeElement).toBe(activeElement);
});
