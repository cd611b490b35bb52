import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

const PATIENCE_MS = 10_000
const POLL_MS = 50

/** The latest sign-in code for a mobile in the demo's output. Waits until there is one other than `old`. */
export async function codeOf(mobile: string, old = ''): Promise<string> {
  const log = process.env.E2E_LOG
  if (!log) throw new Error('E2E_LOG does not say where the demo’s output is')
  const masked = `${mobile.slice(0, 3)}\\*\\*\\*\\*${mobile.slice(-4)}`
  const codePattern = new RegExp(`【演示】手机号 ${masked} 的登录验证码：(\\d{6})`, 'g')
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const code = [...readFileSync(log, 'utf8').matchAll(codePattern)].at(-1)?.[1]
    if (code && code !== old) return code
    await setTimeout(POLL_MS)
  }
  throw new Error('the demo said no code')
}
