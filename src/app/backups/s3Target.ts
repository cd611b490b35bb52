import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { errorCode, s3Refusal, s3Unreachable } from './s3Errors.ts'
import { readXml } from './s3Xml.ts'
import {
  changedFile,
  digestOf,
  missingFile,
  patienceFor,
  stopped,
  type Target,
  TargetError,
  type TargetFile,
  tooSlow,
} from './target.ts'

export interface S3Settings {
  /** Origin of the store: `https://oss-cn-hangzhou.aliyuncs.com`. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Where the bucket is named: in the path, or as the first part of the host's name. */
  addressing: 'path' | 'host'
}

interface S3Place {
  bucket: string
  /** Empty, or ends with `/`. */
  prefix: string
}

/** Bytes held in memory at a time. A store accepts 10,000 parts. */
const PART_BYTES = 16 * 1024 * 1024
const MAX_PARTS = 10_000
const GIB = 1024 ** 3

/** How a request differs from a plain GET of an object. */
interface Ask {
  method?: string
  query?: Record<string, string>
  body?: Buffer
  signal: AbortSignal
  /** Size of the answer in bytes, for the time limit. */
  expects?: number
}

type Store = ReturnType<typeof store>

/** A bucket of an S3 store. Files of more than 16 MiB are sent in parts; an object exists only once all have arrived. */
export function s3Target(name: string, { bucket, prefix }: S3Place, settings: S3Settings): Target {
  const at = store(settings, { bucket, prefix })
  return {
    name,
    address: `s3://${bucket}/${prefix}`.replace(/\/$/, ''),
    put: (path, file, signal) => putObject(at, path, file, signal),
    list: (signal) => listObjects(at, prefix, signal),
    get: (file, path, signal) => getObject(at, file, path, signal),
    delete: async (file, signal) => void (await at.ask(file, { method: 'DELETE', signal })),
  }
}

