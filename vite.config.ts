import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { antdStyles } from './src/app/antdStyles.ts'
import { nameParts } from './src/app/builtParts.ts'
import { chunkTest } from './src/app/chunkGroups.ts'
import { excludeModules } from './src/app/excludedModules.ts'
import { withoutHtmlSinks } from './src/app/trustedTypes.ts'

/** The files that are loaded before any screen: the entry and what it imports. */
const LOADED_FIRST = /^assets\/(rolldown-runtime|react|zod|entry|door|console)-/

/**
 * The files that a lazily loaded part preloads, without those that are loaded already: their names would make each file
 * larger. The page itself and the entry, which loads the console, name all.
 */
function notLoadedYet(
  _file: string,
  deps: string[],
  { hostId, hostType }: { hostId: string; hostType: string },
) {
  return hostType === 'html' || LOADED_FIRST.test(hostId)
    ? deps
    : deps.filter((name) => !LOADED_FIRST.test(name))
}

// Scripts and styles are files with hashed names: the page's security policy allows inline ones only with the nonce that
// the server writes into index.html.
export default defineConfig({
  plugins: [react(), excludeModules(), antdStyles(), nameParts(), withoutHtmlSinks()],
  define: { __API_URL__: JSON.stringify(process.env.API_URL ?? '/') },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:8000',
      '/s/': 'http://127.0.0.1:8000',
      '/logos/': 'http://127.0.0.1:8000',
    },
  },
  build: {
    outDir: 'dist/web',
    manifest: 'build.json',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: notLoadedYet },
    rolldownOptions: {
      // Otherwise a package that does not declare this is included as a whole if one of its contexts is used.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules\/@(rc-component|ant-design)\//, sideEffects: false }],
      },
      output: {
        // The name of a split group lists everything that uses it; keep its first part.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // A few large files compress better than many small ones. A group also contains what its modules import, unless a
        // group of higher priority has it. So each file is what one way into the program needs, and no more.
        codeSplitting: {
          groups: [
            // What changes only with an upgrade stays in the browser's cache when our own code changes.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 9 },
            { name: 'zod', test: chunkTest('zod', /node_modules\/zod\//), priority: 8 },
            { name: 'entry', test: chunkTest('entry'), priority: 7 },
            // Apart, so that the sign-in page does not load the console for what both use.
            { name: 'door', test: chunkTest('door'), priority: 6, entriesAware: true },
            { name: 'console', test: chunkTest('console'), priority: 5 },
            { name: 'records', test: chunkTest('records'), priority: 4 },
            { name: 'list', test: chunkTest('list'), priority: 4 },
            { name: 'batch', test: chunkTest('batch'), priority: 4 },
            { name: 'table', test: chunkTest('table'), priority: 3 },
            { name: 'cards', test: chunkTest('cards'), priority: 2 },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 700,
  },
})
