import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportKind } from '#access/kinds.ts'
import { TEXT_LOCALES, translate } from '#kit/text.ts'
import { readCell } from '#platform/record-imports/cells.ts'
import { placesIn } from '#platform/record-imports/rules.ts'
import { readSources } from '#testing/testSources.ts'
import './serverTexts.ts'
import { sheets } from './sheets.ts'

const kinds = Object.entries(sheets) as [ImportKind, (typeof sheets)[ImportKind]][]

test('the headers of a sheet are found in every language, and none is taken for another', () => {
  for (const [entity, { sheet }] of kinds) {
    for (const locale of TEXT_LOCALES) {
      const headers = sheet.columns.map(({ header }) => translate(locale, header))
      const places = placesIn(headers, sheet.columns)
      assert.deepEqual(
        places.map(({ field, at }) => [field, at]),
        sheet.columns.map(({ field }, at) => [field, at]),
        `${entity} ${locale}`,
      )
    }
  }
})

/** Every word of a column of a sheet, in every language, with the value that it stands for. */
const words = kinds.flatMap(([entity, { sheet }]) =>
  sheet.columns.flatMap((column) =>
    Object.entries(column.words ?? {}).flatMap(([value, word]) =>
      TEXT_LOCALES.map((locale) => ({ entity, column, value, text: translate(locale, word) })),
    ),
  ),
)

test('the words of a column are read in every language as the value that they stand for', () => {
  assert.ok(words.length > 100)
  for (const { entity, column, value, text } of words) {
    const read = readCell(column, text) as { value: unknown }
    const found = Array.isArray(read.value) ? read.value.map(String) : String(read.value)
    assert.deepEqual(found, column.kind === 'choices' ? [value] : value, `${entity} ${column.header} ${text}`)
  }
})

/** The lists whose exports are imported again: their columns, with the fields that are called otherwise in the sheet. */
const LISTS: { entity: ImportKind; file: string; fields: Record<string, string> }[] = [
  { entity: 'staff', file: 'people/staff/staffColumns.tsx', fields: { parentName: 'parentId' } },
  {
    entity: 'customer',
    file: 'clients/customers/customerColumns.tsx',
    fields: { ownerName: 'ownerId' },
  },
  {
    entity: 'store',
    file: 'clients/stores/storeColumns.tsx',
    fields: { customerName: 'customerId', leaderName: 'leaderId' },
  },
  {
    entity: 'opening',
    file: 'billing/customer-bills/OpeningsScreen.tsx',
    fields: { customerName: 'customerId', totalCents: 'amountCents', issuedOn: 'onDay' },
  },
]

/** The columns that a list declares: key, and title or title in exports. */
function listColumns(text: string): { key: string; title: string; isAlways: boolean }[] {
  const declared = text.matchAll(/\{\s*key: '(\w+)',\s*title: t\('([^']+)'\)((?:(?!\{\s*key:)[\s\S])*)/g)
  return [...declared].map(([, key = '', title = '', rest = '']) => ({
    key,
    title: /exportTitle: t\('([^']+)'\)/.exec(rest)?.[1] ?? title,
    isAlways: /exported: 'always'/.test(rest),
  }))
}

test('a list that can be imported has the headers of its sheet in exports, and always those that identify a record', () => {
  const sources = new Map(readSources().map(({ path, text }) => [path, text]))
  for (const { entity, file, fields } of LISTS) {
    const { columns, identifiedBy } = sheets[entity].sheet
    const listed = listColumns(sources.get(file) ?? '')
    const headers = listed.flatMap(({ key, title }) => {
      const column = columns.find(({ field }) => field === (fields[key] ?? key))
      return column ? [[title, column.header]] : []
    })
    assert.ok(headers.length >= 4, `${file} has ${headers.length} columns of the sheet`)
    for (const [title, header] of headers) assert.equal(title, header, file)
    const always = listed.filter(({ isAlways }) => isAlways).map(({ key }) => key)
    const [first = []] = identifiedBy
    assert.deepEqual(always.toSorted(), [...first, 'companyCode'].toSorted(), file)
  }
})
