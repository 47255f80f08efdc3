import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/render';
import { useAsk } from './use-ask';

function Card() {
  const { button, panel } = useAsk({
    ...{ label: 'Reject', question: 'Reject Asha', consequence: 'Asha is notified.', yes: 'Reject request' },
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
  ['a thread that follows its end', 0, 1],
  ['a page, which the browser keeps still', undefined, 0],
])('shows the whole question below its button in %s', async (_, tabIndex, times) => {
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
  screen.getByRole('group', { name: 'Reject Asha' });
  if (times > 0) await waitFor(() => expect(shown).toContain('Reject Asha'));
  else expect(shown).toEqual([]);
});
