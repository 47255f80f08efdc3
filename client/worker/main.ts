import { answerFile, answerHashed, answerPage } from './answers';
import { type Kind, kindOf } from './kind';
import { openNotice, showPushed } from './push';
import { deleteOldVersions, storeVersion, type Version } from './versions';

/** Written before this code by its build. */
declare const VERSION: Version;

const worker = self as unknown as ServiceWorkerGlobalScope;

const answers: Record<Kind, (version: Version, event: FetchEvent) => Promise<Response>> = {
  page: answerPage,
  hashed: answerHashed,
  file: answerFile,
};

/** Tells tabs which version this worker has; one of another version then offers to reload (client/src/app/updates.ts). */
const tell = (tabs: readonly Pick<Client, 'postMessage'>[]): void => {
  for (const tab of tabs) tab.postMessage({ version: VERSION.version });
};

async function takeOver(): Promise<void> {
  await deleteOldVersions(VERSION);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  tell(await worker.clients.matchAll({ type: 'window' }));
}

// It does not wait for the tabs of the version before: their files are kept, and whoever reloads has the new version.
worker.addEventListener('install', (event) => {
  event.waitUntil(storeVersion(VERSION).then(() => worker.skipWaiting()));
});
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, worker.location.origin);
  if (kind !== null) event.respondWith(answers[kind](VERSION, event));
});
worker.addEventListener('push', (event) => event.waitUntil(showPushed(worker, event.data?.json())));
worker.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(worker, event.notification)));
worker.addEventListener('message', ({ source }) => {
  if (source) tell([source]);
});
