import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { shell } from '../release/sandbox.ts'
import { type Credentials, signatureFault } from './signatures.ts'

/** The name in the server's certificate; the machine that uses the store resolves it to 127.0.0.1. */
export const S3_HOST = 's3.example.test'
export const BUCKET = 'houtai'
export const CREDENTIALS: Credentials = {
  accessKey: 'AKIAEXAMPLE',
  secretKey: 'secret-of-the-stand-in',
  region: 'cn-east-1',
}

/** A stand-in for an S3 store. */
export interface S3 {
  port: number
  /** The certificate of its own authority, as a PEM file. */
  caFile: string
  /** Requests that were served, and those refused because of their signature, by kind. */
  counts: () => { served: Record<string, number>; refused: number }
  /** While true, the store answers 503 to every request. */
  setDown: (isDown: boolean) => void
  stop: () => Promise<void>
}

interface StoredObject {
  path: string
  size: number
  etag: string
  modified: Date
}

/** Thrown to answer with an error of S3. */
class S3Error extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

interface Call {
  method: string
  key: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}

const PAGE = 100
/** The smallest part of a multipart upload, except for its last. */
const MIN_PART_BYTES = 5 * 2 ** 20

const md5 = (data: Buffer, encoding: 'hex' | 'base64') => createHash('md5').update(data).digest(encoding)
const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const unescapeXml = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
const xml = (text: string): Reply => ({
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${text}`,
})

/**
 * Starts an S3 store over TLS that keeps its objects in the folder. It verifies every signature, digest and size limit
 * that S3 verifies, for one bucket with path-style addresses: PUT, GET with ranges, HEAD, DELETE, listing (version 2) in
 * pages, deletion of several objects, and multipart uploads.
 */
export async function startS3(folder: string): Promise<S3> {
  mkdirSync(folder, { recursive: true })
  const caFile = certify(folder)
  const store = new Store(folder)
  const counts = { served: {} as Record<string, number>, refused: 0 }
  let down = false
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await readCall(request)
    try {
      if (down) throw new S3Error(503, 'SlowDown')
      const target = request.url ?? ''
      const { method, headers, body } = call
      const fault = signatureFault({ method, target, headers, body }, CREDENTIALS)
      if (fault) {
        counts.refused += 1
        throw new S3Error(403, fault)
      }
      const [kind, reply] = await store.answer(call)
      counts.served[kind] = (counts.served[kind] ?? 0) + 1
      send(response, method, reply)
    } catch (error) {
      if (!(error instanceof S3Error)) throw error
      const reply = xml(`<Error><Code>${error.code}</Code></Error>`)
      send(response, call.method, { ...reply, status: error.status })
    }
  }
  const tls = {
    key: readFileSync(join(folder, 'server.key')),
    cert: readFileSync(join(folder, 'server.crt')),
  }
  const server = createServer(tls, (request, response) => {
    handle(request, response).catch((error: Error) => {
      response.writeHead(500).end(error.stack)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    caFile,
    counts: () => structuredClone(counts),
    setDown: (isDown) => {
      down = isDown
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Makes an authority and the server's certificate; returns the authority's. */
function certify(folder: string): string {
  const at = (name: string) => join(folder, name)
  if (existsSync(at('ca.crt'))) return at('ca.crt')
  const openssl = (...args: string[]) => shell('openssl', args, { cwd: folder })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const authority = ['-subj', '/CN=stand-in CA', '-keyout', 'ca.key', '-out', 'ca.crt']
  openssl('req', '-x509', ...newKey, '-days', '2', ...authority)
  openssl('req', ...newKey, '-subj', `/CN=${S3_HOST}`, '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(at('names'), `subjectAltName=DNS:${S3_HOST}`)
  const signing = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names']
  openssl('x509', '-req', '-in', 'server.csr', ...signing, '-out', 'server.crt')
  return at('ca.crt')
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const url = new URL(request.url ?? '', `https://${S3_HOST}`)
  const [, bucket = '', ...key] = url.pathname.split('/')
  return {
    method: request.method ?? '',
    key: bucket === BUCKET ? decodeURIComponent(key.join('/')) : `//${bucket}`,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks),
  }
}

function send(response: ServerResponse, method: string, { status = 200, headers, body = '' }: Reply): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
  response.end(method === 'HEAD' ? undefined : body)
}

/** The objects of one bucket, as numbered files. */
class Store {
  private readonly objects = new Map<string, StoredObject>()
  private readonly uploads = new Map<string, Map<number, StoredObject>>()
  private readonly folder: string
  private files = 0

  constructor(folder: string) {
    this.folder = folder
  }

  private nextNumber(): number {
    this.files += 1
    return this.files
  }

  /** Serves a call; returns its kind too. */
  async answer(call: Call): Promise<[kind: string, Reply]> {
    const { method, key, query } = call
    if (key.startsWith('//')) throw new S3Error(404, 'NoSuchBucket')
    if (key === '') {
      if (method === 'GET' && query.get('list-type') === '2') return ['LIST', this.list(query)]
      if (method === 'POST' && query.has('delete')) return ['DELETE several', await this.deleteSeveral(call)]
      throw new S3Error(501, 'NotImplemented')
    }
    if (query.has('uploads') || query.has('uploadId')) return ['multipart', await this.multipart(call)]
    if (method === 'PUT') {
      const stored = await this.write(call)
      await this.replace(key, stored)
      return ['PUT', { headers: { etag: stored.etag } }]
    }
    if (method === 'DELETE') {
      await this.delete(key)
      return ['DELETE', { status: 204 }]
    }
    if (method === 'GET' || method === 'HEAD') return [method, await this.read(call)]
    throw new S3Error(501, 'NotImplemented')
  }

