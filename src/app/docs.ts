import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#kit/contract.ts'
import { accessOf, type OpenApi, type Operation, openApiOf, type Paths } from '#kit/openapi.ts'
import { assertMayCall } from '#kit/serve.ts'
import { docsPage } from './docsPage.ts'
import { newNonce, sendDocument } from './web.ts'

export interface DocsParts {
  title: string
  /** True in the demo: anyone may read them; otherwise only signed-in users. */
  open: boolean
}

/** Serves the OpenAPI document of all contracts, as JSON and as an HTML page. */
export function serveDocs(app: FastifyInstance, endpoints: Endpoint[], { title, open }: DocsParts): void {
  const needs = open ? null : 'signedIn'
  const onRequest = async (request: { session: { person: Parameters<typeof assertMayCall>[1] } | null }) =>
    assertMayCall({ needs, whileViewing: true }, request.session?.person ?? null)
  // Generated at the first request, so that it does not delay the start.
  let document: OpenApi | undefined
  const getDocument = () => {
    document ??= openApiOf(endpoints, `${title} API`, operationsOf(needs))
    return document
  }
  app.get('/api/openapi.json', { onRequest }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send(getDocument()),
  )
  app.get('/api/docs', { onRequest }, (_request, reply) => {
    const nonce = newNonce()
    sendDocument(reply, `style-src 'nonce-${nonce}'`)
    return reply.send(docsPage(getDocument(), nonce, open))
  })
}

/** Paths without a contract, because their response is no envelope. */
function operationsOf(needs: Endpoint['needs']): Paths {
  const denied: Operation['responses'] =
    needs === null ? {} : { 401: { $ref: '#/components/responses/Unauthenticated' } }
  const page = (operationId: string, summary: string, type: string): Record<string, Operation> => ({
    get: {
      operationId,
      summary,
      tags: ['docs'],
      ...accessOf(needs),
      responses: {
        200: { description: '成功', content: { [type]: { schema: {} } } },
        ...denied,
      },
    },
  })
  return {
    '/api/openapi.json': page('getOpenapiJson', '本接口说明，OpenAPI 3.1', 'application/json'),
    '/api/docs': page('getDocs', '本接口说明，供人阅读', 'text/html'),
    '/api/csp': {
      post: {
        operationId: 'postCsp',
        summary: '浏览器报告违反页面安全策略的内容',
        tags: ['docs'],
        ...accessOf(null),
        requestBody: {
          required: true,
          content: { 'application/csp-report': { schema: { type: 'object' } } },
        },
        responses: { 204: { description: '已收到' } },
      },
    },
  }
}
