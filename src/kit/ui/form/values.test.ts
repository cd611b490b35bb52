import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { buildInput, type FormPlan, initialValues, isDirty, isRequired } from './values.ts'

const name = z.string().trim().min(1).max(8).meta({ title: '店铺名称' })
const remark = z.string().max(20).nullable().meta({ title: '备注' })
const fee = z.int().min(0).meta({ title: '月费' })
const mobile = z.string().regex(/^\d+$/).nullable().meta({ title: '手机号' })
const tags = z.array(z.string()).meta({ title: '标签' })
const fields = { name, remark, fee, mobile, tags }
const create = z.strictObject({ ...fields, remark: remark.optional(), mobile: mobile.optional() })
const update = z.strictObject({ id: z.int(), version: z.int(), ...z.object(fields).partial().shape })

const keys = Object.keys(fields)
const base = { id: 7, version: 3, name: '晨曦', remark: '老客户', fee: 100, mobile: '138****8888', tags: [] }
const creating: FormPlan = { schema: create, keys, masked: [], base: undefined, fixed: undefined }
const editing: FormPlan = { schema: update, keys, masked: ['mobile'], base, fixed: undefined }
const begun = initialValues(editing, base)

test('an untouched edit would send only the record’s id and version', () => {
  const { input, changed, errors } = buildInput(editing, begun)
  assert.deepEqual({ input, changed, errors }, { input: { id: 7, version: 3 }, changed: [], errors: {} })
})

test('only changed fields are sent; an emptied field becomes null', () => {
  const { input, errors } = buildInput(editing, { ...begun, name: '晨曦家居', remark: '  ' })
  assert.deepEqual(input, { id: 7, version: 3, name: '晨曦家居', remark: null })
  assert.deepEqual(errors, {})
})

test('a masked field is left out until touched; cleared it sends null, typed it sends the new value', () => {
  assert.equal(begun.mobile, undefined)
  assert.equal(buildInput(editing, { ...begun, mobile: null }).input.mobile, null)
  assert.equal(buildInput(editing, { ...begun, mobile: '13900000000' }).input.mobile, '13900000000')
})

test('a required field cannot be emptied, although an edit may leave it out', () => {
  const { errors, input } = buildInput(editing, { ...begun, name: '' })
  assert.deepEqual(errors, { name: '请输入店铺名称' })
  assert.equal('name' in input, false)
})

test('a new record leaves out empty fields, and reports missing ones', () => {
  const { input, errors } = buildInput(creating, { tags: undefined, remark: '' })
  assert.deepEqual(input, { tags: [] })
  assert.deepEqual(errors, { name: '请输入店铺名称', fee: '请输入月费' })
})

test('the message for a missing choice asks to choose', () => {
  const schema = z.strictObject({ kind: z.enum(['a', 'b']).meta({ title: '平台' }) })
  const plan: FormPlan = { schema, keys: ['kind'], masked: [], base: undefined, fixed: undefined }
  assert.deepEqual(buildInput(plan, {}).errors, { kind: '请选择平台' })
})

test('errors come from the same schema that the server uses', () => {
  const { errors } = buildInput(creating, { name: '一二三四五六七八九', fee: 'abc', mobile: 'x' })
  assert.deepEqual(errors, {
    name: '店铺名称最多 8 个字符',
    fee: '月费格式不正确',
    mobile: '手机号格式不正确',
  })
})

test('the mark of a required field follows the schema', () => {
  const required = (schema: z.ZodType, edit: boolean) => keys.filter((key) => isRequired(schema, key, edit))
  assert.deepEqual(required(create, false), ['name', 'fee'])
  assert.deepEqual(required(update, true), ['name', 'fee'])
})

test('values that the screen has fixed are always sent', () => {
  const schema = z.strictObject({ customerId: z.int(), name })
  const plan: FormPlan = { schema, keys: ['name'], masked: [], base: undefined, fixed: { customerId: 5 } }
  assert.deepEqual(buildInput(plan, { name: '新店' }), {
    input: { customerId: 5, name: '新店' },
    changed: ['name'],
    errors: {},
  })
})

test('an action sends its fields even if the record has the same values, and sends the version that was seen', () => {
  const schema = z.strictObject({ id: z.int(), version: z.int(), toOn: z.string().nullable() })
  const base = { id: 7, version: 3, toOn: '2026-05-19' }
  const plan: FormPlan = { schema, keys: ['toOn'], masked: [], base, fixed: undefined, sendsAll: true }
  assert.deepEqual(buildInput(plan, { toOn: '2026-05-19' }).input, base)
  assert.deepEqual(buildInput({ ...plan, sendsAll: false }, { toOn: '2026-05-19' }).input, {
    id: 7,
    version: 3,
  })
})

test('typing something and removing it leaves the form clean', () => {
  assert.equal(isDirty(begun, { ...begun, remark: '老客户' }), false)
  assert.equal(isDirty({ remark: undefined }, { remark: '' }), false)
  assert.equal(isDirty(begun, { ...begun, fee: 200 }), true)
})
