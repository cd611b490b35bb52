import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { Day, Id, many } from './contract.ts'
import { Mobile, optionalLine } from './fields.ts'
import { inChinese } from './text.ts'
import { fieldErrors, labelAt, titleOf } from './validation.ts'

const Line = z.strictObject({ amountCents: z.int().min(1).meta({ title: '金额' }) })

const Form = z.strictObject({
  name: z.string().min(1).max(5).meta({ title: '名称' }),
  role: z.enum(['a', 'b']).meta({ title: '角色' }),
  mobile: Mobile.nullable().optional(),
  onDay: Day.optional().meta({ title: '日期' }),
  remark: optionalLine('备注', 3).optional(),
  parentId: Id.optional().meta({ title: '组长' }),
  tags: z.array(z.string()).min(1).max(2).optional().meta({ title: '标签' }),
  lines: z.array(Line).optional(),
})

function errorsOf(input: object, schema: z.ZodType = Form) {
  const result = schema.safeParse(input, { reportInput: true })
  return result.success ? {} : textsOf(schema, result.error)
}

function textsOf(schema: z.ZodType, error: z.ZodError) {
  const errors = Object.entries(fieldErrors(schema, error))
  return Object.fromEntries(errors.map(([field, sentence]) => [field, inChinese(sentence)]))
}

const fine = { name: '名', role: 'a' }

test('valid input has no errors', () => {
  assert.deepEqual(errorsOf(fine), {})
})

test('missing fields are requested as 请输入 or 请选择', () => {
  assert.deepEqual(errorsOf({}), { name: '请输入名称', role: '请选择角色' })
  assert.deepEqual(errorsOf({ ...fine, name: '' }), { name: '请输入名称' })
})

test('errors of length and count state the limit', () => {
  assert.deepEqual(errorsOf({ ...fine, name: '六个字的名称' }), { name: '名称最多 5 个字符' })
  assert.deepEqual(errorsOf({ ...fine, remark: '四个字的' }), { remark: '备注最多 3 个字符' })
  assert.deepEqual(errorsOf({ ...fine, tags: [] }), { tags: '请选择标签' })
  assert.deepEqual(errorsOf({ ...fine, tags: ['a', 'b', 'c'] }), { tags: '标签最多 2 项' })
})

test('a field in a list is identified by its index and its own label', () => {
  assert.deepEqual(errorsOf({ ...fine, lines: [{ amountCents: 5 }, { amountCents: 0 }] }), {
    'lines.1.amountCents': '金额不能小于 ¥0.01',
  })
})

const Either = z.strictObject({
  lines: z
    .array(z.union([z.strictObject({ keep: z.int().meta({ title: '行号' }) }), Line]))
    .meta({ title: '明细' }),
})

test('an error in a union of objects names the field of the matching option, or the whole if it is unclear', () => {
  assert.deepEqual(errorsOf({ lines: [{ keep: 1 }, {}, { amountCents: 0 }] }, Either), {
    'lines.1': '明细格式不正确',
    'lines.2.amountCents': '金额不能小于 ¥0.01',
  })
  assert.deepEqual(errorsOf({ lines: [{ amountCents: 5, keep: 1 }] }, Either), {
    'lines.0': '明细格式不正确',
  })
})

test('a wrong format gives the standard sentence, or the field’s own', () => {
  assert.deepEqual(errorsOf({ ...fine, mobile: '123' }), { mobile: '请输入 11 位手机号' })
  assert.deepEqual(errorsOf({ ...fine, onDay: '2026-02-30' }), { onDay: '日期格式不正确' })
  assert.deepEqual(errorsOf({ ...fine, parentId: 'x' }), { parentId: '组长格式不正确' })
  assert.deepEqual(errorsOf({ ...fine, role: 'z' }), { role: '角色不在可选范围内' })
})

test('an unknown field is named', () => {
  assert.deepEqual(errorsOf({ ...fine, admin: true }), { admin: '不认识的字段：admin' })
})

test('labels are found through optional, array and repeatable schemas', () => {
  assert.equal(labelAt(Form, ['lines', 0, 'amountCents']), '金额')
  assert.equal(labelAt(Form, ['nothing', 'here']), undefined)
  assert.equal(titleOf(z.string().meta({ title: '甲' }).optional().nullable()), '甲')
  assert.equal(titleOf(z.string()), undefined)
  assert.deepEqual(errorsOf({ id: ['1', 'x'] }, z.strictObject({ id: many(Id) })), {
    'id.1': '编号格式不正确',
  })
})

test('limits of money, rates and durations are formatted for users instead of in API units', () => {
  const schema = z.strictObject({
    feeCents: z.int().min(0).max(99_999_999_999).meta({ title: '月费' }),
    rateBp: z.int().min(100).max(10_000).meta({ title: '提成比例' }),
    targetFirstResponseS: z.int().max(86_400).meta({ title: '目标首响' }),
  })
  const limitErrors = (input: object) => {
    const { error } = schema.safeParse(input, { reportInput: true })
    return error ? textsOf(schema, error) : {}
  }
  assert.deepEqual(limitErrors({ feeCents: 100_000_000_000, rateBp: 10_001, targetFirstResponseS: 90_000 }), {
    feeCents: '月费不能大于 ¥999,999,999.99',
    rateBp: '提成比例不能大于 100.00%',
    targetFirstResponseS: '目标首响不能大于 24 小时 00 分',
  })
  assert.deepEqual(limitErrors({ feeCents: -1, rateBp: '12.345', targetFirstResponseS: 0 }), {
    feeCents: '月费不能小于 ¥0.00',
    rateBp: '提成比例应为数字，最多两位小数',
  })
})
