/**
 * The service worker that `SERVICE_WORKER=off` serves: it removes itself and every file that the one before it stored. Browsers
 * take it in the place of that one at their next look for an update. What members keep in the browser stays.
 */
export const retiredWorker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const stored = caches.keys().then((names) => names.filter((name) => name.startsWith('sangam-')));
  const emptied = stored.then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(emptied.then(() => self.registration.unregister()));
});
`;
