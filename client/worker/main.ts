import { answerFile, answerHashed, answerPage, type Kind, kindOf } from './answers';
import { deleteOldVersions, storeVersion, type Version } from './versions';
import { openPressed, readPushed, showPushed } from './web-push';

/** The build inserts it before this code. */
declare const VERSION: Version;

const worker = self as unknown as ServiceWorkerGlobalScope;

const answers: Record<Kind, (version: Version, event: FetchEvent) => Promise<Response>> = {
  page: answerPage,
  hashed: answerHashed,
  file: answerFile,
};

/** Sends tabs the version of this worker; a tab with another one then offers to reload (client/src/app/updates.ts). */
const sendVersion = (tabs: readonly Pick<Client, 'postMessage'>[]): void => {
  for (const tab of tabs) tab.postMessage({ version: VERSION.version });
};

async function activate(): Promise<void> {
  await deleteOldVersions(VERSION);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  sendVersion(await worker.clients.matchAll({ type: 'window' }));
}

// Doesn't wait for tabs of the previous version: their files stay cached, and a reload brings the new version.
worker.addEventListener('install', (event) => {
  event.waitUntil(storeVersion(VERSION).then(() => worker.skipWaiting()));
});
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, worker.location.origin);
  if (kind !== null) event.respondWith(answers[kind](VERSION, event));
});
worker.addEventListener('push', (event) => event.waitUntil(showPushed(worker, readPushed(event.data))));
worker.addEventListener('notificationclick', (event) => event.waitUntil(openPressed(worker, event.notification)));
worker.addEventListener('message', ({ source }) => {
  if (source) sendVersion([source]);
});
