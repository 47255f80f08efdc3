import type { Plugin, Rolldown } from 'vite';
import { withoutUnusedOfReact } from './light-react.ts';
import { ofSocket, withoutUnusedOfSocket } from './light-socket.ts';
import { without } from './without.ts';

type Bundle = Rolldown.OutputBundle;

/** React Router names its components by statements, which keep in the bundle what nothing uses. */
const NAMES = /^\w+\.displayName = .*;$/gmu;
/** So do calls that might do something else than make a component. */
const CALLS = /= (?=React\d*\.(?:forwardRef|createContext|memo)\()/gu;
/**
 * Statements that lead to code for its framework and data routers, neither of which this application has. Its warnings and refusals are for
 * mistakes in the use of its components, which a development build and the tests still report.
 */
const FRAMEWORK: [from: string, to: string][] = [
  ...['invariant(value', 'warning(cond', 'warningOnce(key', 'getInvalidPathError(char'].map(
    (name): [string, string] => [`function ${name}`, `/* @__NO_SIDE_EFFECTS__ */ function ${name}`],
  ),
  ['let dataRouterState = dataRouterOpts?.state;', 'const dataRouterState = undefined;'],
  ['return isDataRoute ? useNavigateStable() : useNavigateUnstable();', 'return useNavigateUnstable();'],
  ['RenderErrorBoundary.contextType = RSCRouterContext;', ''],
  ['let routerState = React10.useContext(DataRouterStateContext);', 'const routerState = null;'],
  ['function usePrefetchBehavior(prefetch, theirElementProps) {', '$& return [false, null, {}];'],
  ['return shouldPrefetch && !isAbsolute ?', 'return false ?'],
];

const withoutUnusedOfRouter = (code: string): string =>
  (code.includes('function usePrefetchBehavior') ? without(code, FRAMEWORK) : code)
    .replace(NAMES, '')
    .replace(CALLS, '= /* @__PURE__ */ ');

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

interface Host {
  hostId: string;
  hostType: 'html' | 'js';
}

/**
 * Names for an import on demand only the files that aren't there yet. By itself Vite lists all that the file needs, which
 * weighed over 3 kB on a page.
 */
export function notYetLoaded(_file: string, needed: string[], { hostId, hostType }: Host): string[] {
  if (hostType === 'html') return needed;
  const entry = Object.values(built).find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? hostId;
  const loaded = loadedBy(built, entry, loadedBy(built, hostId));
  const missing = needed.filter((name) => !loaded.has(name));
  // The import itself requests one file as early.
  return missing.length > 1 ? missing : [];
}

/** Keeps from the client what it has no use for: parts of libraries, and the contract's schemas, of which it needs the types only. */
export const light = (): Plugin => ({
  name: 'light',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: {
      id: /node_modules\/(?:react-dom\/cjs\/react-dom-client\.production|react-router\/|(?:socket|engine)\.io-(?:client|parser)\/)/,
    },
    handler(code, id) {
      if (id.includes('/react-dom/')) return { code: withoutUnusedOfReact(code), map: null };
      const shorter = id.includes('react-router') ? withoutUnusedOfRouter(code) : withoutUnusedOfSocket(code, id);
      return { code: shorter, map: null };
    },
  },
  // Its package names the build with warnings for developers only.
  resolveId: {
    filter: { id: /^react-router(?:\/dom)?$/ },
    async handler(id, importer) {
      const found = await this.resolve(id, importer, { skipSelf: true });
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
    },
  },
  load: {
    filter: { id: /\/(?:socket|engine)\.io-(?:client|parser)\// },
    handler: (id) => ofSocket(id),
  },
  generateBundle(_options, bundle) {
    built = bundle;
    const cycle = cycleOf(bundle)?.map((name) => `${name} with ${firstOf(bundle[name])}`);
    if (cycle) this.error(`These files import each other: ${cycle.join(', ')}. See client/build/chunks.ts.`);
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !file.moduleIds.some((id) => id.includes('/node_modules/typebox/'))) continue;
      const schemas = file.moduleIds.filter((id) => id.includes('/shared/src/'));
      this.error(`The client would load typebox with one of ${schemas.join(', ')}: import its types only.`);
    }
  },
});
