import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Parts of libraries that no screen uses, and that their libraries nevertheless bring along. Calling one is an error. */
const LEFT_OUT = [
  // Filters in the heads of columns: ours stand above the table. They bring a tree, radios and a field.
  'antd/es/table/hooks/useFilter/FilterDropdown.js',
  // Rows that are drawn only where they are in view: ours come in pages of at most a hundred.
  'antd/es/table/RcTable/VirtualTable.js',
  // Schemas become a description of the API on the server only (kit/openapi.ts).
  'zod/v4/core/json-schema-processors.js',
  'zod/v4/core/to-json-schema.js',
]

/** What the module at the path `of` imports as `part`. */
interface Import {
  part: string
  of: string
}

/** Lists are chosen from by boxes; the table's other way, one of all, brings the form's machinery along. */
const RADIO: Import = { part: '../../radio', of: 'antd/es/table/hooks/useSelection.js' }
const NO_RADIO = '\0no-radio'

const APP = 'antd/es/app/App.js'

/** Parts in whose place one of ours stands, which brings the library's own when somebody needs it. */
const LATER: readonly (Import & { file: string; name: string })[] = [
  { part: '../modal/useModal', of: APP, file: '../kit/ui/lazyModal.tsx', name: 'useLazyModal' },
  { part: '../message/useMessage', of: APP, file: './browser/lazyNotices.tsx', name: 'useLazyMessage' },
  {
    part: '../notification/useNotification',
    of: APP,
    file: './browser/lazyNotices.tsx',
    name: 'useLazyNotification',
  },
  // How many rows a page holds.
  {
    part: '../select',
    of: 'antd/es/pagination/Pagination.js',
    file: '../kit/ui/choice/SelectField.tsx',
    name: 'SelectField',
  },
]
const IN_PLACE_OF = '\0in-place-of:'

/** Where one part of a library is used, its index brings all. */
const NARROWED: readonly (Import & { to: string })[] = [
  // The field of one line, without the text area.
  { part: '@rc-component/input', of: 'antd/es/input/Input.js', to: '@rc-component/input/es/Input.js' },
  // What fields know of the form around them, without the form itself.
  { part: '@rc-component/form', of: 'antd/es/form/context.js', to: '@rc-component/form/es/FormContext.js' },
]

/** Keeps out of the build what the libraries bring along without need (docs/decisions/021). */
export function leaveOut(): Plugin {
  return {
    name: 'houtai:leave-out',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      const isImported = ({ part, of }: Import) => source === part && importer?.endsWith(of)
      if (isImported(RADIO)) return NO_RADIO
      const later = LATER.find(isImported)
      if (later) return IN_PLACE_OF + later.name
      const narrowed = NARROWED.find(isImported)
      return narrowed ? this.resolve(narrowed.to, importer) : null
    },
    load(id) {
      if (id === NO_RADIO) return emptied('radio', '')
      const later = LATER.find(({ name }) => id === IN_PLACE_OF + name)
      if (later) {
        const path = fileURLToPath(new URL(later.file, import.meta.url))
        return `export { ${later.name} as default } from ${JSON.stringify(path)}`
      }
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
