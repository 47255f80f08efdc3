import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const shared = fileURLToPath(new URL('../shared/src/', import.meta.url));
const server = process.env.SANGAM_SERVER ?? 'http://localhost:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss()],
  // The sources, so that neither `dev` nor `build` needs a built shared/ first.
  resolve: { alias: [{ find: /^@sangam\/shared\/(.*)$/, replacement: `${shared}$1.ts` }] },
  server: {
    proxy: {
      '/api': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2022',
    // The page is served under a strict CSP: no inline script, no data: font.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
