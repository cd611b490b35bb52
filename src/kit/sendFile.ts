import type { FastifyReply } from 'fastify'

/** A file as returned by an endpoint with `gives: 'file'`. */
export interface FileDownload {
  name: string
  type: string
  bytes: Uint8Array
}

/**
 * Sends an uploaded file so that no browser executes its content (design/trust.md, Files): as an attachment, with the
 * type of its content, sandboxed, for this origin only, and never cached.
 */
export function sendFile(reply: FastifyReply, { name, type, bytes }: FileDownload): FastifyReply {
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
