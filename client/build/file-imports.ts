import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const firstOf = (file: Bundle[string] | undefined) => (file?.type === 'chunk' ? file.moduleIds[0] : undefined);

/** A file that imports itself through others, by names of their modules: the order of files that do is wrong, and the page stays blank. */
function cycleOf(bundle: Bundle): string[] | undefined {
  const done = new Set<string>();
  const from = (name: string, path: string[]): string[] | undefined => {
    const at = path.indexOf(name);
    if (at >= 0) return path.slice(at);
    const file = bundle[name];
    if (file?.type !== 'chunk' || done.has(name)) return undefined;
    for (const next of file.imports) {
      const found = from(next, [...path, name]);
      if (found) return found;
    }
    done.add(name);
    return undefined;
  };
  for (const name of Object.keys(bundle)) {
    const found = from(name, []);
    if (found) return found;
  }
  return undefined;
}

/** The files that a page has loaded before a file of it runs, its own included. */
export function loadedBy(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const file = bundle[name];
  if (file?.type !== 'chunk' || found.has(name)) return found;
  found.add(name);
  for (const next of file.imports) loadedBy(bundle, next, found);
  return found;
}

let built: Bundle = {};

/** Remembers the files for `notYetLoaded`, and refuses those that import each other. */
export const fileImports = (): Plugin => ({
  name: 'file-imports',
  apply: 'build',
  generateBundle(_options, bundle) {
    built = bundle;
    const cycle = cycleOf(bundle)?.map((name) => `${name} with ${firstOf(bundle[name])}`);
    if (cycle) this.error(`These files import each other: ${cycle.join(', ')}. See client/build/chunks.ts.`);
  },
});

interface Host {
  hostId: string;
  hostType: 'html' | 'js';
}

/**
 * Names for an import on demand only the files that neither are there yet nor are requested by the import itself. By itself Vite lists
 * all that the file needs, which weighed over 4 kB on a page.
 */
export function notYetLoaded(file: string, needed: string[], { hostId, hostType }: Host): string[] {
  if (hostType === 'html') return needed;
  const entry = Object.values(built).find((each) => each.type === 'chunk' && each.isEntry)?.fileName ?? hostId;
  const loaded = loadedBy(built, entry, loadedBy(built, hostId));
  return needed.filter((name) => name !== file && !loaded.has(name));
}
