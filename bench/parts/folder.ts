import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

/**
 * Serves the files of a folder, gzipped like our server's, and fixed JSON responses by path (`/answers/user`). Files
 * are compressed once, like ours.
 */
export async function serveFolder(
  folder: string,
  answers: ReadonlyMap<string, unknown> = new Map(),
): Promise<{ base: string; stop: () => void }> {
  const texts = new Map([...answers].map(([path, answer]) => [path, JSON.stringify(answer)]))
  const files = new Map<string, Buffer>()
  const gzipped = (path: string) => {
    const found = files.get(path) ?? gzipSync(readFileSync(join(folder, path)))
    files.set(path, found)
    return found
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const text = texts.get(path)
    if (text !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
      return
    }
    try {
      const bytes = gzipped(path)
      const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
      const cacheControl = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store'
      response
        .writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': cacheControl })
        .end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { base: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
