import type { FastifyReply } from 'fastify'

/** A file as an endpoint that `gives: 'file'` answers it. */
export interface SentFile {
  name: string
  type: string
  bytes: Uint8Array
}

/**
 * Sends a file that somebody uploaded, so that no browser runs anything of it (design/trust.md, Files): as an
 * attachment, of the type that its content has, in a sandbox, for this site only, kept nowhere.
 */
export function sendFile(reply: FastifyReply, { name, type, bytes }: SentFile): FastifyReply {
  const safe = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return reply
    .headers({
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${safe}`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
