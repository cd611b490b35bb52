import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#kit/contract.ts'
import { AppError, type ErrorData } from '#kit/errors.ts'
import { type TextLocale, textLocaleOf, translate, translateParam } from '#kit/text.ts'
import { databaseFault } from './databaseFaults.ts'
import './serverTexts.ts'
import { COMMON_HEADERS } from './web.ts'

/** The language of the response; our client sends the one that it shows. */
function localeOf(request: FastifyRequest): TextLocale {
  return textLocaleOf(request.headers['accept-language'] ?? '')
}

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

/** Converts every error to a response: an HTTP status and the specification's envelope. */
export function handleErrors(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const appError = asAppError(error)
    if (appError.code === 'INTERNAL' || appError.code === 'BUSY') request.log.error({ err: error }, 'fault')
    return send(request, reply, appError)
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
      errorMessage: messageOf(error, locale),
      showType: error.showType,
      ...(error.data ? { data: dataOf(error.data, locale) } : {}),
      traceId: request.id,
    })
}

/** Translates a message into the requester's language; in the program messages are Chinese. */
function messageOf(error: AppError, locale: TextLocale): string {
  const params = Object.entries(error.params).map(([name, value]) => [name, translateParam(locale, value)])
  return translate(locale, error.message, Object.fromEntries(params))
}

function dataOf(data: ErrorData, locale: TextLocale): ErrorData {
  if (!data.fields) return data
  const fields = Object.entries(data.fields).map(([name, sentence]) => [name, translate(locale, sentence)])
  return { ...data, fields: Object.fromEntries(fields) }
}