  private async read({ method, key, headers }: Call): Promise<Reply> {
    const found = this.objects.get(key)
    if (!found) throw new S3Error(404, 'NoSuchKey')
    const facts = { etag: found.etag, 'last-modified': found.modified.toUTCString() }
    if (method === 'HEAD') return { headers: { ...facts, 'content-length': String(found.size) } }
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    const from = Number(first ?? 0)
    const to = Math.min(last ? Number(last) : found.size - 1, found.size - 1)
    if (first && from >= found.size) throw new S3Error(416, 'InvalidRange')
    const body = Buffer.alloc(to - from + 1)
    const file = await open(found.path)
    await file.read(body, 0, body.length, from)
    await file.close()
    return { status: first ? 206 : 200, headers: facts, body }
  }

  private list(query: URLSearchParams): Reply {
    const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? '']
    const after = query.get('continuation-token') ?? ''
    const entries = new Map<string, string>()
    for (const [key, { size, etag, modified }] of this.objects) {
      if (!key.startsWith(prefix)) continue
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1
      const name = end < 0 ? key : key.slice(0, end + delimiter.length)
      const facts = `<LastModified>${modified.toISOString()}</LastModified><ETag>${etag}</ETag><Size>${size}</Size>`
      const text =
        end < 0
          ? `<Contents><Key>${escapeXml(key)}</Key>${facts}</Contents>`
          : `<CommonPrefixes><Prefix>${escapeXml(name)}</Prefix></CommonPrefixes>`
      entries.set(name, text)
    }
    const names = [...entries.keys()].filter((name) => name > after).sort()
    const page = names.slice(0, PAGE)
    const next = names.length > PAGE ? escapeXml(page.at(-1) ?? '') : null
    const rest = next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
    const texts = page.map((name) => entries.get(name)).join('')
    return xml(
      `<ListBucketResult><Name>${BUCKET}</Name><IsTruncated>${next !== null}</IsTruncated>${rest}${texts}</ListBucketResult>`,
    )
  }

  private async deleteSeveral({ headers, body }: Call): Promise<Reply> {
    // S3 requires a digest here.
    if (headers['content-md5'] !== md5(body, 'base64')) throw new S3Error(400, 'BadDigest')
    for (const [, key = ''] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g))
      await this.delete(unescapeXml(key))
    return xml('<DeleteResult/>')
  }

  private async multipart(call: Call): Promise<Reply> {
    const { method, key, query } = call
    if (method === 'POST' && query.has('uploads')) {
      const id = `upload-${this.nextNumber()}`
      this.uploads.set(id, new Map())
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    const id = query.get('uploadId') ?? ''
    const parts = this.uploads.get(id)
    if (!parts) throw new S3Error(404, 'NoSuchUpload')
    if (method === 'PUT') {
      const part = await this.write(call)
      parts.set(Number(query.get('partNumber')), part)
      return { headers: { etag: part.etag } }
    }
    this.uploads.delete(id)
    if (method === 'POST') await this.complete(key, parts, call.body.toString())
    for (const { path } of parts.values()) await rm(path)
    return method === 'POST'
      ? xml('<CompleteMultipartUploadResult><ETag>"parts"</ETag></CompleteMultipartUploadResult>')
      : { status: 204 }
  }

  /** Joins the parts that the request names, in its order. */
  private async complete(key: string, parts: Map<number, StoredObject>, request: string): Promise<void> {
    const named = [...request.matchAll(/<PartNumber>(\d+)<\/PartNumber>.*?<ETag>(.*?)<\/ETag>/gs)]
    const chunks = named.map(([, number, etag], index) => {
      const part = parts.get(Number(number))
      if (!part || part.etag.replaceAll('"', '') !== unescapeXml(etag ?? '').replaceAll('"', ''))
        throw new S3Error(400, 'InvalidPart')
      if (index < named.length - 1 && part.size < MIN_PART_BYTES) throw new S3Error(400, 'EntityTooSmall')
      return readFileSync(part.path)
    })
    if (chunks.length === 0) throw new S3Error(400, 'MalformedXML')
    await this.replace(key, await this.save(Buffer.concat(chunks)))
  }

  private async write({ headers, body }: Call): Promise<StoredObject> {
    const digest = headers['content-md5']
    if (digest !== undefined && digest !== md5(body, 'base64')) throw new S3Error(400, 'BadDigest')
    return await this.save(body)
  }

  private async save(body: Buffer): Promise<StoredObject> {
    const path = join(this.folder, `object-${this.nextNumber()}`)
    await writeFile(path, body)
    return { path, size: body.length, etag: `"${md5(body, 'hex')}"`, modified: new Date() }
  }

  private async replace(key: string, stored: StoredObject): Promise<void> {
    await this.delete(key)
    this.objects.set(key, stored)
  }

  private async delete(key: string): Promise<void> {
    const found = this.objects.get(key)
    this.objects.delete(key)
    if (found) await rm(found.path)
  }
}
