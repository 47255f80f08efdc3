import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** React Router names its components by statements, which keep in the bundle what nothing uses. */
const NAMES = /^\w+\.displayName = .*;$/gmu;
/** So do calls that might do something else than make a component. */
const CALLS = /= (?=React\d*\.(?:forwardRef|createContext)\()/gu;

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

/** Keeps from the client what it has no use for: parts of the router, and the contract's schemas, of which it needs the types only. */
export const light = (): Plugin => ({
  name: 'light',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) => ({ code: code.replace(NAMES, '').replace(CALLS, '= /* @__PURE__ */ '), map: null }),
  },
  generateBundle(_options, bundle) {
    const cycle = cycleOf(bundle)?.map((name) => `${name} with ${firstOf(bundle[name])}`);
    if (cycle) this.error(`These files import each other: ${cycle.join(', ')}. See client/build/chunks.ts.`);
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !file.moduleIds.some((id) => id.includes('/node_modules/typebox/'))) continue;
      const schemas = file.moduleIds.filter((id) => id.includes('/shared/src/'));
      this.error(`The client would load typebox with one of ${schemas.join(', ')}: import its types only.`);
    }
  },
});
