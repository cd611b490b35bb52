import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXPORT_PLACES } from '#testing/testExportPlaces.ts'
import { readSources } from '#testing/testSources.ts'
import { assertWorkbook } from '#testing/testWorkbook.ts'
import { WORKBOOKS } from '#testing/testWorkbooks.ts'

const program = readSources().filter(({ isTest }) => !isTest)

/** Files that only pass sheets on. */
const WRITERS = [
  'kit/sheets/write.ts',
  'kit/sheets/writeStream.ts',
  'kit/ui/saveSheets.tsx',
  'kit/ui/useSheetExport.tsx',
]
const PASSES_ON = 'kit/ui/saveSheets.tsx'

test('every file that writes workbooks has one of each of its kinds here', () => {
  const found = program.filter(
    ({ path, imports }) =>
      path !== PASSES_ON &&
      imports.some(({ target, typeOnly }) => !typeOnly && WRITERS.includes(target ?? '')),
  )
  assert.deepEqual(Object.keys(WORKBOOKS).sort(), found.map(({ path }) => path).sort())
})

for (const [path, write] of Object.entries(WORKBOOKS)) {
  test(`the workbooks of ${path} meet the requirements of Excel and WPS`, () => {
    for (const bytes of write()) assertWorkbook(bytes, path)
  })
}

test('the long check opens an export of every list and page that can be exported', () => {
  const counts: Record<string, number> = {}
  for (const { path, imports, elements } of program) {
    const isPage = imports.some(({ target }) => target === 'kit/ui/useSheetExport.tsx')
    const lists = elements.filter(
      ({ name, attributes }) => name === 'ListPage' && attributes.get('exportable') !== 'exportable={false}',
    )
    if (isPage || lists.length > 0) counts[path] = lists.length + (isPage ? 1 : 0)
  }
  assert.deepEqual(
    Object.fromEntries(Object.entries(EXPORT_PLACES).map(([path, places]) => [path, places.length])),
    counts,
  )
})
