import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { antdStyles } from './src/app/antdStyles.ts'
import { excludeModules } from './src/app/excludedModules.ts'
import { nameScreens } from './src/app/screenFiles.ts'

/** What is there before any screen: the entry and what it stands on. */
const THERE = /^assets\/(rolldown-runtime|react|zod|entry|door|console)-/

/**
 * What a part has fetched ahead, without what every screen stands on: its names would weigh in each file that opens
 * something later. The page itself, and the entry, which opens the console, name all.
 */
function notThereYet(
  _file: string,
  deps: string[],
  { hostId, hostType }: { hostId: string; hostType: string },
) {
  return hostType === 'html' || THERE.test(hostId) ? deps : deps.filter((name) => !THERE.test(name))
}

// Everything leaves as files with hashed names: the page's security policy allows no inline script and no inline style
// without the nonce that the server writes into index.html.
export default defineConfig({
  plugins: [react(), excludeModules(), antdStyles(), nameScreens()],
  define: { __API_URL__: JSON.stringify(process.env.API_URL ?? '/') },
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/s/': 'http://127.0.0.1:8000' } },
  build: {
    outDir: 'dist/web',
    manifest: 'build.json',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: notThereYet },
    rolldownOptions: {
      // Without this a package that does not say so itself is taken whole where one context of it is used.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules\/@(rc-component|ant-design)\//, sideEffects: false }],
      },
      output: {
        // A group that is split names all that use it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // A few large files compress better than many small ones. A group takes along what its modules stand on, as far
        // as none of a higher priority has it; so each file is what one way into the program needs, and no more.
        codeSplitting: {
          groups: [
            // What changes only with an upgrade stays in the browser's cache when our own code changes. `schemas` is
            // with zod because it has to run before any other chunk declares a schema.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 9 },
            { name: 'zod', test: /node_modules\/zod\/|src\/app\/browser\/schemas/, priority: 8 },
            {
              name: 'entry',
              test: /src\/app\/browser\/(router|session|chunks|language)\.tsx$|src\/kit\/clientContext\.tsx$|src\/app\/browser\/PlainNotices\.css$/,
              priority: 7,
            },
            // Apart, so that the door does not fetch the console for what both use.
            { name: 'door', test: /SignInScreen\.tsx$/, priority: 6, entriesAware: true },
            // What nearly every screen uses besides is too small to be a file of its own.
            {
              name: 'console',
              test: /src\/app\/browser\/(Console|Screen)\.tsx$|src\/kit\/ui\/(StatusTag|FormDrawer|choices|useOpenFromAddress|Missing|Deadline|form\/useOpening)\.tsx$|src\/people\/companies\/(contract\.ts|ui\/useCompanyChoices\.tsx)$/,
              priority: 5,
            },
            // What declares customers, stores and staff: few bytes in many modules.
            {
              name: 'records',
              test: /src\/(kit\/recordFields\.ts|kit\/ui\/recordFields\.tsx|(clients\/(customers|stores)|people\/staff)\/fields\.ts)$/,
              priority: 4,
            },
            {
              name: 'list',
              test: /src\/kit\/ui\/(ListPage|ActionRow|list\/(ActionButtons|ListTabs|Pager|parts|RowLinks|ViewsButton|cells)|ErrorState|FailureDetails|RefreshFailed)\.tsx$|antd\/es\/checkbox/,
              priority: 4,
            },
            { name: 'batch', test: /src\/kit\/ui\/list\/BatchBar\.tsx$/, priority: 4 },
            { name: 'table', test: /src\/kit\/ui\/list\/WideList\.tsx$/, priority: 3 },
            { name: 'cards', test: /src\/kit\/ui\/list\/PhoneList\.tsx$/, priority: 2 },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 700,
  },
})
