import { writeFile } from 'node:fs/promises';
import type { Rolldown } from 'vite';
import { loadedBy } from './file-imports.ts';

type Bundle = Rolldown.OutputBundle;

const CONNECTION = ['app/live/connection', 'socket.io-client'];

/**
 * The parts that a page imports on demand at each visit, by its route (`client/src/app/router.tsx`). Parts of some visits are left out,
 * since a file that isn't used delays the others.
 */
const PAGES: Record<string, readonly string[]> = {
  '/': ['app/landing/LandingPage'],
  '/login': ['people/screens/sign-in/LoginPage'],
  '/signup': ['people/screens/sign-in/SignupPage'],
  '/projects': ['app/projects/ProjectsPage'],
  '/projects/:id': ['app/projects/ProjectDetailPage'],
  '/people/:id': ['app/people/MemberPage'],
  '/collaborators': ['app/people/FindPeoplePage'],
  '/dashboard': ['app/dashboard/DashboardPage', ...CONNECTION],
  '/work': ['app/work/WorkPage', ...CONNECTION],
  '/profile': ['app/profile/ProfilePage', ...CONNECTION],
  '/settings/:section': ['app/settings/SettingsPage', ...CONNECTION],
  '/messages': ['chat/screens/MessagesPage', ...CONNECTION],
  '/messages/:userId': ['chat/screens/MessagesPage', ...CONNECTION],
  '/messages/c/:conversationId': ['chat/screens/MessagesPage', ...CONNECTION],
};

function fileWith(bundle: Bundle, part: string): string {
  const isPart = (id: string) => id.includes(`/client/src/${part}.`) || id.includes(`/node_modules/${part}/`);
  const file = Object.values(bundle).find((one) => one.type === 'chunk' && one.moduleIds.some(isPart));
  if (file === undefined) throw new Error(`No file has ${part}. See client/build/preloads.ts.`);
  return file.fileName;
}

const script = (file: string) => `</${file}>;rel=modulepreload`;

/**
 * Writes a header for each page that names all its files, for the server to send with it (`server/src/platform/http/preloads.ts`):
 * otherwise a browser finds them one round trip after another. The files that `index.html` names come first.
 */
export async function writePreloads(bundle: Bundle, path: string): Promise<void> {
  const inPage = loadedBy(bundle, fileWith(bundle, 'main'));
  const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'));
  if (styles.length !== 1) throw new Error(`Not one style sheet, but ${styles.length}. See client/build/preloads.ts.`);
  const first = [
    '</boot.js>;rel=preload;as=script',
    ...styles.map((file) => `</${file}>;rel=preload;as=style;crossorigin`),
    ...[...inPage].map(script),
  ];
  const headerOf = (parts: readonly string[]) => {
    const files = new Set(parts.flatMap((part) => [...loadedBy(bundle, fileWith(bundle, part))]));
    const others = [...files].filter((file) => !inPage.has(file));
    return [...first, ...others.map((file) => `${script(file)};fetchpriority=low`)].join();
  };
  const headers = Object.entries(PAGES).map(([route, parts]) => [route, headerOf(parts)]);
  await writeFile(path, JSON.stringify(Object.fromEntries(headers)));
}
