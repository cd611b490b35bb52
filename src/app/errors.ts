import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ClientLeft } from '#kit/clientSignal.ts'
import type { Endpoint } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { localeOf } from '#kit/request.ts'
import { isSentence, type TextLocale, translate } from '#kit/text.ts'
import { databaseFault } from './databaseFaults.ts'
import { faultFields } from './faultFields.ts'
import './serverTexts.ts'
import { COMMON_HEADERS } from './web.ts'

// User-facing messages for requests that the framework refuses.
const FRAMEWORK_ERRORS: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('TOO_LARGE', '提交的内容过大，请分几次提交。'),
  FST_REQ_FILE_TOO_LARGE: () => new AppError('TOO_LARGE', '文件超过 20 MB，请拆分后再上传。'),
  FST_FILES_LIMIT: () => new AppError('INVALID', '一次请求只能上传一个文件。'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('INVALID', '不支持这种内容格式，请用 JSON 提交。'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError('INVALID', '请求内容是空的。'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError('INVALID', '请求内容不是正确的 JSON。'),
}

function asAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error
  const createError = FRAMEWORK_ERRORS[error.code]
  if (createError) return createError()
  const fault = databaseFault(error.code)
  if (fault) return fault
  const clientFault = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  if (clientFault)
    return new AppError(error.statusCode === 413 ? 'TOO_LARGE' : 'INVALID', '请求不正确，没有执行。')
  return new AppError('INTERNAL', '系统出错了，您的操作没有保存。请稍后再试；若仍不行，请把编号告诉管理员。')
}

/** As in the logs of nginx. Nobody receives it. */
const CLIENT_LEFT_STATUS = 499

/** Codes of reading a request, or writing a response, whose connection is gone. The database has some of them, too. */
const ABORTED = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
])

/** Whether an error only says that the client closed the connection while it was sending the request. */
function isAborted(error: FastifyError, { raw }: FastifyRequest): boolean {
  return ABORTED.has(error.code) && raw.destroyed && !raw.complete
}

/** Converts every error to a response: an HTTP status and the specification's envelope. */
export function handleErrors(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof ClientLeft || isAborted(error, request)) {
      const { method, routeOptions } = request
      request.log.info({ method, route: routeOptions.url }, 'the client left before the response')
      return reply.status(CLIENT_LEFT_STATUS).send()
    }
    const appError = asAppError(error)
    if (appError.code === 'INTERNAL') request.log.error({ err: error }, 'fault')
    if (appError.code === 'BUSY' || appError.code === 'DISK_FULL')
      request.log.warn(faultFields(error), 'busy')
    return send(request, reply, appError)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = methodsAt(endpoints, path)
    if (methods.length === 0) {
      return send(request, reply, new AppError('NOT_FOUND', '没有这个接口：{path}', { values: { path } }))
    }
    const values = { path, methods }
    reply.header('allow', methods.join(', '))
    return send(
      request,
      reply,
      new AppError('METHOD_NOT_ALLOWED', '{path} 只接受 {methods} 请求。', { values }),
    )
  })
}

/** Responds to requests that fail before routing, for example because of a malformed path. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  send(request, reply.headers(COMMON_HEADERS), asAppError(error))
}

/** The methods that a path accepts; none if there is no such path. */
function methodsAt(endpoints: readonly Endpoint[], path: string): string[] {
  const matches = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)
  return [...new Set(endpoints.filter((endpoint) => matches(endpoint.path)).map(({ method }) => method))]
}

function send(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const retryAfter = error.data?.retryAfterSeconds
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter))
  const locale = localeOf(request)
  return reply
    .status(error.status)
    .header('cache-control', 'no-store')
    .send({
      success: false,
      errorCode: error.code,
      errorMessage: translate(locale, error.sentence),
      showType: error.showType,
      ...(error.data ? { data: withTexts(error.data, locale) } : {}),
      traceId: request.id,
    })
}

/** Returns the data of an error with every sentence in it as text. */
function withTexts(data: unknown, locale: TextLocale): unknown {
  if (isSentence(data)) return translate(locale, data)
  if (Array.isArray(data)) return data.map((item) => withTexts(item, locale))
  if (typeof data !== 'object' || data === null || data.constructor !== Object) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withTexts(value, locale)]))
}
