import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The credentials that the stand-in store accepts. */
export const S3_KEY = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}
export const S3_REGION = 'cn-hangzhou'
export const BUCKET = 'backups'

/** A stand-in for an S3 store with one bucket. It accepts a request only if its signature and its body are right. */
export interface TestS3 {
  endpoint: string
  objects: Map<string, Buffer>
  /** Uploads in parts that are neither completed nor aborted. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer> }>
  /** Answers each request with these until it is set to null. */
  fault: ((request: IncomingMessage) => { status: number; code: string } | null) | null
  /** Changes what is stored, as a broken disk would. */
  spoil: ((body: Buffer) => Buffer) | null
  /** Method and path of each request that was accepted. */
  requests: string[]
  /** Largest number of keys per listing. */
  pageSize: number
  close: () => Promise<void>
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Why a request is refused: as the documentation of signature V4 describes it, step by step. Null if it is right. */
function signatureFault(request: IncomingMessage, body: Buffer): string | null {
  const url = new URL(request.url ?? '', 'http://host')
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!found) return 'AccessDenied'
  const [, id, date = '', region = '', signedHeaders = '', signature] = found
  if (id !== S3_KEY.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== S3_REGION) return 'AuthorizationHeaderMalformed'
  const at = String(request.headers['x-amz-date'])
  if (!at.startsWith(date)) return 'AccessDenied'
  const names = signedHeaders.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return 'AccessDenied'
  const hash = String(request.headers['x-amz-content-sha256'])
  const query = [...url.searchParams].map(([key, value]) => `${encode(key)}=${encode(value)}`).sort()
  const canonical = [
    request.method,
    decodeURIComponent(url.pathname).split('/').map(encode).join('/'),
    query.join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    hash,
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const dateKey = hmac(`AWS4${S3_KEY.secretAccessKey}`, date)
  const key = hmac(hmac(hmac(dateKey, region), 's3'), 'aws4_request')
  if (createHmac('sha256', key).update(toSign).digest('hex') !== signature) return 'SignatureDoesNotMatch'
  return sha256(body) === hash ? null : 'XAmzContentSHA256Mismatch'
}

const STATUS: Record<string, number> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  AuthorizationHeaderMalformed: 400,
  XAmzContentSHA256Mismatch: 400,
}

/** Starts the store on a free port of this machine. */
export async function startTestS3(): Promise<TestS3> {
  const store: TestS3 = {
    endpoint: '',
    objects: new Map(),
    uploads: new Map(),
    fault: null,
    spoil: null,
    requests: [],
    pageSize: 1_000,
    close: async () => {},
  }
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const url = new URL(request.url ?? '', 'http://host')
    const fault = store.fault?.(request)
    const code = fault?.code ?? signatureFault(request, body)
    if (code !== null) return refuse(response, fault?.status ?? STATUS[code] ?? 403, code)
    const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(decodeURIComponent(url.pathname)) ?? []
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket')
    store.requests.push(`${request.method} ${key}`)
    answer(store, { method: request.method ?? '', key, query: url.searchParams, body }, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  store.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  store.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return store
}

interface Asked {
  method: string
  key: string
  query: URLSearchParams
  body: Buffer
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

const xml = (response: ServerResponse, text: string) =>
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`)

function answer(store: TestS3, asked: Asked, response: ServerResponse): void {
  const { method, key, query } = asked
  const body = store.objects.get(key)
  if (query.has('uploads')) answerUploads(store, asked, response)
  else if (query.has('uploadId')) answerUpload(store, asked, response)
  else if (key === '') list(store, query, response)
  else if (method === 'PUT') {
    store.objects.set(key, store.spoil?.(asked.body) ?? asked.body)
    response.end()
  } else if (method === 'DELETE') {
    store.objects.delete(key)
    response.writeHead(204).end()
  } else if (body) {
    response.writeHead(200, { 'content-length': body.length })
    response.end(method === 'HEAD' ? undefined : body)
  } else refuse(response, 404, 'NoSuchKey')
}

/** Begins an upload, or lists those that are open. */
function answerUploads(store: TestS3, { method, key, query }: Asked, response: ServerResponse): void {
  if (method === 'GET') {
    const open = [...store.uploads].filter(([, found]) => found.key.startsWith(query.get('prefix') ?? ''))
    const items = open.map(
      ([uploadId, found]) => `<Upload><Key>${found.key}</Key><UploadId>${uploadId}</UploadId></Upload>`,
    )
    xml(response, `<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`)
    return
  }
  const uploadId = randomUUID()
  store.uploads.set(uploadId, { key, parts: new Map() })
  const name = 'InitiateMultipartUploadResult'
  xml(response, `<${name}><UploadId>${uploadId}</UploadId></${name}>`)
}

/** Takes a part of an upload, or completes or aborts it. */
function answerUpload(store: TestS3, { method, key, query, body }: Asked, response: ServerResponse): void {
  const id = query.get('uploadId') ?? ''
  const upload = store.uploads.get(id)
  if (!upload) {
    refuse(response, 404, 'NoSuchUpload')
    return
  }
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end()
    return
  }
  store.uploads.delete(id)
  if (method === 'DELETE') {
    response.writeHead(204).end()
    return
  }
  const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part)
  store.objects.set(key, store.spoil?.(Buffer.concat(parts)) ?? Buffer.concat(parts))
  xml(response, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
}

/** Keys below the prefix without a further `/`, in pages. */
function list(store: TestS3, query: URLSearchParams, response: ServerResponse): void {
  const prefix = query.get('prefix') ?? ''
  const start = Number(query.get('continuation-token') ?? 0)
  const keys = [...store.objects.keys()]
    .filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'))
    .sort()
  const items = keys
    .slice(start, start + store.pageSize)
    .map((key) => `<Contents><Key>${key}</Key><Size>${store.objects.get(key)?.length}</Size></Contents>`)
  const next = start + store.pageSize
  const more = next < keys.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
  xml(response, `<ListBucketResult>${items.join('')}${more}</ListBucketResult>`)
}
