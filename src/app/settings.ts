import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod'
import { DEFAULT_ROLE_PREFIX, rolesOf } from '#db/roleNames.ts'
import { isKeyLength, MASTER_KEY_BYTES } from '#kit/keys.ts'
import { DEFAULT_HOSTS } from '#platform/webhooks/rules.ts'
import { ADDRESS_FORMS, parseAddresses } from './backups/addresses.ts'
import { misspelt } from './misspelt.ts'

/** Why the program does not start, in sentences for the operator; printed without a stack. */
export class StartError extends Error {}

const toInteger = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN)

/** A text setting that must pass a test; `should` describes valid values. */
function text(test: (value: string) => boolean, should: string) {
  return z.string().trim().refine(test, should)
}

function isPostgresUrl(value: string): boolean {
  return URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)
}

/** `/` for the server's own origin, or another address; the browser removes the last character (specification §7). */
function isApiUrl(value: string): boolean {
  if (!value.endsWith('/')) return false
  return value === '/' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
}

/** An origin without a path, as browsers send it: `https://console.example.cn`. */
function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value
}

const isKey = (value: string) => isKeyLength(Buffer.from(value, 'base64').length)

/** An https URL without user name and password: sign-in codes must be sent encrypted. */
function isHttpsUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return protocol === 'https:' && username === '' && password === ''
}

