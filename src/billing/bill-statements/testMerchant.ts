import type { FastifyInstance } from 'fastify'

/** State of a merchant's browser: the path of the link, and the session cookie after a correct code. */
export interface Merchant {
  path: string
  cookie: string | undefined
}

interface MerchantResponse {
  status: number
  body: string
  headers: Record<string, unknown>
}

let addresses = 0

/** A merchant's browser with its own IP address, so that the rate limits of other tests do not apply. */
export function merchantAt(app: FastifyInstance, path: string) {
  addresses += 1
  const remoteAddress = `10.9.${addresses >> 8}.${addresses & 255}`
  const merchant: Merchant = { path, cookie: undefined }
  const headers = () => (merchant.cookie ? { cookie: merchant.cookie } : {})
  const send = async (url: string, fields?: Record<string, string>): Promise<MerchantResponse> => {
    const answer = await app.inject({
      url,
      remoteAddress,
      method: fields ? 'POST' : 'GET',
      headers: { ...headers(), ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(fields && { payload: new URLSearchParams(fields).toString() }),
    })
    const set = answer.headers['set-cookie']
    if (typeof set === 'string') merchant.cookie = set.split(';')[0]
    return { status: answer.statusCode, body: answer.body, headers: answer.headers }
  }
  return {
    merchant,
    remoteAddress,
    openPage: () => send(merchant.path),
    enter: (code: string) => send(merchant.path, { code }),
    /** Submits a form with the key from the current page. */
    submitAnswer: async (fields: Record<string, string>) => {
      const { body } = await send(merchant.path)
      const key = /name="key" value="([^"]+)"/.exec(body)?.[1] ?? ''
      return send(`${merchant.path}/answers`, { key, ...fields })
    },
  }
}

/** A response without its nonce and date, for comparison. */
export const comparable = ({ status, body, headers }: MerchantResponse) => {
  const { date: _date, 'content-security-policy': policy, ...rest } = headers
  const nonce = /nonce-([^']+)/.exec(String(policy))?.[1] ?? ''
  return { status, body: body.replaceAll(nonce, ''), policy: String(policy).replaceAll(nonce, ''), rest }
}
