import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from './contract.ts'
import { AppError } from './errors.ts'
import { refuseUnstorable } from './strictJson.ts'
import { type TextLocale, textLocaleOf } from './text.ts'
import { type SpooledFile, spool } from './upload.ts'
import { validate } from './validate.ts'

/** The language of the response; our client sends the one that it shows. */
export function localeOf(request: FastifyRequest): TextLocale {
  return textLocaleOf(request.headers['accept-language'] ?? '')
}

/** The input of a request, and its file, whose bytes have arrived and are on disk. */
export interface ReceivedInput {
  input: unknown
  file: SpooledFile | undefined
}

/**
 * Reads the path, query, body or form of a request and parses it with the endpoint's schema; throws INVALID with a
 * sentence per field. The caller discards the file.
 */
export async function readInput(request: FastifyRequest, endpoint: Endpoint): Promise<ReceivedInput> {
  const { fields, file } =
    endpoint.takes === 'file'
      ? await readForm(request)
      : { fields: plainInput(request, endpoint), file: undefined }
  try {
    const raw = { ...fields, ...(request.params as object) }
    refuseUnstorable(raw)
    return { input: validate(endpoint.input, raw), file }
  } catch (error) {
    await file?.discard()
    throw error
  }
}

function plainInput(request: FastifyRequest, endpoint: Endpoint): object {
  const raw = endpoint.takes === 'query' ? request.query : (request.body ?? {})
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    throw new AppError('INVALID', '请求内容应是一个 JSON 对象。')
  }
  return raw
}

interface Form {
  fields: object
  file: SpooledFile | undefined
}

async function readForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) throw new AppError('INVALID', '请以表单方式上传文件（multipart/form-data）。')
  try {
    return await readParts(request)
  } catch (error) {
    if (error instanceof AppError || (error as { code?: string }).code?.startsWith('FST_')) throw error
    // The parser's errors have no code: the form is incomplete or malformed.
    throw new AppError('INVALID', '表单内容不完整，文件没有收到，请重新上传。')
  }
}

async function readParts(request: FastifyRequest): Promise<Form> {
  const fields: Record<string, string> = {}
  let file: SpooledFile | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname !== 'file' || file) throw new AppError('INVALID', '一次请求只能上传一个文件。')
      else file = await spool(part)
    }
  } catch (error) {
    await file?.discard()
    throw error
  }
  // Browsers send an empty form field as an empty string.
  const filled = Object.entries(fields).filter(([, value]) => value !== '')
  return { fields: Object.fromEntries(filled), file }
}
