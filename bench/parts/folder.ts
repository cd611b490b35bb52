import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

/** Serves the files of a folder, gzipped as our own server does. */
export async function serveFolder(folder: string): Promise<{ base: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    try {
      const bytes = gzipSync(readFileSync(join(folder, path)))
      const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { base: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
