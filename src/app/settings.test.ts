import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { readSettings, SETTING_NAMES, StartError } from './settings.ts'

const refusal = (environment: Record<string, string>): string => {
  try {
    readSettings(environment, false)
  } catch (error) {
    assert.ok(error instanceof StartError)
    return error.message
  }
  return 'accepted'
}

test('without any setting the program starts with its defaults', () => {
  assert.deepEqual(readSettings({}, false), {
    demo: false,
    port: 8000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    migrateDatabaseUrl: undefined,
    adminDatabaseUrl: undefined,
    roles: {
      owner: 'houtai_owner',
      app: 'houtai_app',
      across: 'houtai_across',
      eraser: 'houtai_eraser',
    },
    preparesStatements: true,
    secretKey: undefined,
    secretKeyFile: undefined,
    backupKey: undefined,
    backupKeyFile: undefined,
    backupPassphrase: undefined,
    backupTo: '',
    s3: {
      endpoint: undefined,
      region: 'us-east-1',
      addressing: 'path',
      accessKeyId: undefined,
      secretAccessKey: undefined,
      secretAccessKeyFile: undefined,
    },
    sftp: { keyFile: undefined, knownHosts: undefined },
    admin: { username: 'admin', password: undefined },
    title: '后台客服科技',
    apiUrl: '/',
    allowedOrigins: [],
    trustProxy: [],
    webhookHosts: ['qyapi.weixin.qq.com', 'oapi.dingtalk.com', 'open.feishu.cn'],
    clamdAddress: undefined,
    metricsToken: undefined,
    requestsPerSecond: 300,
    budgetFactor: 1,
    logLevel: 'info',
    smsWebhook: undefined,
  })
  assert.equal(readSettings({}, true).dataDir, resolve('data/demo'))
})

test('an empty setting counts as absent', () => {
  const settings = readSettings({ PORT: '', DATABASE_URL: ' ', APP_TITLE: '' }, false)
  assert.equal(settings.port, 8000)
  assert.equal(settings.databaseUrl, undefined)
})

test('given settings replace the defaults', () => {
  const settings = readSettings(
    { PORT: '9001', DATA_DIR: '/tmp/x', TRUST_PROXY: 'loopback, 10.0.0.0/8,::1', API_URL: 'https://api.cn/' },
    true,
  )
  assert.equal(settings.port, 9001)
  assert.equal(settings.dataDir, '/tmp/x')
  assert.deepEqual(settings.trustProxy, ['loopback', '10.0.0.0/8', '::1'])
  assert.equal(settings.apiUrl, 'https://api.cn/')
})

const WRONG: Record<string, string[]> = {
  PORT: ['abc', '65536', '-1', '80.5'],
  HOST: ['a b'],
  DATABASE_URL: ['mysql://localhost/x', 'localhost:5432'],
  MIGRATE_DATABASE_URL: ['mysql://localhost/x'],
  ADMIN_DATABASE_URL: ['localhost:5432'],
  DATABASE_ROLES: ['Houtai', '1houtai', 'hou-tai', 'x'.repeat(42)],
  CLAMD_ADDRESS: ['clamd', 'clamd:', 'clamd:99999', 'http://clamd:3310'],
  METRICS_TOKEN: ['short'],
  WEBHOOK_HOSTS: ['https://a.cn', '10.0.0.1', 'localhost', 'a.cn:8443'],
  BACKUP_TO: [
    '/mnt/nas',
    'folder:mnt/nas',
    'folder:/mnt/../etc',
    's3://bucket/a?b',
    's3://B',
    'sftp://host/path',
    'sftp://user:secret@host/path',
    'sftp://user@host',
    'sftp://user@host/a"b',
    'folder:/mnt/nas ftp://host/x',
  ],
  S3_ENDPOINT: ['s3.example.cn', 'http://s3.example.cn', 'https://s3.example.cn/bucket', 'https://a:b@s3.cn'],
  S3_REGION: ['cn hangzhou', 'x'.repeat(65)],
  S3_ADDRESSING: ['virtual'],
  S3_ACCESS_KEY_ID: ['two words'],
  S3_SECRET_ACCESS_KEY: ['two words'],
  SFTP_KEY_FILE: ['id_ed25519'],
  SFTP_KNOWN_HOSTS: ['known_hosts'],
  RATE_LIMIT: ['199', 'many'],
  SECRET_KEY: ['short', 'x'.repeat(44)],
  ADMIN_USERNAME: ['ab', '管理员'],
  ADMIN_PASSWORD: ['short'],
  API_URL: ['https://api.cn', 'ftp://api.cn/'],
  ALLOWED_ORIGINS: ['https://console.cn/', 'console.cn', '*', 'ftp://console.cn', 'null'],
  TRUST_PROXY: ['10.0.0.0/33', 'my-proxy', '1.2.3.4/5/6'],
  LOG_LEVEL: ['loud'],
  SMS_WEBHOOK_URL: ['http://sms.example/send', 'https://me:secret@sms.example/', 'sms'],
  SMS_WEBHOOK_TOKEN: ['two words'],
  APP_TITLE: ['台'.repeat(33)],
}

for (const [name, values] of Object.entries(WRONG)) {
  test(`a wrong ${name} stops the start with a message that names it`, () => {
    for (const value of values) {
      assert.match(refusal({ [name]: value }), new RegExp(`^设置 ${name} 不正确.*请改正后重新启动。$`), value)
    }
  })
}

test('a misspelt setting stops the start, and its value is not repeated', () => {
  const message = refusal({ DATABSE_URL: 'postgres://root:secret@h/x', DATA_DIRECTORY: '/srv', PORT: 'x' })
  assert.equal(
    message,
    [
      '没有设置 DATABSE_URL：是不是 DATABASE_URL？请改名或删去后重新启动。',
      '没有设置 DATA_DIRECTORY：是不是 DATA_DIR？请改名或删去后重新启动。',
      '设置 PORT 不正确（现在是「x」）：应是 0–65535 的整数。请改正后重新启动。',
    ].join('\n'),
  )
  assert.equal(refusal({ DATABSE_URL: '' }), 'accepted')
})

test('every wrong setting is named, and no secret is repeated', () => {
  const message = refusal({ PORT: 'x', DATABASE_URL: 'mysql://root:secret@h/x', ADMIN_PASSWORD: 'hunter2' })
  assert.equal(message.split('\n').length, 3)
  assert.doesNotMatch(message, /secret|hunter2/)
})

/** The names that a page's table of settings lists in its first column. */
function namesIn(path: string): string[] {
  const page = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const cells = [...page.matchAll(/^\| (`[A-Z][^|]*) \|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name))
}

test('the README and the manual of operations list every setting', () => {
  for (const path of ['README.md', 'docs/operate/settings.md']) {
    assert.deepEqual(namesIn(path).sort(), [...SETTING_NAMES].sort(), path)
  }
})
