import type { Locator, Page } from 'playwright-core';

/** A member's actions and observations on /messages. */
export const chat = ({ page }: { page: Page }) => {
  const composer = page.getByPlaceholder('Write a message');
  const row = (name: string): Locator =>
    page
      .getByRole('region', { name: 'Conversations', exact: true })
      .getByRole('link', { name: new RegExp(name, 'u') })
      .first();
  return {
    composer,
    async open(name: string) {
      await row(name).click();
      await composer.waitFor();
    },
    async write(text: string) {
      await composer.fill(text);
      await composer.press('Enter');
    },
    /** The bubble of a message with this text. */
    bubble: (text: string): Locator => page.locator('[data-message]', { hasText: text }),
    tick: (text: string): Locator => page.locator('[data-message]', { hasText: text }).locator('[data-tick]'),
    bell: page.getByRole('button', { name: /^New messages/u }).first(),
    row,
    banner: page.getByText('Reconnecting. Messages will be sent later.'),
    /** The texts of the thread on screen, from top to bottom. */
    texts: () =>
      page.locator('[data-message]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-message'))),
  };
};

/** Waits until a tick has this state. */
export const untilTick = (tick: Locator, state: string): Promise<void> =>
  tick.and(tick.page().locator(`[data-tick="${state}"]`)).waitFor();