/** An origin to which keys are not sent in the clear, except on this machine: `https://s3.example.cn`. */
function isEndpoint(value: string): boolean {
  if (!isOrigin(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || hostname === '127.0.0.1' || hostname === 'localhost'
}

/** A host name in lower case, not an IP address. */
const isHostName = (value: string) => /^(?=.{4,253}$)([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(value)

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** An address, a network (`10.0.0.0/8`) or a name that the framework defines. */
function isNetwork(value: string): boolean {
  if (NAMED_NETWORKS.has(value)) return true
  const [address = '', bits, more] = value.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined) return false
  return bits === undefined || toInteger(bits) <= (version === 4 ? 32 : 128)
}

/** `host:port`, or the absolute path of a socket. */
function isSocketAddress(value: string): boolean {
  const [host = '', port = '', more] = value.split(':')
  if (value.startsWith('/')) return true
  return /^[\w.-]+$/.test(host) && more === undefined && toInteger(port) > 0 && toInteger(port) <= 65_535
}

const listItems = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** All settings that the environment may contain; an empty one counts as absent. */
const Environment = z.object({
  PORT: text((value) => toInteger(value) <= 65_535, '应是 0–65535 的整数').default('8000'),
  HOST: text((value) => /^[\w.:-]+$/.test(value), '应是本机的一个地址，如 127.0.0.1 或 0.0.0.0').default(
    '127.0.0.1',
  ),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: text(
    isPostgresUrl,
    '应以 postgres:// 开头，如 postgres://用户:密码@主机:5432/库名',
  ).optional(),
  MIGRATE_DATABASE_URL: text(
    isPostgresUrl,
    '应以 postgres:// 开头，用 npm run db:roles 建立的属主账号，如 postgres://houtai_owner:密码@主机:5432/库名',
  ).optional(),
  ADMIN_DATABASE_URL: text(
    isPostgresUrl,
    '应以 postgres:// 开头，用数据库的管理员账号，只给 npm run db:roles 用',
  ).optional(),
  DATABASE_ROLES: text(
    (value) => /^[a-z][a-z0-9_]{0,40}$/.test(value),
    '应以小写字母开头，只含小写字母、数字和下划线，最多 41 个字符',
  ).default(DEFAULT_ROLE_PREFIX),
  PREPARED_STATEMENTS: z
    .enum(['on', 'off'], '应是 on 或 off；数据库前面有按事务分配连接的连接池（如 PgBouncer）时用 off')
    .default('on'),
  SMS_WEBHOOK_URL: text(isHttpsUrl, '应以 https:// 开头，且不含用户名和密码').optional(),
  SMS_WEBHOOK_TOKEN: text((value) => /^[\x21-\x7e]{1,512}$/.test(value), '应是不含空格的英文字符').optional(),
  SECRET_KEY: text(isKey, '应是 32 字节的 base64，可用 openssl rand -base64 32 生成').optional(),
  SECRET_KEY_FILE: z.string().trim().optional(),
  BACKUP_KEY: text(
    (value) => Buffer.from(value, 'base64').length === MASTER_KEY_BYTES,
    '应是 32 字节的 base64，可用 openssl rand -base64 32 生成',
  ).optional(),
  BACKUP_KEY_FILE: z.string().trim().optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .refine((value) => [...value].length >= 12 && [...value].length <= 256, '应是 12–256 个字符')
    .optional(),
  BACKUP_TO: text(
    (value) => !parseAddresses(value).includes(null),
    `应是 ${ADDRESS_FORMS}，几处之间用空格隔开；路径里不能有空格、引号和 ..，地址里不能有口令`,
  ).default(''),
  S3_ENDPOINT: text(
    isEndpoint,
    '应是 S3 存储的地址，如 https://oss-cn-hangzhou.aliyuncs.com，不含路径',
  ).optional(),
  S3_REGION: text((value) => /^[a-z0-9-]{1,64}$/.test(value), '应是 S3 存储的区域，如 cn-hangzhou').default(
    'us-east-1',
  ),
  S3_ADDRESSING: z
    .enum(['path', 'host'], '应是 path 或 host；要求把存储桶写在主机名里的存储（如阿里云 OSS）用 host')
    .default('path'),
  S3_ACCESS_KEY_ID: text((value) => /^[\x21-\x7e]{1,256}$/.test(value), '应是不含空格的英文字符').optional(),
  S3_SECRET_ACCESS_KEY: text(
    (value) => /^[\x21-\x7e]{1,512}$/.test(value),
    '应是不含空格的英文字符',
  ).optional(),
  S3_SECRET_ACCESS_KEY_FILE: z.string().trim().optional(),
  SFTP_KEY_FILE: text(isAbsolute, '应是私钥文件的完整路径').optional(),
  SFTP_KNOWN_HOSTS: text(isAbsolute, '应是 known_hosts 文件的完整路径').optional(),
  ADMIN_USERNAME: text(
    (value) => /^[a-zA-Z0-9][a-zA-Z0-9._-]{2,31}$/.test(value),
    '应是 3–32 个字母、数字、点、横线或下划线',
  ).default('admin'),
  ADMIN_PASSWORD: z
    .string()
    .refine((value) => [...value].length >= 8 && [...value].length <= 128, '应是 8–128 个字符')
    .optional(),
  APP_TITLE: text((value) => [...value].length <= 32, '最多 32 个字').default('后台客服科技'),
  API_URL: text(isApiUrl, '应是 / ，或以 http(s):// 开头、以 / 结尾的地址').default('/'),
  ALLOWED_ORIGINS: text(
    (value) => listItems(value).every(isOrigin),
    '应是用逗号隔开的网站地址，如 https://console.example.cn，结尾没有 /',
  ).default(''),
  TRUST_PROXY: text(
    (value) => listItems(value).every(isNetwork),
    '应是用逗号隔开的地址或网段，如 127.0.0.1,10.0.0.0/8',
  ).default(''),
  WEBHOOK_HOSTS: text(
    (value) => listItems(value).every(isHostName),
    '应是用逗号隔开的域名，如 qyapi.weixin.qq.com,oapi.dingtalk.com',
  ).default(DEFAULT_HOSTS.join(',')),
  CLAMD_ADDRESS: text(
    isSocketAddress,
    '应是 ClamAV 守护进程的 主机:端口 或套接字文件的完整路径，如 127.0.0.1:3310、/run/clamav/clamd.ctl',
  ).optional(),
  METRICS_TOKEN: text((value) => value.length >= 16, '至少 16 个字符').optional(),
  RATE_LIMIT: text(
    (value) => toInteger(value) >= 200,
    '应是不小于 200 的整数：一个地址每秒可发的请求数',
  ).default('300'),
  BUDGET_FACTOR: text(
    (value) => toInteger(value) >= 1 && toInteger(value) <= 1_000,
    '应是 1–1000 的整数：每人每小时、每天的次数上限乘以几倍',
  ).default('1'),
  LOG_LEVEL: z.enum(LEVELS, `应是 ${LEVELS.join('、')} 之一`).default('info'),
})

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape)

/** Settings whose values must not be printed on a terminal that others may read. */
const SECRET = new Set([
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'ADMIN_DATABASE_URL',
  'SECRET_KEY',
  'BACKUP_KEY',
  'BACKUP_PASSPHRASE',
  'BACKUP_TO',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'ADMIN_PASSWORD',
  'SMS_WEBHOOK_URL',
  'SMS_WEBHOOK_TOKEN',
  'METRICS_TOKEN',
])

/**
 * Reads all settings of the program from the environment; no other code reads settings there. Throws `StartError` with
 * one sentence for each wrong value and for each name that is probably a misspelt setting.
 */
export function readSettings(environment: Record<string, string | undefined>, demo: boolean) {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const result = Environment.safeParse(present)
  const wrong = [
    ...misspelt(Object.keys(present), SETTING_NAMES).map(
      ({ name, meant }) => `没有设置 ${name}：是不是 ${meant}？请改名或删去后重新启动。`,
    ),
    ...(result.success ? [] : sentences(result.error, present)),
  ]
  if (!result.success || wrong.length > 0) throw new StartError(wrong.join('\n'))
  const env = result.data
  return {
    demo,
    port: Number(env.PORT),
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR ?? (demo ? 'data/demo' : 'data')),
    databaseUrl: env.DATABASE_URL,
    /** As the owner of the tables: for migrations, and for commands that need the whole database. */
    migrateDatabaseUrl: env.MIGRATE_DATABASE_URL,
    /** As an administrator of the server: for `npm run db:roles` only. */
    adminDatabaseUrl: env.ADMIN_DATABASE_URL,
    /** The roles of the second barrier. */
    roles: rolesOf(env.DATABASE_ROLES),
    /** Whether repeated statements are prepared; a connection pooler in front of the server may not support that. */
    preparesStatements: env.PREPARED_STATEMENTS === 'on',
    /** Webhook that sends sign-in codes; without it there is no sign-in by code. */
    smsWebhook: env.SMS_WEBHOOK_URL && { url: env.SMS_WEBHOOK_URL, token: env.SMS_WEBHOOK_TOKEN },
    secretKey: env.SECRET_KEY,
    secretKeyFile: env.SECRET_KEY_FILE,
    /** Key of the backups; without it they are encrypted with a key derived from the secret key. */
    backupKey: env.BACKUP_KEY,
    backupKeyFile: env.BACKUP_KEY_FILE,
    /** Opens backups in addition to the key. */
    backupPassphrase: env.BACKUP_PASSPHRASE,
    ...backupTargets(env),
    admin: { username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD },
    title: env.APP_TITLE,
    apiUrl: env.API_URL,
    /** Origins of pages that were built with this server as their API_URL. */
    allowedOrigins: listItems(env.ALLOWED_ORIGINS),
    trustProxy: listItems(env.TRUST_PROXY),
    /** Hosts to which messages to group robots may be sent. */
    webhookHosts: listItems(env.WEBHOOK_HOSTS),
    /** ClamAV's daemon, which scans uploaded files; without it they are not scanned. */
    clamdAddress: env.CLAMD_ADDRESS,
    metricsToken: env.METRICS_TOKEN,
    requestsPerSecond: Number(env.RATE_LIMIT),
    budgetFactor: Number(env.BUDGET_FACTOR),
    logLevel: env.LOG_LEVEL,
  }
}

/** The settings of the targets of backups. */
function backupTargets(env: z.infer<typeof Environment>) {
  return {
    /** Where copies of the backups go, separated by spaces; empty if nowhere. */
    backupTo: env.BACKUP_TO,
    s3: {
      endpoint: env.S3_ENDPOINT,
      region: env.S3_REGION,
      addressing: env.S3_ADDRESSING,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
      secretAccessKeyFile: env.S3_SECRET_ACCESS_KEY_FILE,
    },
    sftp: { keyFile: env.SFTP_KEY_FILE, knownHosts: env.SFTP_KNOWN_HOSTS },
  }
}

export type Settings = ReturnType<typeof readSettings>

function sentences(error: z.ZodError, environment: Record<string, string | undefined>): string[] {
  return error.issues.map((issue) => {
    const name = String(issue.path[0])
    const now = SECRET.has(name) ? '' : `（现在是「${environment[name] ?? ''}」）`
    return `设置 ${name} 不正确${now}：${issue.message}。请改正后重新启动。`
  })
}
