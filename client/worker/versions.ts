/** One version of the application: written into the worker by its build (client/build/service-worker.ts). */
export interface Version {
  version: string;
  /** Every file, with the hash of its content. */
  files: readonly { url: string; integrity: string }[];
}

const PREFIX = 'sangam-';
/** The number of earlier versions to keep: open tabs of the previous one still use its files. */
const EARLIER_MAX = 1;

const nameOf = ({ version }: Version): string => PREFIX + version;

/**
 * Stores all files of a version, or none. Rejects, and the previous version stays, if a file is incomplete or its content is not the built
 * one, as with two servers of different versions behind one address.
 */
export async function storeVersion(version: Version): Promise<void> {
  const name = nameOf(version);
  const isNew = !(await caches.has(name));
  const cache = await caches.open(name);
  const requests = version.files.map(({ url, integrity }) => {
    // Files with a hash are already in the browser's own cache, since the page has just loaded them.
    const isHashed = url.startsWith('/assets/');
    return new Request(url, { integrity, credentials: 'omit', cache: isHashed ? 'default' : 'no-cache' });
  });
  try {
    await cache.addAll(requests);
  } catch (error) {
    if (isNew) await caches.delete(name);
    throw error;
  }
}

/** Deletes all versions but this one and the previous one. */
export async function deleteOldVersions(version: Version): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== nameOf(version));
  await Promise.all(others.slice(0, -EARLIER_MAX).map((name) => caches.delete(name)));
}

/** The page of this version, if it is stored. */
export const storedPage = (version: Version): Promise<Response | undefined> =>
  readable(async () => (await caches.open(nameOf(version))).match('/', { ignoreVary: true }));

/** The file of this version, or of an earlier one whose tabs are still open. */
export const storedFile = (version: Version, url: string): Promise<Response | undefined> =>
  readable(async () => {
    const found = await (await caches.open(nameOf(version))).match(url, { ignoreVary: true });
    return found ?? caches.match(url, { ignoreVary: true });
  });

/** If the storage fails, counts as not stored: the server still has the file. */
async function readable(read: () => Promise<Response | undefined>): Promise<Response | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
