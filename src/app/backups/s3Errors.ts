import { readXml } from './s3Xml.ts'
import { TargetError } from './target.ts'

/** What an S3 store means by an error code. */
const MEANINGS: Record<string, string> = {
  SignatureDoesNotMatch: '签名不对：请检查 S3_SECRET_ACCESS_KEY。',
  InvalidAccessKeyId: '对方不认识访问密钥：请检查 S3_ACCESS_KEY_ID。',
  AccessDenied: '访问密钥没有这个存储桶的权限。',
  AllAccessDisabled: '访问密钥没有这个存储桶的权限。',
  NoSuchBucket: '没有这个存储桶。',
  RequestTimeTooSkewed: '本机的时间与对方相差太大，签名被拒绝。',
  AuthorizationHeaderMalformed: '区域或地址不对：请检查 S3_REGION 和 S3_ENDPOINT。',
  PermanentRedirect: '区域或地址不对：请检查 S3_REGION 和 S3_ENDPOINT。',
  SecondLevelDomainForbidden: '对方要求把存储桶写在主机名里：请设置 S3_ADDRESSING=host。',
  QuotaExceeded: '那里的空间不足。',
  XMinioStorageFull: '那里的空间不足。',
  InsufficientStorage: '那里的空间不足。',
  XAmzContentSHA256Mismatch: '传过去再读回来的内容与本机的不同，没有采用。',
  BadDigest: '传过去再读回来的内容与本机的不同，没有采用。',
}

/** Explains an answer that is not a success. */
export async function s3Refusal(response: Response): Promise<TargetError> {
  const { status } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    return new TargetError('区域或地址不对：请检查 S3_REGION 和 S3_ENDPOINT。')
  }
  const text = await response.text().catch(() => '')
  const code = errorCode(text)
  const meaning = MEANINGS[code]
  if (meaning) return new TargetError(meaning)
  if (status === 507) return new TargetError('那里的空间不足。')
  if (status >= 500 || status === 429)
    return new TargetError('对方现在不能处理请求（{status}）。', { status })
  return new TargetError('对方拒绝了请求（{status} {code}）。', { status, code })
}

/** The code of an error; empty for an answer without one. A proxy in between answers with something else. */
export function errorCode(text: string): string {
  try {
    return readXml(text)('Error/Code')[0] ?? ''
  } catch {
    return ''
  }
}

const UNTRUSTED = /CERT|SIGNATURE|SELF_SIGNED|ALTNAME/

/** Explains a request that got no answer. */
export function s3Unreachable(error: unknown): TargetError {
  const { cause } = error as { cause?: { code?: string } }
  const code = cause?.code ?? 'fetch'
  if (UNTRUSTED.test(code)) return new TargetError('对方的证书不可信（{code}）。', { code })
  return new TargetError('连不上对方的主机（{code}）。', { code })
}
