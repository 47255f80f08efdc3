import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SitePageName } from '@sangam/shared/app/site';
import { cleanText, isBlank } from '@sangam/shared/core/text';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import { defaultTexts } from './default-texts.js';

/** A page's text, and a version that changes with it. */
interface SiteText {
  text: string;
  version: string;
}

export interface SitePages {
  /** The operator's own text, or the default. Follows the file while the server runs. */
  read(page: SitePageName): Promise<SiteText>;
}

/** The largest file that replaces a page's text. */
const FILE_MAX_BYTES = 100_000;
const VERSION_CHARS = 12;

const toText = (text: string): SiteText => ({
  text,
  version: createHash('sha256').update(text).digest('hex').slice(0, VERSION_CHARS),
});

/** Reads the pages whose texts operators may replace by files of their names in PAGES_DIR. */
export function createSitePages(
  { pagesDir, operator, smtpUrl }: Pick<Config, 'pagesDir' | 'operator' | 'smtpUrl'>,
  log: Pick<Logger, 'warn'>,
): SitePages {
  const cache = new Map<SitePageName, { stamp: string; text: SiteText }>();
  const fallback = (page: SitePageName): SiteText => toText(cleanText(defaultTexts[page](operator, smtpUrl !== null)));

  /** Null for a file that is too large or blank. */
  const readOwn = async (file: string, bytes: number): Promise<string | null> => {
    if (bytes > FILE_MAX_BYTES) return null;
    const text = cleanText(await readFile(file, 'utf8')).replaceAll('\0', '');
    return isBlank(text) ? null : text;
  };

  return {
    async read(page) {
      const file = join(pagesDir, `${page}.md`);
      const found = await stat(file).catch(() => null);
      const isFile = found?.isFile() === true;
      const stamp = isFile ? `${found.mtimeMs} ${found.size}` : 'none';
      const cached = cache.get(page);
      if (cached?.stamp === stamp) return cached.text;
      const ownText = isFile ? await readOwn(file, found.size).catch(() => null) : null;
      if (isFile && ownText === null)
        log.warn(
          { file, maxBytes: FILE_MAX_BYTES },
          'a page of the operator is blank, too large or unreadable; the default is shown',
        );
      const text = ownText === null ? fallback(page) : toText(ownText);
      cache.set(page, { stamp, text });
      return text;
    },
  };
}
