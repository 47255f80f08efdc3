import type { Page } from 'playwright-core';

/** Opens a member's menu at the end of the bar, or a phone's menu. */
async function openAccountMenu(page: Page): Promise<void> {
  const wide = page.getByRole('button', { name: 'Account menu' });
  const phone = page.getByRole('button', { name: 'Open menu' });
  await wide.or(phone).filter({ visible: true }).click();
  await page.getByText('Log out', { exact: true }).waitFor();
}

/** Logs out by the menu. */
export async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByText('Log out', { exact: true }).click();
}
