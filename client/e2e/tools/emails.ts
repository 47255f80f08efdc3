import { sampleEmailPages } from '@sangam/server/app/sample-emails';
import type { Browser } from 'playwright-core';

const operator = { name: 'Example College', address: '12 Ring Road, Pune 411001', email: 'help@college.example' };

/** Takes a picture of each email that the product sends, as a phone shows it to readers of either theme. */
export async function photographEmails(browser: Browser, folder: string): Promise<void> {
  const emails = sampleEmailPages({ publicUrl: 'https://sangam.example', operator });
  for (const colorScheme of ['dark', 'light'] as const) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme });
    const page = await context.newPage();
    for (const { name, html } of emails) {
      await page.setContent(html);
      await page.screenshot({ path: `${folder}email-${name}-${colorScheme}-390.png`, fullPage: true });
    }
    await context.close();
  }
  process.stdout.write(`${emails.length} emails: done\n`);
}
