/**
 * Loaded before the program (`--import`): the services of the group robots are at ROBOT_PORT of this machine, with the
 * certificate in the file ROBOT_CERTIFICATE. Everything else of the program's way to them stays as it is.
 */
import dns from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import https, { type RequestOptions } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

const { ROBOT_PORT = '', ROBOT_CERTIFICATE = '' } = process.env
const HOSTS = ['qyapi.weixin.qq.com', 'oapi.dingtalk.com', 'open.feishu.cn']
/** A public address, as the program requires; nothing is sent to it. */
const PUBLIC = { address: '119.29.29.29', family: 4 }
/** For which the certificate is valid. */
const SERVER_NAME = 'robot.example.cn'

const ca = readFileSync(ROBOT_CERTIFICATE, 'utf8')
const realLookup = dns.lookup
const realRequest = https.request

dns.lookup = ((host: string, options: object) =>
  HOSTS.includes(host) ? Promise.resolve([PUBLIC]) : realLookup(host, options)) as typeof dns.lookup

https.request = ((url: URL, options: RequestOptions, ...rest: never[]) => {
  if (!(url instanceof URL) || !HOSTS.includes(url.hostname)) return realRequest(url, options, ...rest)
  const { lookup: _, ...others } = options
  const here = new URL(`https://127.0.0.1:${ROBOT_PORT}${url.pathname}${url.search}`)
  return realRequest(here, { ...others, ca, servername: SERVER_NAME }, ...rest)
}) as typeof https.request

syncBuiltinESMExports()
