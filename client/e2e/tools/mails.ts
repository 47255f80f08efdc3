import { sampleMailPages } from '@sangam/server/app/sample-mails';
import type { Browser } from 'playwright-core';

const operator = { name: 'Example College', address: '12 Ring Road, Pune 411001', email: 'help@college.example' };

/** Takes a picture of each mail that the product sends, as a phone shows it to readers of either theme. */
export async function photographMails(browser: Browser, folder: string): Promise<void> {
  const mails = sampleMailPages({ publicUrl: 'https://sangam.example', operator });
  for (const colorScheme of ['dark', 'light'] as const) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme });
    const page = await context.newPage();
    for (const { name, html } of mails) {
      await page.setContent(html);
      await page.screenshot({ path: `${folder}mail-${name}-${colorScheme}-390.png`, fullPage: true });
    }
    await context.close();
  }
  process.stdout.write(`${mails.length} mails: done\n`);
}
