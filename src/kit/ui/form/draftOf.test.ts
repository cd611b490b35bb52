import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseOf, draftOf } from './draftOf.ts'

const base = { id: 7, version: 3, name: '晨曦', ownerId: 1, ownerName: '何立', mobile: '138****8888' }
const draftFields = [
  { key: 'name', label: '客户名称', secret: false },
  { key: 'ownerId', label: '负责商务', secret: false, nameKey: 'ownerName' },
  { key: 'mobile', label: '手机号', secret: true },
]
const begun = { name: '晨曦', ownerId: 1, mobile: undefined }
const typed = { name: '晨曦家居', ownerId: 2, mobile: '13700000000' }
const form = { base, begun, draftFields, values: () => typed }

test('draftOf: changed fields are saved with their initial values; for a contact only the label is saved', () => {
  const draft = draftOf(form, '编辑晨曦', 1000)
  assert.deepEqual(draft, {
    title: '编辑晨曦',
    savedAt: 1000,
    version: 3,
    values: { name: '晨曦家居', ownerId: 2 },
    before: { name: '晨曦', ownerId: 1, ownerName: '何立' },
    left: ['手机号'],
  })
  assert.doesNotMatch(JSON.stringify(draft), /13700000000/)
})

test('draftOf: a draft of a new record has no version', () => {
  const draft = draftOf({ ...form, base: undefined, begun: {} }, '新建客户', 1000)
  assert.equal('version' in draft, false)
  assert.deepEqual(draft.before, { name: undefined, ownerId: undefined, ownerName: undefined })
})

test('baseOf: a newer record has the initial values of the fields that the draft changes', () => {
  const newer = { ...base, version: 5, name: '晨曦生活', remark: '新' }
  const authorsBase = baseOf(draftOf(form, '', 0), newer)
  assert.deepEqual([authorsBase.version, authorsBase.name, authorsBase.remark], [3, '晨曦', '新'])
})
