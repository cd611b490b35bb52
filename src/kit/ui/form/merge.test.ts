import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { differences, mergeValues } from './merge.ts'
import { type FormPlan, initialValues } from './values.ts'

const base = {
  id: 7,
  version: 3,
  name: '晨曦',
  remark: '老客户',
  fee: 100,
  mobile: '138****8888',
  tags: ['甲'],
}
const keys = ['name', 'remark', 'fee', 'mobile', 'tags']
const plan: FormPlan = { schema: z.object({}), keys, masked: ['mobile'], base, fixed: undefined }
const begun = initialValues(plan, base)
const newer = { ...base, version: 4, name: '晨曦生活', fee: 300 }

test('differences: lists who changed what, in the order of the form', () => {
  assert.deepEqual(differences(plan, newer, { ...begun, name: '晨曦家居', remark: '重点' }), [
    { key: 'name', before: '晨曦', theirs: '晨曦生活', mine: '晨曦家居', by: 'both' },
    { key: 'remark', before: '老客户', theirs: '老客户', mine: '重点', by: 'mine' },
    { key: 'fee', before: 100, theirs: 300, mine: 100, by: 'theirs' },
  ])
})

test('differences: the same change by both needs no choice', () => {
  assert.deepEqual(
    differences(plan, newer, { ...begun, name: '晨曦生活' }).map(({ key }) => key),
    ['fee'],
  )
})

test('differences: nothing, an empty text and an empty list are equal', () => {
  const emptied = { ...base, remark: null, tags: [] }
  assert.deepEqual(differences(plan, emptied, { ...begun, remark: ' ', tags: undefined }), [])
})

test('differences: an untouched masked field is not the user’s change, a typed one is', () => {
  const current = { ...base, mobile: '139****1234' }
  assert.deepEqual(differences(plan, current, begun), [
    { key: 'mobile', before: '138****8888', theirs: '139****1234', mine: '138****8888', by: 'theirs' },
  ])
  const [difference] = differences(plan, current, { ...begun, mobile: '13700000000' })
  assert.deepEqual([difference?.by, difference?.mine], ['both', '13700000000'])
})

test('merged: takes a change by one side, and the chosen side of a conflict', () => {
  const mine = { ...begun, name: '晨曦家居', remark: '重点' }
  const theirs = mergeValues(plan, newer, mine, { name: 'theirs' })
  assert.deepEqual([theirs.name, theirs.remark, theirs.fee], ['晨曦生活', '重点', 300])
  assert.equal(mergeValues(plan, newer, mine, { name: 'mine' }).name, '晨曦家居')
})

test('merged: without a choice keeps what was typed', () => {
  assert.equal(mergeValues(plan, newer, { ...begun, name: '晨曦家居' }).name, '晨曦家居')
})

test('merged: an untouched masked field stays untouched', () => {
  assert.equal(mergeValues(plan, newer, begun).mobile, undefined)
  assert.equal(mergeValues(plan, newer, { ...begun, mobile: null }).mobile, null)
})
