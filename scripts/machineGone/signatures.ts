import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A key of the store, and the region that requests are signed for. */
export interface Credentials {
  accessKey: string
  secretKey: string
  region: string
}

/** A request as it came in, with its whole body. */
export interface SignedRequest {
  method: string
  /** Path and query as sent, percent-encoded. */
  target: string
  headers: IncomingHttpHeaders
  body: Buffer
}

const MAX_CLOCK_SKEW_MS = 15 * 60_000
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, *SignedHeaders=([a-z0-9;-]+), *Signature=([0-9a-f]{64})$/

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Returns why a request's signature (AWS Signature Version 4) is not valid, as the error code of S3; null if it is.
 * Written from the specification and independent of any client.
 */
export function signatureFault(
  request: SignedRequest,
  credentials: Credentials,
  now = Date.now(),
): string | null {
  const { headers, body } = request
  const [, accessKey, day, region, signedHeaders, signature] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (!signedHeaders || !signature || !day) return 'AccessDenied'
  if (accessKey !== credentials.accessKey) return 'InvalidAccessKeyId'
  if (region !== credentials.region) return 'AuthorizationHeaderMalformed'
  const date = String(headers['x-amz-date'] ?? '')
  if (!date.startsWith(day) || isSkewed(date, now)) return 'RequestTimeTooSkewed'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const names = signedHeaders.split(';')
  if (['host', 'x-amz-content-sha256', 'x-amz-date'].some((name) => !names.includes(name)))
    return 'AccessDenied'
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonicalRequest(request, names))].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${credentials.secretKey}`,
  )
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

/** Whether `20260519T040000Z` is more than 15 minutes from now. */
function isSkewed(date: string, now: number): boolean {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5')
  return !(Math.abs(now - Date.parse(iso)) <= MAX_CLOCK_SKEW_MS)
}

function canonicalRequest({ method, target, headers, body }: SignedRequest, names: string[]): string {
  const [path = '', query = ''] = target.split('?')
  const parameters = query
    .split('&')
    .filter(Boolean)
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
  const lines = names.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  return [method, path, parameters.toSorted().join('&'), lines.join(''), names.join(';'), sha256(body)].join(
    '\n',
  )
}
