import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'

/** How long browsers may keep what never changes. */
export const YEAR_S = 31_536_000

/** Content types of the files that the build writes. A file of another type fails the start. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.webp': 'image/webp',
}

/** The copies that the build stores next to a file that is worth it, by what a browser accepts, best first. */
const COPIES = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof COPIES
const ENCODINGS = Object.keys(COPIES) as Encoding[]

const isCopy = (name: string) => Object.values(COPIES).some((ending) => name.endsWith(ending))

/** A file of the build and its encoded copies. */
interface Asset {
  type: string
  encodings: Encoding[]
}

/**
 * Serves the files of the build's `assets/` folder from memory, where each stays after its first request (a few MB in
 * all). Their names contain a hash of their content, so that they never change. A page needs some forty of them at once:
 * from the disk, each costs four operations of the thread pool.
 */
export function serveAssets(app: FastifyInstance, folder: string): void {
  const assets = findAssets(folder)
  const kept = new Map<string, Buffer>()
  /** Returns null for a file that is gone: a later build has replaced the folder. */
  const read = async (name: string): Promise<Buffer | null> => {
    const bytes = kept.get(name) ?? (await readFile(join(folder, name)).catch(nullIfGone))
    if (bytes) kept.set(name, bytes)
    return bytes
  }
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const asset = assets.get(name)
    if (!asset) return reply.callNotFound()
    const accepted = request.headers['accept-encoding']
    const encoding = accepted ? negotiate(accepted, asset.encodings) : null
    const bytes = await read(encoding ? name + COPIES[encoding] : name)
    if (!bytes) return reply.callNotFound()
    reply.headers({
      'content-type': asset.type,
      'cache-control': `public, max-age=${YEAR_S}, immutable`,
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
    })
    return reply.send(bytes)
  })
}

function nullIfGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function findAssets(folder: string): Map<string, Asset> {
  const names = new Set(readdirSync(folder))
  return new Map(
    [...names]
      .filter((name) => !isCopy(name))
      .map((name) => {
        const type = TYPES[extname(name)]
        if (!type) throw new Error(`no content type for assets/${name}`)
        return [name, { type, encodings: ENCODINGS.filter((encoding) => names.has(name + COPIES[encoding])) }]
      }),
  )
}
