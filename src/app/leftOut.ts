import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Parts of libraries that no screen uses, and that their libraries nevertheless bring along. Calling one is an error. */
const LEFT_OUT = [
  // Filters in the heads of columns: ours stand above the table. They bring a tree, radios and a field.
  'antd/es/table/hooks/useFilter/FilterDropdown.js',
  // Schemas become a description of the API on the server only (kit/openapi.ts).
  'zod/v4/core/json-schema-processors.js',
  'zod/v4/core/to-json-schema.js',
]

/** Lists are chosen from by boxes; the table's other way, one of all, brings the form's machinery along. */
const RADIO = { part: '../../radio', of: 'antd/es/table/hooks/useSelection.js' }
const NO_RADIO = '\0no-radio'

/** antd's App brings its dialogs at once; ours come with the first question (kit/ui/lazyModal.tsx). */
const DIALOGS = { part: '../modal/useModal', of: 'antd/es/app/App.js' }
const LAZY_DIALOGS = '\0lazy-dialogs'
const LAZY_MODAL = fileURLToPath(new URL('../kit/ui/lazyModal.tsx', import.meta.url))

/** antd's one-line field takes its own part of the library only: the index brings the text area to every list. */
const FIELD = { part: '@rc-component/input', of: 'antd/es/input/Input.js' }
const ONE_LINE = '@rc-component/input/es/Input.js'

/** What fields know of the form around them, without the form itself: the index brings it to every screen. */
const FORM = { part: '@rc-component/form', of: 'antd/es/form/context.js' }
const FORM_CONTEXT = '@rc-component/form/es/FormContext.js'

/** Keeps out of the build what the libraries bring along without need (docs/decisions/021). */
export function leaveOut(): Plugin {
  return {
    name: 'houtai:leave-out',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      if (source === DIALOGS.part && importer?.endsWith(DIALOGS.of)) return LAZY_DIALOGS
      if (source === FIELD.part && importer?.endsWith(FIELD.of)) return this.resolve(ONE_LINE, importer)
      if (source === FORM.part && importer?.endsWith(FORM.of)) return this.resolve(FORM_CONTEXT, importer)
      if (source === RADIO.part && importer?.endsWith(RADIO.of)) return NO_RADIO
      return null
    },
    load(id) {
      if (id === NO_RADIO) return emptied('radio', '')
      if (id === LAZY_DIALOGS) return `export { useLazyModal as default } from ${JSON.stringify(LAZY_MODAL)}`
      const part = LEFT_OUT.find((path) => id.endsWith(`node_modules/${path}`))
      return part ? emptied(part, readFileSync(id, 'utf8')) : null
    },
  }
}

/** A module with the same names, all of which only say that they are not there. */
function emptied(part: string, code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
  return [
    `const absent = () => { throw new Error(${JSON.stringify(`${part} is left out of the build`)}) }`,
    ...names.map((name) => `export const ${name} = absent`),
    'export { absent as process }',
    'export default absent',
  ].join('\n')
}
