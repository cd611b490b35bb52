import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from './contract.ts'
import { AppError } from './errors.ts'
import { refuseUnstorable } from './strictJson.ts'
import { type TextLocale, textLocaleOf } from './text.ts'
import { validate } from './validate.ts'
import { limitConcurrency } from './workQueue.ts'

/** The language of the response; our client sends the one that it shows. */
export function localeOf(request: FastifyRequest): TextLocale {
  return textLocaleOf(request.headers['accept-language'] ?? '')
}

/** An uploaded file, held in memory: files are small (≤ 20 MiB), and few are read concurrently. */
export interface Upload {
  name: string
  bytes: Buffer
}

// Each file is held in memory. The request's time-out keeps slow uploads from blocking the queue.
const limitUploads = limitConcurrency(20, 40, '同时上传的文件太多，请稍后再试。')

/**
 * Reads the path, query, body or form of a request and parses it with the endpoint's schema; throws INVALID with a
 * sentence per field.
 */
export async function readInput(
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<{ input: unknown; upload: Upload | undefined }> {
  const { fields, upload } =
    endpoint.takes === 'file'
      ? await limitUploads(() => readForm(request))
      : { fields: plainInput(request, endpoint), upload: undefined }
  const raw = { ...fields, ...(request.params as object) }
  refuseUnstorable(raw)
  return { input: validate(endpoint.input, raw), upload }
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
  upload: Upload | undefined
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
  let upload: Upload | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else if (part.fieldname !== 'file' || upload) throw new AppError('INVALID', '一次请求只能上传一个文件。')
    else upload = { name: part.filename.normalize('NFC').slice(0, 255), bytes: await part.toBuffer() }
  }
  // Browsers send an empty form field as an empty string.
  const filled = Object.entries(fields).filter(([, value]) => value !== '')
  return { fields: Object.fromEntries(filled), upload }
}
