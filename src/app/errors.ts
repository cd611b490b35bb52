import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NO_CONNECTION } from '#db/connect.ts'
import type { Endpoint } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { translate } from '#kit/text.ts'

/** The language of the answer: Chinese unless the browser asks for English first. */
function localeOf(request: FastifyRequest): string {
  return /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en-US' : 'zh-CN'
}

// What the framework refuses by itself, as sentences for a person.
const FRAMEWORK: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('TOO_LARGE', '提交的内容过大，请分几次提交。'),
  FST_REQ_FILE_TOO_LARGE: () => new AppError('TOO_LARGE', '文件超过 20 MB，请拆分后再上传。'),
  FST_FILES_LIMIT: () => new AppError('INVALID', '一次请求只能上传一个文件。'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('INVALID', '不支持这种内容格式，请用 JSON 提交。'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError('INVALID', '请求内容是空的。'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError('INVALID', '请求内容不是正确的 JSON。'),
}

/** The faults of the database's connection: the person should try again, nothing was written. */
const UNREACHABLE = new Set([
  NO_CONNECTION,
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  '57014',
  '57P01',
  '57P03',
  '53300',
  '55P03',
  '40001',
  '40P01',
])

function asAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error
  const known = FRAMEWORK[error.code]
  if (known) return known()
  if (UNREACHABLE.has(error.code)) return new AppError('BUSY', '系统暂时繁忙，您的操作没有保存，请稍后再试。')
  const clientFault = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  if (clientFault)
    return new AppError(error.statusCode === 413 ? 'TOO_LARGE' : 'INVALID', '请求不正确，没有执行。')
  return new AppError('INTERNAL', '系统出错了，您的操作没有保存。请稍后再试；若仍不行，请把编号告诉管理员。')
}

/** The one place where an error becomes an answer: a true status, and the specification's envelope. */
export function handleErrors(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = asAppError(error)
    if (known.code === 'INTERNAL' || known.code === 'BUSY') request.log.error({ err: error }, 'fault')
    return send(request, reply, known)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = methodsAt(endpoints, path)
    if (methods.length === 0) {
      return send(request, reply, new AppError('NOT_FOUND', '没有这个接口：{path}', { params: { path } }))
    }
    const params = { path, methods: methods.join('、') }
    reply.header('allow', methods.join(', '))
    return send(
      request,
      reply,
      new AppError('METHOD_NOT_ALLOWED', '{path} 只接受 {methods} 请求。', { params }),
    )
  })
}

/** The methods that a path takes; none where there is no such path. */
function methodsAt(endpoints: readonly Endpoint[], path: string): string[] {
  const fits = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)
  return [...new Set(endpoints.filter((endpoint) => fits(endpoint.path)).map(({ method }) => method))]
}

function send(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const retryAfter = error.data?.retryAfterSeconds
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter))
  return reply
    .status(error.status)
    .header('cache-control', 'no-store')
    .send({
      success: false,
      errorCode: error.code,
      errorMessage: translate(localeOf(request), error.message, error.params),
      showType: error.showType,
      ...(error.data ? { data: error.data } : {}),
      traceId: request.id,
    })
}
