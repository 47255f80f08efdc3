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
      if (file.type !== 'chunk' || !file.moduleIds.some((id) => id.includes('/node_modules/typebox/'))) continue;
      const schemas = file.moduleIds.filter((id) => id.includes('/shared/src/'));
      this.error(`The client would load typebox with one of ${schemas.join(', ')}: import its types only.`);
    }
  },
});
