import { currentToken } from '../../core/session/session';

/** Downloads everything that is kept of the member; false when it could not be. */
export async function downloadExport(): Promise<boolean> {
  const answer = await fetch('/api/account/export', {
    headers: { authorization: `Bearer ${currentToken() ?? ''}` },
  }).catch(() => null);
  // A connection that breaks on the way is no file.
  const file = answer?.ok ? await answer.blob().catch(() => null) : null;
  if (file === null) return false;
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: 'sangam-export.json' });
  link.click();
  URL.revokeObjectURL(url);
  return true;
}