/** Sends signed requests for the objects of a bucket. */
function store(settings: S3Settings, { bucket, prefix }: S3Place) {
  const { endpoint, addressing, region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const root = new URL(endpoint)
  if (addressing === 'host') root.hostname = `${bucket}.${root.hostname}`
  const start = addressing === 'path' ? `/${bucket}/` : '/'

  /** `file`: name of an object; null for the bucket itself. Returns a success; throws `TargetError` for any other answer. */
  async function ask(file: string | null, { method = 'GET', query = {}, body, signal, expects = 0 }: Ask) {
    const url = new URL(root)
    url.pathname = file === null ? start : `${start}${prefix}${file}`
    url.search = new URLSearchParams(query).toString()
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const headers = { 'x-amz-content-sha256': hash }
    const limit = AbortSignal.timeout(patienceFor(expects + (body?.length ?? 0)))
    const request = await client.sign(url.href, {
      method,
      headers,
      ...(body && { body: new Uint8Array(body) }),
    })
    const response = await fetch(request, {
      signal: AbortSignal.any([signal, limit]),
      redirect: 'manual',
    }).catch((error) => {
      if (limit.aborted) throw tooSlow()
      throw signal.aborted ? stopped() : s3Unreachable(error)
    })
    if (response.ok) return response
    if (response.status === 404 && file !== null && (await isMissing(response, method)))
      throw missingFile(file)
    throw await s3Refusal(response)
  }
  return { ask, prefix }
}

/** Whether an answer says that there is no such object; the answer to HEAD has no text. */
async function isMissing(response: Response, method: string): Promise<boolean> {
  return method === 'HEAD' || errorCode(await response.clone().text()) === 'NoSuchKey'
}

async function putObject(at: Store, path: string, file: string, signal: AbortSignal): Promise<void> {
  const opened = await open(path)
  try {
    const { size } = await opened.stat()
    if (size > PART_BYTES * MAX_PARTS) {
      const gigabytes = Math.floor((PART_BYTES * MAX_PARTS) / GIB)
      throw new TargetError('备份超过 {gigabytes} GB，S3 存储放不下。', { gigabytes })
    }
    if (size <= PART_BYTES) {
      await at.ask(file, { method: 'PUT', body: await readPart(opened, 0), signal })
    } else await putInParts(at, opened, file, { size, signal })
    await assertEqual(at, path, file, { size, signal })
  } finally {
    await opened.close()
  }
}

/** Reads the object back. One that differs from the file is deleted, because it would count as a backup. */
async function assertEqual(
  at: Store,
  path: string,
  file: string,
  { size, signal }: { size: number; signal: AbortSignal },
): Promise<void> {
  const { body } = await at.ask(file, { signal, expects: size })
  const hash = createHash('sha256')
  if (body) await pipeline(Readable.fromWeb(body), hash).catch(cutOff(signal))
  if (hash.digest('hex') === (await digestOf(path))) return
  await at.ask(file, { method: 'DELETE', signal })
  throw changedFile()
}

async function readPart(opened: FileHandle, start: number): Promise<Buffer> {
  const { bytesRead, buffer } = await opened.read({
    buffer: Buffer.alloc(PART_BYTES),
    position: start,
  })
  return buffer.subarray(0, bytesRead)
}

async function putInParts(
  at: Store,
  opened: FileHandle,
  file: string,
  { size, signal }: { size: number; signal: AbortSignal },
): Promise<void> {
  await abortLeftovers(at, file, signal)
  const begun = await at.ask(file, { method: 'POST', query: { uploads: '' }, signal })
  const [uploadId = ''] = readXml(await begun.text())('InitiateMultipartUploadResult/UploadId')
  try {
    const tags: string[] = []
    for (let start = 0; start < size; start += PART_BYTES) {
      const query = { partNumber: String(tags.length + 1), uploadId }
      const body = await readPart(opened, start)
      const answer = await at.ask(file, { method: 'PUT', query, body, signal })
      tags.push(answer.headers.get('etag') ?? '')
    }
    await completeUpload(at, file, { uploadId, tags, signal })
  } catch (error) {
    // Parts of an upload that is not completed would be stored and charged for. If this fails, the next copy retries it.
    const ended = AbortSignal.timeout(patienceFor(0))
    await at.ask(file, { method: 'DELETE', query: { uploadId }, signal: ended }).catch(() => {})
    throw error
  }
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

async function completeUpload(
  at: Store,
  file: string,
  { uploadId, tags, signal }: { uploadId: string; tags: string[]; signal: AbortSignal },
): Promise<void> {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
  )
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const answer = await at.ask(file, { method: 'POST', query: { uploadId }, body, signal })
  // A store may begin its answer with 200 before it knows that it failed.
  const code = errorCode(await answer.text())
  if (code) throw new TargetError('对方拒绝了请求（{status} {code}）。', { status: answer.status, code })
}

/** Uploads of a killed program that were begun under our names. */
async function abortLeftovers(at: Store, file: string, signal: AbortSignal): Promise<void> {
  const stem = file.replace(/-.*$/s, '-')
  const answer = await at.ask(null, { query: { uploads: '', prefix: `${at.prefix}${stem}` }, signal })
  const texts = readXml(await answer.text())
  const keys = texts('ListMultipartUploadsResult/Upload/Key')
  const ids = texts('ListMultipartUploadsResult/Upload/UploadId')
  for (const [index, key] of keys.entries()) {
    const query = { uploadId: ids[index] ?? '' }
    await at.ask(key.slice(at.prefix.length), { method: 'DELETE', query, signal })
  }
}

async function listObjects(at: Store, prefix: string, signal: AbortSignal): Promise<TargetFile[]> {
  const files: TargetFile[] = []
  let next: string | undefined
  do {
    const query = { 'list-type': '2', delimiter: '/', prefix, ...(next && { 'continuation-token': next }) }
    const texts = readXml(await (await at.ask(null, { query, signal })).text())
    const sizes = texts('ListBucketResult/Contents/Size')
    for (const [index, key] of texts('ListBucketResult/Contents/Key').entries()) {
      files.push({ name: key.slice(prefix.length), bytes: Number(sizes[index]) })
    }
    next = texts('ListBucketResult/NextContinuationToken')[0]
  } while (next)
  return files
}

async function getObject(at: Store, file: string, path: string, signal: AbortSignal): Promise<void> {
  const head = await at.ask(file, { method: 'HEAD', signal })
  const expects = Number(head.headers.get('content-length') ?? 0)
  const { body } = await at.ask(file, { signal, expects })
  const to = createWriteStream(path, { mode: 0o600 })
  await pipeline(body ? Readable.fromWeb(body) : Readable.from([]), to).catch(cutOff(signal))
}

/** Explains an answer that ended early. */
function cutOff(signal: AbortSignal) {
  return (error: NodeJS.ErrnoException): never => {
    if (signal.aborted) throw stopped()
    if (error.syscall) throw error
    throw error.name === 'TimeoutError' ? tooSlow() : s3Unreachable(error)
  }
}
