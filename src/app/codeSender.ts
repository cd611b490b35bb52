import { maskMobile } from '#kit/fields.ts'
import type { SignInServices } from '#people/sign-in/signInServices.ts'
import type { Settings } from './settings.ts'

const TIMEOUT_MS = 3_000

interface Webhook {
  url: string
  token?: string | undefined
}

/** Called if a code could not be delivered; receives neither the code nor the whole number. */
type OnFailure = (facts: { mobile: string | null; reason: string }) => void

/**
 * Returns how codes are sent: the demo prints them on its terminal, a real server calls the webhook; null without one.
 */
export function codeSender(
  { demo, smsWebhook }: Settings,
  say: (text: string) => void,
  onFailure: OnFailure,
): SignInServices['sendCode'] {
  if (demo) return async (mobile, code) => say(demoText(mobile, code))
  return smsWebhook ? webhookSender(smsWebhook, onFailure) : null
}

function demoText(mobile: string, code: string): string {
  return `【演示】手机号 ${maskMobile(mobile)} 的登录验证码：${code}（5 分钟内有效；正式环境会发短信，不会显示在这里）`
}

/** POSTs `{ mobile, code, minutes }` as JSON; follows no redirects and times out after three seconds. */
export function webhookSender({ url, token }: Webhook, onFailure: OnFailure, timeoutMs = TIMEOUT_MS) {
  return async (mobile: string, code: string): Promise<void> => {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ mobile, code, minutes: 5 }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.body?.cancel()
      if (!answer.ok) onFailure({ mobile: maskMobile(mobile), reason: `status ${answer.status}` })
    } catch (error) {
      onFailure({ mobile: maskMobile(mobile), reason: reasonOf(error) })
    }
  }
}

/**
 * The reason for a missing response. Network error messages may contain the URL, which may contain a secret: only the
 * error's code or name is reported.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause as { code?: unknown } | undefined
  return typeof cause?.code === 'string' ? cause.code : error.name
}
