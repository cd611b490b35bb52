import { readFileSync } from 'node:fs'
import { type Running, startProgram } from '#testing/testProcess.ts'
import { must } from './checks.ts'

const ADMIN = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: '海边的风-2026-起' }

/** A response, and its duration. */
export interface CallResult {
  /** 0 without a response. */
  status: number
  /** Without a response: whether the server had accepted the request before the connection broke. */
  broken: boolean
  text: string
  ms: number
}

/** Starts the whole program, like `npm start`. */
export function startOn(environment: Record<string, string>): Promise<Running> {
  return startProgram([], { ...ADMIN, LOG_LEVEL: 'silent', ...environment })
}

/** Errors of requests that were never sent: the connection was refused or already closed. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'UND_ERR_CLOSED'])

/** Calls the API, with an idempotency key if given. */
export async function call(
  { base }: { base: string },
  method: string,
  path: string,
  token?: string,
  body?: object,
  key?: string,
): Promise<CallResult> {
  const headers: Record<string, string> = token ? { authorization: token } : {}
  if (body) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  const begun = performance.now()
  const took = () => performance.now() - begun
  try {
    const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) })
    return { status: answer.status, text: await answer.text(), ms: took(), broken: false }
  } catch (error) {
    const { code = '', message } = (error as { cause?: { code?: string; message: string } }).cause ?? {
      message: '',
    }
    return { status: 0, text: `${code} ${message}`, ms: took(), broken: !NEVER_SENT.has(code) }
  }
}

/** Kills a program and its engine, its only child process; on a server it has none. */
export function killProgram({ child: { pid } }: Running): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  // Without a child the text is empty, and process 0 would be this one's whole group.
  for (const each of [pid, ...(children === '' ? [] : children.split(' '))])
    process.kill(Number(each), 'SIGKILL')
}

/** Signs the first admin in and returns the token. */
export function signIn(program: { base: string }): Promise<string> {
  return signInAs(program, { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD })
}

/** Signs an account in and returns the token. */
export async function signInAs(
  program: { base: string },
  account: { username: string; password: string },
): Promise<string> {
  const { text } = await call(program, 'POST', '/api/login/account', undefined, {
    type: 'account',
    ...account,
  })
  const token = JSON.parse(text).data?.token
  must(typeof token === 'string', `不能登录：${text}`)
  return token
}
