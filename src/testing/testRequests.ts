import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { Endpoint } from '#kit/contract.ts'
import { type JsonSchema, schemaOf } from '#kit/openapi.ts'
import { BODIES, HEADERS, HOSTILE, PATH_PARTS, QUERIES } from './testHostile.ts'

/** A request that the fuzzer generated; printed if its response is wrong. */
export interface GeneratedRequest {
  who: string | null
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  payload: string | Buffer | undefined
  /** Whether a field that the contract does not define was added. */
  hasUnknownField: boolean
}

type Input = Record<string, unknown>

/** Mostly ids that exist in the test's world, so that requests reach records. */
const ids = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.constant(999_999) },
)
const days = fc.constantFrom('2026-05-01', '2026-05-18', '2026-05-19', '2026-06-30', '2024-02-29')
const words = fc.constantFrom('甲', '晨曦', 'head', 'sales', '客服一号', '13900001234', 'ab')
const hostile = fc.constantFrom(...HOSTILE)

/** A value that the schema accepts, or nearly so: the field's name decides formats that the schema cannot express. */
function valueFor(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => valueFor(choice, name)))
  if (schema.properties) return inputOf(schema)
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valueFor(typeof schema.items === 'object' ? schema.items : {}, name), {
        minLength: 1,
        maxLength: 3,
      })
    case 'object':
      return fc.dictionary(words, words, { maxKeys: 3 })
    case 'integer':
    case 'number':
      return numberOf(schema, name)
    case 'string':
      return textOf(schema, name)
    default:
      return hostile
  }
}

function numberOf(schema: JsonSchema, name: string): fc.Arbitrary<number> {
  if (/id$/i.test(name)) return ids
  if (name === 'version') return fc.constantFrom(1, 1, 1, 2)
  const min = Number(schema.minimum ?? 0)
  return fc.integer({ min, max: Math.max(min, Number(schema.maximum ?? 1_000)) })
}

function textOf(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (/id$/i.test(name)) return ids.map(String)
  if (/(^on|On|^from|^to|From|To|day|Day)$/.test(name)) return days
  if (/mobile/i.test(name)) return fc.constant(MOBILE)
  if (/password/i.test(name)) return fc.constantFrom(PASSWORDS[0], PASSWORDS[1])
  if (typeof schema.pattern === 'string') return fc.stringMatching(new RegExp(schema.pattern, 'u'))
  const maxLength = Math.min(Number(schema.maxLength ?? 20), 20)
  return fc.oneof(words, fc.string({ unit: 'grapheme', maxLength }))
}

/** Values that a user types and that no log may contain. */
export const MOBILE = '13987654321'
export const PASSWORDS = ['湖边的七棵老柳树', '<b>Geheim</b>&9'] as const

/** An input that satisfies the schema, apart from rules that a schema cannot express. */
function inputOf(schema: JsonSchema): fc.Arbitrary<Input> {
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return fc.oneof(...choices.map(inputOf))
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, valueFor(field, name)])
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] }) as fc.Arbitrary<Input>
}

/** The input with one field replaced, omitted or wrapped in an array, or with an unknown field added. */
function mutated(valid: fc.Arbitrary<Input>): fc.Arbitrary<{ input: Input; hasUnknownField: boolean }> {
  const how = fc.constantFrom(
    'replace' as const,
    'replace' as const,
    'omit' as const,
    'wrap' as const,
    'add' as const,
  )
  return fc.record({ input: valid, how, at: fc.nat(), value: hostile }).map(({ input, how, at, value }) => {
    const names = Object.keys(input)
    const name = names[at % Math.max(1, names.length)]
    if (how === 'add' || name === undefined) {
      return {
        input: { ...input, [UNKNOWN_FIELDS[at % UNKNOWN_FIELDS.length] ?? 'x']: value },
        hasUnknownField: true,
      }
    }
    const { [name]: old, ...rest } = input
    if (how === 'omit') return { input: rest, hasUnknownField: false }
    return { input: { ...rest, [name]: how === 'wrap' ? [old] : value }, hasUnknownField: false }
  })
}

