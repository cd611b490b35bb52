import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { type SignedRequest, signatureFault } from './signatures.ts'

/** The example "GET Object" of Amazon's description of Signature Version 4, with its published signature. */
const EXAMPLE = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const AT = Date.parse('2013-05-24T00:00:00Z')
const empty = Buffer.alloc(0)
const scope = `${EXAMPLE.accessKey}/20130524/us-east-1/s3/aws4_request`
const signed = 'host;range;x-amz-content-sha256;x-amz-date'
const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
const request: SignedRequest = {
  method: 'GET',
  target: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': createHash('sha256').update(empty).digest('hex'),
    authorization: `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${signed},Signature=${signature}`,
  },
  body: empty,
}

const faultOf = (changes: Partial<SignedRequest>, now = AT) =>
  signatureFault({ ...request, ...changes }, EXAMPLE, now)

test('the published signature of the example is valid', () => {
  assert.equal(faultOf({}), null)
})

test('any change of the request or of the key makes it invalid', () => {
  const withHeader = (header: string, value: string) => ({ headers: { ...request.headers, [header]: value } })
  assert.equal(faultOf({ method: 'PUT' }), 'SignatureDoesNotMatch')
  assert.equal(faultOf({ target: '/test.txt?acl' }), 'SignatureDoesNotMatch')
  assert.equal(faultOf(withHeader('range', 'bytes=0-99')), 'SignatureDoesNotMatch')
  assert.equal(faultOf({ body: Buffer.from('x') }), 'XAmzContentSHA256Mismatch')
  assert.equal(faultOf(withHeader('authorization', 'Basic YTpi')), 'AccessDenied')
  assert.equal(signatureFault(request, { ...EXAMPLE, secretKey: 'other' }, AT), 'SignatureDoesNotMatch')
  assert.equal(signatureFault(request, { ...EXAMPLE, accessKey: 'other' }, AT), 'InvalidAccessKeyId')
  assert.equal(signatureFault(request, { ...EXAMPLE, region: 'eu' }, AT), 'AuthorizationHeaderMalformed')
})

test('a request that is more than a quarter of an hour old is refused', () => {
  const MINUTE = 60_000
  assert.equal(faultOf({}, AT + 14 * MINUTE), null)
  assert.equal(faultOf({}, AT + 16 * MINUTE), 'RequestTimeTooSkewed')
  assert.equal(faultOf({}, AT - 16 * MINUTE), 'RequestTimeTooSkewed')
})
