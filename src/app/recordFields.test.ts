import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customerFields } from '#clients/customers/fields.ts'
import { customerColumns } from '#clients/customers/sheetColumns.ts'
import { storeFields } from '#clients/stores/fields.ts'
import { storeColumns } from '#clients/stores/sheetColumns.ts'
import { isMaskedField } from '#kit/masks.ts'
import type { RecordFields } from '#kit/recordFields.ts'
import type { ImportColumn } from '#kit/recordSheet.ts'
import { staffFields } from '#people/staff/fields.ts'
import { staffSheetColumns } from '#people/staff/sheetColumns.ts'

const records: Record<string, { fields: RecordFields; columns: readonly ImportColumn[] }> = {
  customers: { fields: customerFields, columns: customerColumns },
  staff: { fields: staffFields, columns: staffSheetColumns },
  stores: { fields: storeFields, columns: storeColumns },
}

for (const [name, { fields, columns }] of Object.entries(records)) {
  test(`${name}: the fields declared as masked are those that the server masks`, () => {
    const masked = Object.keys(fields).filter((key) => fields[key]?.kind === 'masked')
    assert.deepEqual(masked, Object.keys(fields).filter(isMaskedField))
  })

  test(`${name}: every field declared for the sheet has exactly one column in it`, () => {
    const declared = Object.keys(fields).filter((key) => fields[key]?.sheet)
    const inSheet = columns.map(({ field }) => field).filter((key) => Object.hasOwn(fields, key))
    assert.deepEqual(inSheet.toSorted(), declared.toSorted())
  })
}
