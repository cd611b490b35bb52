import fc from 'fast-check'
import type { Endpoint } from '#kit/contract.ts'
import { type JsonSchema, schemaOf } from '#kit/openapi.ts'
import { PASSWORD } from './testApp.ts'
import type { Hidden, HiddenRecords } from './testHidden.ts'

/** The kind of record that a field refers to, as the path of such records. */
const KIND_OF: Record<string, string> = {
  storeId: '/api/stores',
  storeIds: '/api/stores',
  customerId: '/api/customers',
  otherId: '/api/customers',
  staffId: '/api/staff',
  staffIds: '/api/staff',
  ownerId: '/api/staff',
  assigneeId: '/api/staff',
  handlerId: '/api/staff',
  headId: '/api/staff',
  leaderId: '/api/staff',
  mentionIds: '/api/staff',
  parentId: '/api/staff',
  standInId: '/api/staff',
  toId: '/api/staff',
  billId: '/api/customer-bills',
  viewId: '/api/saved-views',
  batchId: '/api/imports',
  instead: '/api/imports',
  questionId: '/api/figure-questions',
  attachmentIds: '/api/attachments',
}

const TEXTS: Record<string, string> = {
  password: PASSWORD,
  code: '001',
  employeeNo: 'A1',
  mobile: '13700001111',
  month: '2026-05',
  place: '/daily-store-report',
  shift: 'morning',
  shifts: 'morning',
  entries: 'morning',
  seen: 'morning',
  payeeCard: '6222020200112233446',
  adminMobile: '13700002222',
  mapping: '{}',
  week: '2026-05-11',
  companyCode: '001',
  url: 'https://example.com/',
  username: 'nobody.yet',
}

/** Values that a schema cannot describe: a price, a record of changed fields. */
const FIXED_VALUES: Record<string, unknown> = {
  pricing: { model: 'fixed', monthlyCents: 100 },
  value: 1,
  changes: { consultUsers: { from: null, to: 1 } },
}

type NumberOf = (kind: string) => Hidden['id']

const LINE = { label: '试一试', qty: 1, priceCents: 100, taxRateBp: 600 }
const TIMES = { mark: '试', from: '08:00', to: '16:00', breakMinutes: 0, hours: 8, counts: 1 }
const ITEM = { category: 'transport', onDay: '2026-05-18', amountCents: 100, target: 'customer' }

/** What a route requires beyond its schema: one of two fields, a past month. undefined omits the field. */
const ROUTE_VALUES: Record<string, (id: NumberOf) => Record<string, unknown>> = {
  'POST /api/bulk-edits': () => ({ entity: 'store', changes: { category: '试一试' } }),
  'POST /api/churn-records': (id) => ({ customerId: id('/api/customers'), storeId: undefined }),
  'POST /api/customer-bills': () => ({ lines: [LINE] }),
  'POST /api/customer-bills/trial': () => ({ month: '2026-04', storeId: undefined }),
  'POST /api/customers': () => ({ companyCode: undefined }),
  'POST /api/figure-questions': (id) => ({ subject: 'store', id: id('/api/stores') }),
  'POST /api/reimbursement-bills': (id) => ({ items: [{ ...ITEM, customerId: id('/api/customers') }] }),
  'POST /api/reports/payroll/corrections': () => ({ amountCents: 100, days: undefined }),
  'POST /api/duty/needs': () => ({ needs: [], seen: [] }),
  'POST /api/shifts': () => TIMES,
  'POST /api/shifts/:id/change': () => TIMES,
  'POST /api/staff': () => ({ companyCode: undefined }),
  'POST /api/staff/batch': (id) => ({
    people: [{ name: '试一试', position: 'member', parentId: id('/api/staff') }],
  }),
  'POST /api/staff/:id/pay': () => ({ seniorityPayCents: undefined }),
  'POST /api/staff/:id/pay/:payId/correct': () => ({ seniorityPayCents: undefined }),
}

/** Extent of an input: the required fields only, or all fields. */
export type Extent = 'least' | 'all'

/** An input that the endpoint accepts, always the same; every record id in it is that of a hidden record. */
export function inputOf(endpoint: Endpoint, hidden: HiddenRecords, extent: Extent): Record<string, unknown> {
  const record = hidden[kindOf(endpoint.path, hidden)]
  const numberOf = (name: string) => (/^ids?$/.test(name) ? record : hidden[KIND_OF[name] ?? name])?.id ?? 1
  const valueFor = (schema: JsonSchema, name: string): unknown => {
    const given = givenValue(schema, name)
    if (given !== undefined) return given
    const [choice] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]
    if (choice) return valueFor(choice, name)
    if (schema.properties) return objectOf(schema)
    const type = typeOf(schema)
    if (type === 'array') return [valueFor(schema.items as JsonSchema, name)]
    if (isNumberOfRecord(name)) return type === 'string' ? String(numberOf(name)) : numberOf(name)
    return simpleValue(schema, name, record)
  }
  const objectOf = (schema: JsonSchema): Record<string, unknown> => {
    const fields = Object.entries(schema.properties ?? {}).filter(
      ([name]) => extent === 'all' || schema.required?.includes(name),
    )
    return Object.fromEntries(fields.map(([name, field]) => [name, valueFor(field, name)]))
  }
  const routeValues = ROUTE_VALUES[`${endpoint.method} ${endpoint.path}`]?.((kind) => hidden[kind]?.id ?? 1)
  return { ...objectOf(schemaOf(endpoint.input, 'input')), ...routeValues }
}

const isNumberOfRecord = (name: string) => /(?:^i|I)ds?$|^instead$/.test(name)

/** Whether an input contains the id of a record. */
export const namesRecord = (input: object) => /"(?:i|\w*I)ds?":/.test(JSON.stringify(input))

/** `/api/stores/:id/terms`, `/api/stores/transfer` → `/api/stores`: the longest prefix with a hidden record. */
export function kindOf(path: string, hidden: HiddenRecords): string {
  let kind = path
  while (kind !== '' && !(kind in hidden)) kind = kind.replace(/\/[^/]*$/, '')
  return kind
}

const typeOf = (schema: JsonSchema) => [schema.type].flat()[0]

/** A fixed value, or the one that the schema names first; undefined if there is none. */
function givenValue(schema: JsonSchema, name: string): unknown {
  if (name in FIXED_VALUES) return FIXED_VALUES[name]
  return schema.const === undefined ? schema.enum?.[0] : schema.const
}

/** A boolean, number or text; `{}` for another type. */
function simpleValue(schema: JsonSchema, name: string, record: Hidden | undefined): unknown {
  const type = typeOf(schema)
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return integerFor(schema, name, record)
  return type === 'string' ? textOf(schema, name) : {}
}

function integerFor(schema: JsonSchema, name: string, record: Hidden | undefined): number {
  if (/version/i.test(name)) return record?.version ?? 1
  if (name === 'role') return 2
  return Math.max(Number(schema.minimum ?? 0), 1)
}

function textOf(schema: JsonSchema, name: string): string {
  if (TEXTS[name]) return TEXTS[name]
  if (/^(on|from|to|day)$|(On|Day)$/.test(name)) return '2026-05-19'
  if (typeof schema.pattern === 'string') {
    return fc.sample(fc.stringMatching(new RegExp(schema.pattern, 'u')), { numRuns: 1, seed: 1 })[0] ?? ''
  }
  return '试一试'.padEnd(Number(schema.minLength ?? 0), '一')
}
