import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import type { WebhookKind } from './contract.ts'
import { post, type WebhookTransport } from './post.ts'
import { getRobot } from './queries.ts'

/** A robot with decrypted URL and secret. */
export interface Robot {
  kind: WebhookKind
  url: string
  secret: string | null
}

/** 企业微信 accepts 2048 bytes, the other services more. */
const MAX_BYTES = 1_900

/** Sends a text to a group. Throws WRONG_STATE or INVALID; the message never contains the URL. */
export async function sendToGroup(
  transport: WebhookTransport,
  robot: Robot,
  text: string,
  now: Date,
): Promise<void> {
  const answer = await post(transport, signedUrl(robot, now), requestBody(robot, sanitizeText(text), now))
  const code = codeOf(answer)
  if (code === 0) return
  throw new AppError(
    'WRONG_STATE',
    '机器人没有接受这条消息（代码 {code}）。请检查它的安全设置：关键词、加签或 IP 名单。',
    {
      values: { code: code ?? '-' },
    },
  )
}

/** A function that sends a text to a company's robot by id; `subscriptions` uses it. */
export function groupSender(transport: WebhookTransport) {
  return async (
    { db, keyFor, clock }: Pick<Context, 'db' | 'keyFor' | 'clock'>,
    { companyCode, id }: { companyCode: string; id: number },
    text: string,
  ): Promise<void> => sendToGroup(transport, await getRobot(db, keyFor, companyCode, id), text, clock())
}

/** 钉钉 expects the signature in the URL: HMAC-SHA256 of `ms\nsecret` with the secret (robot manual, 加签). */
export function signedUrl({ kind, url, secret }: Robot, now: Date): string {
  if (kind !== 'dingtalk' || !secret) return url
  const timestamp = String(now.getTime())
  const signed = new URL(url)
  signed.searchParams.set('timestamp', timestamp)
  signed.searchParams.set('sign', hmac(secret, `${timestamp}\n${secret}`))
  return signed.href
}

/** The request body per service. 飞书 expects the signature in it: HMAC of an empty text with `s\nsecret` (签名校验). */
export function requestBody({ kind, secret }: Robot, text: string, now: Date): object {
  if (kind !== 'feishu') return { msgtype: 'text', text: { content: text } }
  const message = { msg_type: 'text', content: { text } }
  if (!secret) return message
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  return { timestamp, sign: hmac(`${timestamp}\n${secret}`, ''), ...message }
}

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

/** Makes a text safe: user-entered names must not mention the whole group (`<at user_id="all">`). Limits its length. */
export function sanitizeText(text: string): string {
  const inert = text.replace(/</g, '‹').replace(/>/g, '›')
  if (Buffer.byteLength(inert) <= MAX_BYTES) return inert
  let cut = inert.slice(0, MAX_BYTES)
  while (Buffer.byteLength(cut) > MAX_BYTES) cut = cut.slice(0, -10)
  return `${cut}…`
}

const RobotResponse = z.object({
  errcode: z.int().optional(),
  code: z.int().optional(),
  StatusCode: z.int().optional(),
})

/** The result code of a response; 0 means accepted in all three services. */
function codeOf(answer: unknown): number | undefined {
  const { success, data } = RobotResponse.safeParse(answer)
  return success ? (data.errcode ?? data.code ?? data.StatusCode) : undefined
}
