import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { held } from '../../testing/held';
import { leave, show } from '../../testing/render';
import { Decided } from './Decided';
import { Still } from './StillRow';
import { useAsk } from './use-ask';

function Card() {
  const { button, panel } = useAsk({
    label: 'Reject',
    question: 'Reject Asha',
    consequence: 'Asha is notified.',
    yes: 'Reject request',
    act: async () => true,
  });
  return (
    <div>
      {button}
      {panel}
    </div>
  );
}

it.each([
  ['a thread that follows its end', 0],
  ['a page', undefined],
])('scrolls the question into view below its button in %s, and focuses it', async (_, tabIndex) => {
  const shown: (string | null)[] = [];
  const into = vi.fn(function (this: Element) {
    shown.push(this.getAttribute('aria-label'));
  });
  Object.assign(Element.prototype, { scrollIntoView: into, scrollBy: () => undefined });
  const user = show(
    <section tabIndex={tabIndex}>
      <Card />
    </section>,
  );
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  const question = screen.getByRole('group', { name: 'Reject Asha' });
  expect(screen.getByRole('button', { name: 'Reject' }).matches('[aria-expanded=true].opens')).toBe(true);
  await waitFor(() => expect(shown).toContain('Reject Asha'));
  expect(document.activeElement).toBe(question);
});

it('closes the question on Escape from its button or a field, but not while the answer is being sent', async () => {
  const sent = held(false);
  const act = vi.fn(sent.reply);
  const onClose = vi.fn();
  function Asking() {
    const { button, panel } = useAsk({
      label: 'Reject',
      question: 'Reject Asha',
      consequence: 'Asha is notified.',
      yes: 'Reject request',
      fields: <input aria-label="Note" />,
      act,
      onClose,
    });
    return (
      <>
        {button}
        {panel}
      </>
    );
  }
  const user = show(<Asking />);
  const opener = screen.getByRole('button', { name: 'Reject' });
  for (const from of ['button', 'field'] as const) {
    await user.click(opener);
    if (from === 'field') await user.type(screen.getByLabelText('Note'), 'Next time');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('group')).toBeNull();
    expect(document.activeElement).toBe(opener);
  }
  expect(onClose).toHaveBeenCalledTimes(2);
  await user.click(opener);
  await user.click(screen.getByRole('button', { name: 'Reject request' }));
  await user.keyboard('{Escape}');
  screen.getByRole('group', { name: 'Reject Asha' });
  sent.release();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Reject request' }).hasAttribute('aria-busy')).toBe(false),
  );
});

function Repairable() {
  const [isRejected, setRejected] = useState(false);
  const { button, panel } = useAsk({
    label: 'Reject',
    question: 'Reject Asha',
    consequence: 'Asha is notified.',
    yes: 'Reject request',
    fields: <input aria-label="Note" />,
    act: async () => {
      setRejected(true);
      return true;
    },
    done: isRejected ? <button type="button">Reopen</button> : null,
  });
  return (
    <section>
      <Still>
        {!isRejected && button}
        {panel}
      </Still>
    </section>
  );
}

it('keeps an answered question readable in its place until the pointer has left', async () => {
  const user = show(<Repairable />);
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await user.type(screen.getByLabelText('Note'), 'Next time');
  await user.click(screen.getByRole('button', { name: 'Reject request' }));
  const note = screen.getByDisplayValue('Next time');
  await waitFor(() => expect(screen.getByText('Reject request').closest('[inert].invisible')).not.toBeNull());
  expect(note.closest('[inert]')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Reopen' }).closest('[inert]')).toBeNull();
  await leave(user);
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull(), { timeout: 3_000 });
});

function Declinable() {
  const [isDeclined, setDeclined] = useState(false);
  const outcome = isDeclined ? 'Declined' : null;
  const { button, panel, isDone } = useAsk({
    label: 'Decline',
    question: 'Decline the seat',
    consequence: 'The seat goes to the next member.',
    yes: 'Decline seat',
    act: async () => {
      setDeclined(true);
      return true;
    },
    done: outcome,
  });
  return (
    <div data-decision>
      <Decided outcome={isDone ? '' : outcome}>{button}</Decided>
      {(!isDeclined || isDone) && panel}
    </div>
  );
}

async function decline(user: ReturnType<typeof show>) {
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await user.click(screen.getByRole('button', { name: 'Decline seat' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Declined'));
}

it('keeps an answered question outside of a list until a focus that shows has left', async () => {
  const user = show(<Declinable />);
  await decline(user);
  await user.hover(document.body);
  // Longer than a reader rests.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(document.activeElement?.closest('[role=group]')).not.toBeNull();
  await leave(user);
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull(), { timeout: 8_000 });
});

it('passes the focus on when an answered question closes', async () => {
  const { matches } = Element.prototype;
  // As after a press with the mouse.
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector !== ':focus-visible' && matches.call(this, selector);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const user = show(<Declinable />);
  await decline(user);
  await user.hover(document.body);
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull(), { timeout: 8_000 });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Declined'));
});

function Withdrawable({ arrived }: { arrived: Promise<void> }) {
  const [isWithdrawn, setWithdrawn] = useState(false);
  const { button, panel, isDone } = useAsk({
    label: 'Withdraw',
    question: 'Withdraw the request',
    consequence: 'The creator is notified.',
    yes: 'Withdraw request',
    act: async () => {
      setWithdrawn(true);
      await arrived;
      return true;
    },
    done: isWithdrawn ? <p>You withdrew the request</p> : null,
  });
  return (
    <div data-decision>
      <Decided outcome={isWithdrawn ? '' : null}>{button}</Decided>
      {(!isWithdrawn || isDone) && panel}
    </div>
  );
}

it('keeps the place of a question, with its outcome, when that comes before the answer', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const user = show(<Withdrawable arrived={arrived} />);
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  const place = screen.getByRole('group');
  await user.click(screen.getByRole('button', { name: 'Withdraw request' }));
  const hasOutcome = () => {
    expect(screen.getByRole('group')).toBe(place);
    expect(screen.getByText('Withdraw request').closest('.invisible')).not.toBeNull();
    for (const words of ['You withdrew the request', 'The creator is notified.'])
      expect(place.contains(screen.getByText(words))).toBe(true);
  };
  hasOutcome();
  arrive();
  await new Promise((resolve) => setTimeout(resolve, 20));
  hasOutcome();
});
