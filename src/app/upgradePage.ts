import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { PROGRAM_VERSION } from '#db/version.ts'
import { escapeHtml } from '#kit/html.ts'
import { type TextLocale, textLocaleOf, translate } from '#kit/text.ts'
import type { Live } from './healthContract.ts'
import './serverTexts.ts'
import { COMMON_HEADERS, newNonce } from './web.ts'

const TITLE = '系统正在升级'
const TEXT = '升级完成后，这个页面会自动打开。已经保存的内容都在。'
const RETRY_S = 3

const STYLE = `body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;box-sizing:border-box;
font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#1f2329;background:#f5f6f8}
main{max-width:30rem;background:#fff;border:1px solid #e5e6eb;border-radius:8px;padding:32px}
h1{font-size:20px;margin:0 0 8px}p{margin:0;color:#4e5969}`

/**
 * Responds to every request while the database is not ready: browsers get a page that reloads itself, the console an
 * error that says that nothing was saved, and health checks that the program is live but not ready.
 */
const answer: RequestListener = (request, response) => {
  const path = request.url?.split('?')[0] ?? '/'
  if (path === '/api/health/live') return send({ success: true, data: ALIVE }, 200)
  const locale = localeOf(request)
  if (path.startsWith('/api/')) {
    return send(
      {
        success: false,
        errorCode: 'BUSY',
        errorMessage: translate(locale, BUSY),
        showType: 4,
        traceId: randomUUID(),
      },
      503,
    )
  }
  const nonce = newNonce()
  response.writeHead(503, {
    ...COMMON_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
    'cache-control': 'no-store',
    'retry-after': String(RETRY_S),
  })
  response.end(request.method === 'HEAD' ? undefined : page(locale, nonce))

  function send(body: object, status: number): void {
    response.writeHead(status, {
      ...COMMON_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 503 && { 'retry-after': String(RETRY_S) }),
    })
    response.end(JSON.stringify(body))
  }
}

const ALIVE: Live = { status: 'ok', version: PROGRAM_VERSION, schema: null }

const BUSY = '系统正在升级，您的操作没有保存，请稍后再试。'

function localeOf(request: IncomingMessage): TextLocale {
  return textLocaleOf(request.headers['accept-language'] ?? '')
}

function page(locale: TextLocale, nonce: string): string {
  const [title, text] = [TITLE, TEXT].map((sentence) => escapeHtml(translate(locale, sentence)))
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${RETRY_S}"><title>${title}</title>
<style nonce="${nonce}">${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`
}

/**
 * Listens on the program's address until the database is ready. Returns a function that stops it and frees the port.
 */
export async function showUpgradePage({
  host,
  port,
}: {
  host: string
  port: number
}): Promise<() => Promise<void>> {
  const server = createServer(answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
