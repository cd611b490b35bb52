import * as z from 'zod'
import type { Endpoint } from './contract.ts'
import { acceptsIdempotencyKey } from './idempotencyKeys.ts'

/** A schema in OpenAPI 3.1: JSON Schema 2020-12. */
export interface JsonSchema {
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

type Content = Record<string, { schema: JsonSchema }>

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  /** The name of a permission, `signedIn` if any session is enough, null if no session is needed. */
  'x-permission': string | null
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content } | { $ref: string }>
}

export type Paths = Record<string, Record<string, Operation>>

export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Paths
  components: Record<string, Record<string, unknown>>
}

/** Builds the OpenAPI document of the contracts' endpoints; `more` contains operations without a contract. */
export function openApiOf(endpoints: readonly Endpoint[], title: string, more: Paths = {}): OpenApi {
  const paths: Paths = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const item = paths[path] ?? {}
    item[endpoint.method.toLowerCase()] = operationOf(endpoint)
    paths[path] = item
  }
  const description =
    '成功的回答是 { success: true, data }，失败的是 { success: false, errorCode, errorMessage, showType, traceId }。' +
    '登录后把 token 放在 authorization 请求头里。日期是 Asia/Shanghai 的 YYYY-MM-DD，金额以分为单位。'
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description },
    paths: { ...paths, ...more },
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'authorization' } },
      schemas: { Error: ERROR },
      responses: ERROR_RESPONSES,
    },
  }
}

/** The access fields of an operation, from what its endpoint needs. */
export function accessOf(needs: Endpoint['needs']): Pick<Operation, 'x-permission' | 'security'> {
  return { 'x-permission': needs, security: needs === null ? [] : [{ token: [] }] }
}

function operationOf(endpoint: Endpoint): Operation {
  const answer = { type: 'object', required: ['success', 'data'] }
  const envelope = { success: { const: true }, data: schemaOf(endpoint.output, 'output') }
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2] ?? ''],
    ...accessOf(endpoint.needs),
    ...inputOf(endpoint),
    responses: {
      200: {
        description: '成功',
        content: endpoint.gives === 'file' ? FILE : json({ ...answer, properties: envelope }),
      },
      ...errorsOf(endpoint),
    },
  }
}

function operationIdOf({ method, path }: Endpoint): string {
  const words = path.replace('/api/', '').split(/[^a-zA-Z0-9]+/)
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return method.toLowerCase() + name
}

const KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: '重发同一请求时带同一个值：只执行一次，24 小时内回答第一次的结果',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** Splits the input of an endpoint into path, query and body. */
function inputOf(endpoint: Endpoint): Pick<Operation, 'parameters' | 'requestBody'> {
  const input = schemaOf(endpoint.input, 'input')
  // A union, as of the ways to sign in, has no fields of its own: the whole input is the body.
  if (!input.properties) return { requestBody: { required: true, content: json(input) } }
  const { properties, required = [] } = input
  const inPath = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  const names = Object.keys(properties)
  const parameter = (name: string, where: 'path' | 'query'): Parameter => {
    const schema = properties[name] ?? {}
    const mandatory = where === 'path' || required.includes(name)
    return {
      name,
      in: where,
      required: mandatory,
      ...(schema.title && { description: schema.title }),
      schema,
    }
  }
  const parameters = names
    .filter((name) => inPath.has(name) || endpoint.takes === 'query')
    .map((name) => parameter(name, inPath.has(name) ? 'path' : 'query'))
    .concat(acceptsIdempotencyKey(endpoint) ? [KEY] : [])
  const rest = names.filter((name) => !inPath.has(name))
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest.map((name) => [name, properties[name] ?? {}])),
    required: required.filter((name) => rest.includes(name)),
  }
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.takes === 'json' &&
      rest.length > 0 && { requestBody: { required: true, content: json(body) } }),
    ...(endpoint.takes === 'file' && { requestBody: { required: true, content: form(body) } }),
  }
}

const FILE: Content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }

function json(schema: JsonSchema): Content {
  return { 'application/json': { schema } }
}

/** The body of an upload: the fields and one file. */
function form(body: { properties: Record<string, JsonSchema>; required: string[] }): Content {
  const file: JsonSchema = { type: 'string', format: 'binary', title: '文件' }
  const schema = {
    type: 'object',
    properties: { file, ...body.properties },
    required: ['file', ...body.required],
  }
  return { 'multipart/form-data': { schema } }
}

/** Converts a zod schema to JSON Schema, for the input or for the output. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // The input of `preprocess` can be anything; its output schema is what a caller should send.
      const { def } = zodSchema._zod
      if (io === 'input' && def.type === 'pipe' && def.in._zod.def.type === 'transform') {
        Object.assign(jsonSchema, schemaOf(def.out as z.ZodType, io))
      }
    },
  })
  return rest as JsonSchema
}

const ERROR: JsonSchema = {
  type: 'object',
  required: ['success', 'errorCode', 'errorMessage', 'showType', 'traceId'],
  properties: {
    success: { const: false },
    errorCode: { type: 'string', title: '错误代码' },
    errorMessage: { type: 'string', title: '给人看的一句话' },
    showType: { enum: [0, 1, 2, 4, 9], title: '展示方式' },
    data: { type: 'object', title: '按字段的说明 fields、较新的记录 current 等' },
    traceId: { type: 'string', title: '请求编号' },
  },
}

const ERRORS: Record<string, { status: number; description: string }> = {
  Invalid: { status: 400, description: '内容不正确，没有执行' },
  Unauthenticated: { status: 401, description: '没有登录，或登录已失效' },
  Forbidden: { status: 403, description: '没有权限，或还没有修改初始密码' },
  NotFound: { status: 404, description: '记录不存在，或不在可见范围内' },
  Conflict: { status: 409, description: '与现有记录冲突、状态不对，或记录已被别人修改' },
  KeyReused: { status: 422, description: 'Idempotency-Key 已用于另一个请求' },
  TooLarge: { status: 413, description: '内容过大' },
  TooMany: { status: 429, description: '次数过多，请稍后再试' },
  Internal: { status: 500, description: '系统出错' },
  Busy: { status: 503, description: '系统繁忙或正在停机' },
}

const ERROR_RESPONSES = Object.fromEntries(
  Object.entries(ERRORS).map(([name, { description }]) => [
    name,
    { description, content: json({ $ref: '#/components/schemas/Error' }) },
  ]),
)

/** Returns the possible errors of an endpoint; those of writes, permissions and files only if they can occur. */
function errorsOf(endpoint: Endpoint): Operation['responses'] {
  const { needs, method, takes, path } = endpoint
  const names = ['Invalid', 'Internal', 'Busy']
  if (needs !== null) names.push('Unauthenticated', 'Forbidden')
  if (path.includes(':')) names.push('NotFound')
  if (method !== 'GET') names.push('Conflict', 'TooLarge')
  else if (takes === 'file') names.push('TooLarge')
  if (acceptsIdempotencyKey(endpoint)) names.push('KeyReused')
  if (path.startsWith('/api/login/')) names.push('TooMany')
  const entries = names.map((name) => [ERRORS[name]?.status ?? 0, { $ref: `#/components/responses/${name}` }])
  return Object.fromEntries(entries)
}
