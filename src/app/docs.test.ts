import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { JsonSchema, OpenApi, Operation } from '#kit/openapi.ts'
import { TEST_KEYS, testApp } from '#testing/testApp.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { featuresWith } from './features.ts'
import { buildServer } from './server.ts'

const { as, db, clock } = await testApp(seedWorld)
const features = featuresWith(SIGN_IN)

/** Every route that the framework mounted, except the HEAD route of each GET. */
const mounted: string[] = []
const open = await buildServer({
  db,
  clock: () => clock.now,
  keyFor: TEST_KEYS,
  demo: true,
  onRoute: (route) => mounted.push(route),
})
after(() => open.close())

const document: OpenApi = (await open.inject({ url: '/api/openapi.json' })).json()
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
)
const operation = (name: string): Operation => {
  const found = operations.find(([route]) => route === name)
  assert.ok(found, `${name} is not described`)
  return found[1]
}

test('the document is OpenAPI 3.1, and every operation is complete', () => {
  assert.match(document.openapi, /^3\.1\.\d+$/)
  assert.ok(document.info.title && document.info.version)
  for (const [route, { operationId, summary, responses, security, parameters = [] }] of operations) {
    assert.match(operationId, /^[a-z][A-Za-z0-9]+$/, route)
    assert.ok(summary.length > 1, route)
    assert.ok(
      Object.keys(responses).some((status) => status.startsWith('2')),
      route,
    )
    assert.ok(Array.isArray(security), route)
    const inPath = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const named = parameters.filter((parameter) => parameter.in === 'path')
    assert.deepEqual(named.map(({ name }) => name).sort(), inPath.sort(), route)
    assert.ok(
      named.every(({ required }) => required),
      route,
    )
  }
  const ids = operations.map(([, { operationId }]) => operationId)
  assert.equal(new Set(ids).size, ids.length)
})

test('the document lists exactly the routes mounted under /api', () => {
  const routes = mounted
    .filter((route) => route.includes(' /api'))
    .map((route) => route.replace(/:(\w+)/g, '{$1}'))
  assert.ok(routes.length > 20)
  assert.deepEqual(operations.map(([route]) => route).sort(), [...new Set(routes)].sort())
})

test('each operation states the permission of its contract', () => {
  for (const { endpoint } of features.flatMap(({ endpoints }) => endpoints)) {
    const described = operation(`${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`)
    assert.equal(described['x-permission'], endpoint.needs)
    assert.equal(described.security.length, endpoint.needs === null ? 0 : 1)
  }
  assert.equal(operation('GET /api/openapi.json')['x-permission'], null)
})

/** All schemas of the document, each with its path. */
function schemasIn(value: unknown, where = '#'): [string, JsonSchema][] {
  if (typeof value !== 'object' || value === null) return []
  const schemas: [string, JsonSchema][] = [[where, value as JsonSchema]]
  return schemas.concat(Object.entries(value).flatMap(([key, inner]) => schemasIn(inner, `${where}/${key}`)))
}

test('every reference in the document resolves', () => {
  for (const [where, { $ref }] of schemasIn(document)) {
    if (typeof $ref !== 'string') continue
    const target = $ref
      .replace('#/', '')
      .split('/')
      .reduce<unknown>((current, key) => (current as Record<string, unknown> | undefined)?.[key], document)
    assert.ok(target, `${where}: ${$ref}`)
  }
})

test('responses are envelopes, and so are errors', () => {
  const { responses, parameters } = operation('GET /api/staff')
  const answer = responses[200]
  assert.ok(answer && 'content' in answer)
  const schema = answer.content?.['application/json']?.schema
  assert.deepEqual(schema?.required, ['success', 'data'])
  assert.equal(schema?.properties?.data?.properties?.items?.type, 'array')
  assert.deepEqual(responses[403], { $ref: '#/components/responses/Forbidden' })
  const names = parameters?.map(({ name }) => name) ?? []
  assert.ok(['current', 'pageSize', 'sort', 'keyword', 'status'].every((name) => names.includes(name)))
  const status = parameters?.find(({ name }) => name === 'status')
  assert.equal(status?.schema.type, 'array')
  assert.equal(status?.required, false)
})

test('body fields are separated from path parameters', () => {
  const { requestBody, parameters } = operation('PATCH /api/staff/{id}')
  const body = requestBody?.content['application/json']?.schema
  assert.deepEqual(
    parameters?.map(({ name }) => name),
    ['id'],
  )
  assert.ok(body?.properties?.version && !body.properties.id)
  assert.equal(body.properties.name?.title, '姓名')
  assert.deepEqual(body.required, ['version'])
})

test('a body with several variants describes each of them', () => {
  const { requestBody } = operation('POST /api/login/account')
  const alternatives = requestBody?.content['application/json']?.schema.oneOf
  assert.deepEqual(
    alternatives?.map(({ properties }) => properties?.type?.const),
    ['account', 'mobile', 'ticket'],
  )
})

test('every endpoint with required input describes it', () => {
  for (const { endpoint } of features.flatMap(({ endpoints }) => endpoints)) {
    if (endpoint.takes !== 'json' || endpoint.input.safeParse({}).success) continue
    const { requestBody, parameters } = operation(
      `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
    )
    assert.ok(requestBody || parameters?.some((parameter) => parameter.in === 'path'), endpoint.path)
  }
})

test('an upload is a form with a file', () => {
  for (const { endpoint } of features.flatMap(({ endpoints }) => endpoints)) {
    if (endpoint.takes !== 'file') continue
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const form = operation(`${endpoint.method} ${path}`).requestBody?.content['multipart/form-data']?.schema
    assert.equal(form?.properties?.file?.format, 'binary')
    assert.ok(form?.required?.includes('file'))
  }
})

test('the page lists every operation, runs no script and loads nothing', async () => {
  const { body, headers } = await open.inject({ url: '/api/docs' })
  assert.match(String(headers['content-type']), /^text\/html/)
  for (const [route] of operations) {
    const [method, path] = route.split(' ')
    assert.ok(body.includes(`${method}</b> <code>${path}</code>`), route)
  }
  assert.doesNotMatch(body, /<script|<link|<img|src=|@import|url\(|https?:\/\//)
  assert.match(String(headers['content-security-policy']), /default-src 'none'/)
  assert.doesNotMatch(String(headers['content-security-policy']), /script-src/)
})

test('outside the demo the documentation requires sign-in', async () => {
  for (const path of ['/api/openapi.json', '/api/docs']) {
    const refused = await as(null).get(path)
    assert.equal(refused.status, 401)
    assert.equal(refused.body.errorCode, 'UNAUTHENTICATED')
    assert.equal((await as('agent').get(path)).status, 200)
  }
})
