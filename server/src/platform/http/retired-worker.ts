/**
 * The service worker that `SERVICE_WORKER=off` serves: it removes itself and every file that its predecessor stored. Browsers
 * install it at their next update check. Members' own data in the browser stays.
 */
export const retiredWorker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const stored = caches.keys().then((names) => names.filter((name) => name.startsWith('sangam-')));
  const emptied = stored.then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(emptied.then(() => self.registration.unregister()));
});
`;
