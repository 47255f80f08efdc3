import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether a path matches a route, in which `:name` stands for any part. */
function matchesRoute(route: string, path: string): boolean {
  const [parts, pathParts] = [route.split('/'), path.split('/')];
  return parts.length === pathParts.length && parts.every((part, at) => part.startsWith(':') || part === pathParts[at]);
}

/**
 * Returns the header that names the files of this page, as the build wrote it (`client/build/preloads.ts`); undefined for
 * other pages. Read each time, since a new build may replace the page while the server runs.
 */
export async function preloadsOf(build: string, page: string): Promise<string | undefined> {
  const path = join(build, '.preloads.json');
  // Missing for the moment in which a new build is put in place.
  if (!existsSync(path)) return undefined;
  const headers: Record<string, string> = JSON.parse(await readFile(path, 'utf8'));
  return Object.entries(headers).find(([route]) => matchesRoute(route, page))?.[1];
}
