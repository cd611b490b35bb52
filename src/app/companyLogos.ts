import type { FastifyInstance } from 'fastify'
import type { Database } from '#db/connect.ts'
import { findLogo, LOGO_PATH } from '#people/companies/profile/queries.ts'
import { SVG_TYPE } from './web.ts'

interface Parts {
  db: Database
  /** Whether pages of other origins show the logos. */
  isShared: boolean
}

const YEAR_S = 31_536_000

/**
 * Serves the companies' logos to `<img>`, which sends no session: on the console, on printed documents and on merchants'
 * pages. An address is the digest of its content: it cannot be guessed, and its content never changes.
 */
export function serveLogos(app: FastifyInstance, { db, isShared }: Parts): void {
  app.get<{ Params: { digest: string } }>(`${LOGO_PATH}/:digest`, async (request, reply) => {
    const { digest } = request.params
    const logo = /^[0-9a-f]{64}$/.test(digest) ? await findLogo(db, Buffer.from(digest, 'hex')) : undefined
    if (!logo) return reply.callNotFound()
    return reply
      .headers({
        'content-type': logo.type.startsWith('image/svg') ? SVG_TYPE : logo.type,
        // Opened as a page, an SVG runs and loads nothing.
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': `public, max-age=${YEAR_S}, immutable`,
        ...(isShared && { 'cross-origin-resource-policy': 'cross-origin' }),
      })
      .send(logo.content)
  })
}
