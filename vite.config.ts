import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Everything leaves as files with hashed names: the page's security policy allows no inline script and no inline style
// without the nonce that the server writes into index.html.
export default defineConfig({
  plugins: [react()],
  define: { __API_URL__: JSON.stringify(process.env.API_URL ?? '/') },
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
  build: {
    outDir: 'dist/web',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What changes only with an upgrade stays in the browser's cache when our own code changes. `schemas` is in it
        // because it has to run before any other chunk declares a schema.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zod)\/|src\/app\/schemas/,
            },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 700,
  },
})