/** Field names that no input defines. */
const UNKNOWN_FIELDS = [
  'companyCode2',
  'createdBy',
  'passwordHash',
  'isAdmin',
  'namePinyin',
  '$where',
  'updatedAt',
]

/**
 * Requests to an endpoint by any of the users: valid, mutated, hostile in every field, and with bodies of another kind.
 */
export function requestsTo(
  endpoint: Endpoint,
  people: readonly (string | null)[],
): fc.Arbitrary<GeneratedRequest> {
  const schema = schemaOf(endpoint.input, 'input')
  const valid = inputOf(schema)
  const asIs = valid.map((input) => ({ input, hasUnknownField: false }))
  const names = Object.keys(schema.properties ?? {})
  const worst = fc
    .record(Object.fromEntries(names.map((name) => [name, hostile])))
    .map((input) => ({ input: input as Input, hasUnknownField: false }))
  const input = fc.oneof(
    { weight: 5, arbitrary: asIs },
    { weight: 5, arbitrary: mutated(valid) },
    { weight: 1, arbitrary: worst },
  )
  const rarely = <T>(values: readonly T[], weight = 12) =>
    fc.oneof({ weight, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...values) })
  return fc
    .record({
      who: fc.constantFrom(...people),
      input,
      body: endpoint.method === 'GET' ? fc.constant(null) : rarely(BODIES),
      query: endpoint.takes === 'query' ? rarely(QUERIES) : fc.constant(null),
      part: rarely(PATH_PARTS),
      more: rarely(HEADERS),
    })
    .map(({ who, input, body, query, part, more }) => {
      const request = written(endpoint, input.input, { body, query, part, more })
      // An empty list adds nothing to a query, not even its name.
      const isSent =
        endpoint.takes !== 'query' ||
        UNKNOWN_FIELDS.some((name) => request.url.includes(encodeURIComponent(name)))
      const hasUnknownField = input.hasUnknownField && !body && !query && isSent
      return { who, hasUnknownField, ...request }
    })
}

interface Odd {
  body: (typeof BODIES)[number] | null
  query: string | null
  part: string | null
  more: Record<string, string> | null
}

/** Converts an input to an HTTP request: path, query, JSON or form; the parts in `odd` replace them. */
function written(
  endpoint: Endpoint,
  input: Input,
  odd: Odd,
): Omit<GeneratedRequest, 'who' | 'hasUnknownField'> {
  const rest = { ...input }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return odd.part ?? encodeURIComponent(plainText(value).toWellFormed())
  })
  const query = endpoint.takes === 'query' ? `?${odd.query ?? queryOf(rest)}` : ''
  const { type, body } = odd.body ?? bodyOf(endpoint, rest)
  const headers = { ...odd.more, ...(type !== null && { 'content-type': type }) }
  return { method: endpoint.method, url: path + query, headers, payload: body }
}

const plainText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function queryOf(input: Input): string {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, plainText(each)]),
  )
  return new URLSearchParams(pairs as [string, string][]).toString()
}

function bodyOf(endpoint: Endpoint, input: Input): { type: string | null; body: string | undefined } {
  if (endpoint.method === 'GET' || endpoint.takes === 'query') return { type: null, body: undefined }
  if (endpoint.takes === 'json') return { type: 'application/json', body: JSON.stringify(input) }
  const fields = Object.entries(input).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${plainText(value)}\r\n`,
  )
  const file =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n日期,旺旺\r\n2026-05-18,甲\r\n'
  return { type: 'multipart/form-data; boundary=b', body: `${fields.join('')}${file}--b--\r\n` }
}

/** The request in the form that Fastify's `inject` takes. */
export function injected(
  { method, url, headers, payload }: GeneratedRequest,
  token: string | undefined,
): InjectOptions {
  const authorization = token === undefined ? {} : { authorization: token }
  return { method, url, headers: { ...headers, ...authorization }, ...(payload !== undefined && { payload }) }
}
