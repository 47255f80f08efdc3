import type { Plugin } from 'vite';
import { lightIcon } from './light-icons.ts';
import { withoutUnusedOfReact } from './light-react.ts';
import { withoutUnusedOfRouter } from './light-router.ts';
import { ofSocket, withoutUnusedOfSocket } from './light-socket.ts';
import { withoutUnusedOfVirtual } from './light-virtual.ts';

function withoutUnused(code: string, id: string): string {
  if (id.includes('/node_modules/lucide-react/')) return lightIcon(code, id);
  if (id.includes('/node_modules/react-dom/')) return withoutUnusedOfReact(code);
  if (id.includes('/node_modules/@tanstack/')) return withoutUnusedOfVirtual(code, id);
  return id.includes('/node_modules/react-router/') ? withoutUnusedOfRouter(code) : withoutUnusedOfSocket(code, id);
}

/** Leaves out of the client whatever it never uses: parts of libraries, and the contract's schemas, whose types suffice. */
export const light = (): Plugin => ({
  name: 'light',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: {
      id: /node_modules\/(?:react-dom\/cjs\/react-dom-client\.production|react-router\/|lucide-react\/dist\/esm\/(?:createLucideIcon|icons\/(?!index))|@tanstack\/(?:react-virtual|virtual-core)\/|(?:socket|engine)\.io-(?:client|parser)\/)/,
    },
    handler: (code, id) => ({ code: withoutUnused(code, id), map: null }),
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
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !file.moduleIds.some((id) => id.includes('/node_modules/typebox/'))) continue;
      const schemas = file.moduleIds.filter((id) => id.includes('/shared/src/'));
      this.error(`The client would load typebox with one of ${schemas.join(', ')}: import its types only.`);
    }
  },
});
