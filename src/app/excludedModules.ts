import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Library modules that no screen uses but that their libraries import. Calling one throws an error. */
const EXCLUDED_MODULES = [
  // Filters in column headers: ours are above the table. They would add a tree, radios and a field.
  'antd/es/table/hooks/useFilter/FilterDropdown.js',
  // Virtual rows: our pages have at most a hundred rows.
  'antd/es/table/RcTable/VirtualTable.js',
  // Only the server converts schemas to a description of the API (kit/openapi.ts).
  'zod/v4/core/json-schema-processors.js',
  'zod/v4/core/to-json-schema.js',
]

/** The import `part` in the module whose path ends in `of`. */
interface Import {
  part: string
  of: string
}

/** Our lists select rows with checkboxes; the table's selection of a single row would add the code of forms. */
const RADIO: Import = { part: '../../radio', of: 'antd/es/table/hooks/useSelection.js' }
const NO_RADIO = '\0no-radio'

const APP = 'antd/es/app/App.js'

/** Imports replaced by a module of ours: most of them load the library's own module when it is needed. */
const DEFERRED_IMPORTS: readonly (Import & { file: string; name: string })[] = [
  { part: '../modal/useModal', of: APP, file: '../kit/ui/lazyModal.tsx', name: 'useLazyModal' },
  { part: '../message/useMessage', of: APP, file: './browser/lazyNotices.tsx', name: 'useLazyMessage' },
  {
    part: '../notification/useNotification',
    of: APP,
    file: './browser/lazyNotices.tsx',
    name: 'useLazyNotification',
  },
  // The checkboxes of a table's header and rows.
  {
    part: '../../checkbox',
    of: 'antd/es/table/hooks/useSelection.js',
    file: '../kit/ui/list/PlainCheckbox.tsx',
    name: 'PlainCheckbox',
  },
  // The select for the page size.
  {
    part: '../select',
    of: 'antd/es/pagination/Pagination.js',
    file: '../kit/ui/choice/SelectField.tsx',
    name: 'SelectField',
  },
]
const REPLACEMENT_PREFIX = '\0in-place-of:'

/** Imports narrowed to one module of a package, because its index would add the whole package. */
const NARROWED_IMPORTS: readonly (Import & { to: string })[] = [
  // The single-line field, without the text area.
  { part: '@rc-component/input', of: 'antd/es/input/Input.js', to: '@rc-component/input/es/Input.js' },
  // The context that fields read from a form around them, without the form itself.
  { part: '@rc-component/form', of: 'antd/es/form/context.js', to: '@rc-component/form/es/FormContext.js' },
]

/**
 * Each table measures the width of a scroll bar when it is mounted, which costs a layout of the page and a second render.
 * Only tables of a fixed height (`scroll.y`) use it, of which there are none.
 */
export const SCROLL_BAR = {
  of: '@rc-component/table/es/Table.js',
  measured: /getTargetScrollBarSize\([\w.]+\)\.width/g,
  times: 2,
}

function withoutScrollBar(code: string): string {
  const found = code.match(SCROLL_BAR.measured)?.length
  if (found !== SCROLL_BAR.times) throw new Error(`${SCROLL_BAR.of} measures scroll bars ${found} times`)
  return code.replace(SCROLL_BAR.measured, '0')
}

/** Leaves unneeded library modules out of the build (docs/decisions/021). */
export function excludeModules(): Plugin {
  return {
    name: 'houtai:leave-out',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      const isImported = ({ part, of }: Import) => source === part && importer?.endsWith(of)
      if (isImported(RADIO)) return NO_RADIO
      const later = DEFERRED_IMPORTS.find(isImported)
      if (later) return REPLACEMENT_PREFIX + later.name
      const narrowed = NARROWED_IMPORTS.find(isImported)
      return narrowed ? this.resolve(narrowed.to, importer) : null
    },
    load(id) {
      if (id === NO_RADIO) return throwingModule('radio', '')
      const later = DEFERRED_IMPORTS.find(({ name }) => id === REPLACEMENT_PREFIX + name)
      if (later) {
        const path = fileURLToPath(new URL(later.file, import.meta.url))
        return `export { ${later.name} as default } from ${JSON.stringify(path)}`
      }
      const part = EXCLUDED_MODULES.find((path) => id.endsWith(`node_modules/${path}`))
      if (part) return throwingModule(part, readFileSync(id, 'utf8'))
      return id.endsWith(SCROLL_BAR.of) ? withoutScrollBar(readFileSync(id, 'utf8')) : null
    },
  }
}

/** A module with the same exports, all of which throw an error. */
function throwingModule(part: string, code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
  return [
    `const absent = () => { throw new Error(${JSON.stringify(`${part} is left out of the build`)}) }`,
    ...names.map((name) => `export const ${name} = absent`),
    'export { absent as process }',
    'export default absent',
  ].join('\n')
}
