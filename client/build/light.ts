import type { Plugin } from 'vite';
import { lightIcon } from './light-icons.ts';
import { withoutUnusedOfReact } from './light-react.ts';
import { withoutUnusedOfRouter } from './light-router.ts';
import { ofSocket, withoutUnusedOfSocket } from './light-socket.ts';
import { withFixedOptions } from './light-virtual.ts';

function withoutUnused(code: string, id: string): string {
  if (id.includes('/node_modules/lucide-react/')) return lightIcon(code, id);
  if (id.includes('/node_modules/react-dom/')) return withoutUnusedOfReact(code);
  if (id.includes('/node_modules/@tanstack/')) return withFixedOptions(code);
  return id.includes('/node_modules/react-router/') ? withoutUnusedOfRouter(code) : withoutUnusedOfSocket(code, id);
}

function refuseSchemas(ids: readonly string[]): void {
  if (!ids.some((id) => id.includes('/node_modules/typebox/'))) return;
  const schemas = ids.filter((id) => id.includes('/shared/src/'));
  throw new Error(`The client would load typebox with one of ${schemas.join(', ')}: import its types only.`);
}

const LEFT_OUT = /\b(?:useActionState|useOptimistic|useTransition|useFormStatus|requestFormReset)\b/u;

/** Refuses libraries that use functions of React whose code is left out; Biome refuses them in the client's own code. */
function refuseLeftOut(id: string, code: string): void {
  const use = /\/node_modules\/react(?:-dom)?\//u.test(id) ? null : LEFT_OUT.exec(code);
  if (use) throw new Error(`${id} uses ${use[0]}, whose code client/build/light-react.ts leaves out.`);
}

/**
 * Leaves out of the client what it never runs, of five libraries, and refuses the contract's schemas, whose types suffice. Each
 * library has a file, which says what it saves. docs/weight-and-vitals.md says what to do when an upgrade fails the build.
 */
export const light = (): Plugin => ({
  name: 'light',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: {
      id: /node_modules\/(?:react-dom\/cjs\/react-dom-client\.production|react-router\/|lucide-react\/dist\/esm\/(?:createLucideIcon|icons\/(?!index))|@tanstack\/virtual-core\/|(?:socket|engine)\.io-(?:client|parser)\/)/,
    },
    handler: (code, id) => ({ code: withoutUnused(code, id), map: null }),
  },
  load: {
    filter: { id: /\/(?:socket|engine)\.io-(?:client|parser)\// },
    handler: (id) => ofSocket(id),
  },
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      refuseSchemas(file.moduleIds);
      for (const [id, { code }] of Object.entries(file.modules)) if (code !== null) refuseLeftOut(id, code);
    }
  },
});
