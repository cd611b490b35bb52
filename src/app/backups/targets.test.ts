import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readSettings, StartError } from '#app/settings.ts'
import { folderTarget } from './folderTarget.ts'
import { s3Target } from './s3Target.ts'
import { sftpTarget } from './sftpTarget.ts'
import { type Target, TargetError } from './target.ts'
import { targetsOf } from './targets.ts'
import { BUCKET, S3_KEY, S3_REGION, startTestS3 } from './testS3.ts'
import { freePort, noSshd, startTestSftp } from './testSftp.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-targets-'))
const s3 = await startTestS3()
const sshFolder = join(folder, 'ssh')
mkdirSync(sshFolder)
const ssh = noSshd ? null : await startTestSftp(sshFolder)
after(async () => {
  await s3.close()
  await ssh?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const never = new AbortController().signal
const SMALL = join(folder, 'small')
const LARGE = join(folder, 'large')
writeFileSync(SMALL, randomBytes(10_000))
// Two whole parts of an upload to S3, and a rest.
writeFileSync(LARGE, randomBytes(33 * 1024 * 1024))
const NAME = 'houtai-000001-2026-05-19T04-00-00Z.backup'

const makeFolder = (name: string) => {
  mkdirSync(join(folder, name))
  return join(folder, name)
}
const s3At = (settings: object = {}, bucket = BUCKET) =>
  s3Target(
    's3',
    { bucket, prefix: 'houtai/' },
    { endpoint: s3.endpoint, region: S3_REGION, addressing: 'path', ...S3_KEY, ...settings },
  )
const sftpAt = (settings: object = {}, path = join(folder, 'remote')) =>
  sftpTarget(
    'sftp',
    { user: ssh?.user ?? '', host: '127.0.0.1', port: ssh?.port ?? 0, folder: path },
    { keyFile: ssh?.keyFile ?? '', knownHosts: ssh?.knownHosts ?? '', ...settings },
    makeWork(),
  )
function makeWork() {
  const work = join(folder, 'work')
  mkdirSync(work, { recursive: true })
  return work
}
makeFolder('remote')

const TARGETS: [kind: string, target: () => Target, skip: string | false][] = [
  ['folder', () => folderTarget('folder', makeFolder('share')), false],
  ['s3', () => s3At(), false],
  ['sftp', () => sftpAt(), noSshd],
]

for (const [kind, open, skip] of TARGETS) {
  test(`${kind}: what is put is listed, comes back the same, is replaced and deleted`, { skip }, async () => {
    const target = open()
    assert.deepEqual(await target.list(never), [])
    for (const path of [LARGE, SMALL]) {
      await target.put(path, NAME, never)
      assert.deepEqual(await target.list(never), [{ name: NAME, bytes: readFileSync(path).length }])
      const back = join(folder, `back-${kind}`)
      await target.get(NAME, back, never)
      assert.ok(readFileSync(back).equals(readFileSync(path)))
      rmSync(back)
    }
    await target.put(SMALL, NAME.replace('000001', '000002'), never)
    await target.delete(NAME, never)
    assert.deepEqual(
      (await target.list(never)).map(({ name }) => name),
      ['houtai-000002-2026-05-19T04-00-00Z.backup'],
    )
  })

  test(`${kind}: a backup that is not there is named`, { skip }, async () => {
    const target = kind === 'folder' ? folderTarget('folder', join(folder, 'share')) : open()
    await refused(() => target.get('houtai-none', join(folder, 'x'), never), /^那里没有备份 houtai-none。$/)
    assert.ok(!existsSync(join(folder, 'x')))
  })

  test(`${kind}: a copy that is stopped leaves nothing that counts as a backup`, { skip }, async () => {
    const target = kind === 'folder' ? folderTarget('folder', join(folder, 'share')) : open()
    const before = await target.list(never)
    await refused(() => target.put(LARGE, NAME, AbortSignal.abort()), /^程序正在停止，没有传完。$/)
    assert.deepEqual(await target.list(never), before)
  })
}

async function refused(work: () => Promise<unknown>, reason: RegExp): Promise<void> {
  await assert.rejects(work, (error: Error) => {
    assert.ok(error instanceof TargetError, error.stack)
    assert.match(error.message, reason)
    assert.doesNotMatch(error.message, /EXAMPLEKEY|AKID|\/tmp/)
    return true
  })
}

test('a share that is not mounted is not replaced by a folder of this disk', async () => {
  const gone = join(folder, 'not-mounted')
  await refused(
    () => folderTarget('folder', gone).put(SMALL, NAME, never),
    /^备份文件夹不存在，可能没有挂载。$/,
  )
  assert.ok(!existsSync(gone))
})

test('every refusal of an S3 store is explained', async () => {
  const list = (target: Target) => () => target.list(never)
  await refused(list(s3At({ secretAccessKey: 'wrong' })), /^签名不对：请检查 S3_SECRET_ACCESS_KEY。$/)
  await refused(list(s3At({ accessKeyId: 'OTHER' })), /^对方不认识访问密钥/)
  await refused(list(s3At({ region: 'us-east-1' })), /^区域或地址不对/)
  await refused(list(s3At({}, 'other-bucket')), /^没有这个存储桶。$/)
  await refused(
    list(s3At({ endpoint: `http://127.0.0.1:${await freePort()}` })),
    /^连不上对方的主机（ECONNREFUSED）。$/,
  )
  for (const [status, code, reason] of [
    [507, 'XMinioStorageFull', /^那里的空间不足。$/],
    [403, 'RequestTimeTooSkewed', /^本机的时间与对方相差太大/],
    [403, 'SecondLevelDomainForbidden', /S3_ADDRESSING=host/],
    [503, 'SlowDown', /^对方现在不能处理请求（503）。$/],
    [400, 'Strange', /^对方拒绝了请求（400 Strange）。$/],
    [301, '', /^区域或地址不对/],
  ] as const) {
    s3.fault = () => ({ status, code })
    await refused(list(s3At()), reason)
  }
  s3.fault = null
})

test('a failed upload to S3 leaves no parts, and parts of a killed program are removed', async () => {
  s3.uploads.set('left', { key: 'houtai/houtai-000001-2026-05-19T03-00-00Z.backup', parts: new Map() })
  s3.uploads.set('foreign', { key: 'houtai/somebody-else', parts: new Map() })
  s3.fault = ({ url }) => (/partNumber=2/.test(url ?? '') ? { status: 507, code: 'QuotaExceeded' } : null)
  await refused(() => s3At().put(LARGE, NAME, never), /^那里的空间不足。$/)
  s3.fault = null
  assert.deepEqual([...s3.uploads.keys()], ['foreign'])
})

test('a copy that a store changes is noticed and does not count', async () => {
  s3.spoil = (body) => Buffer.concat([body.subarray(0, -1), Buffer.from([(body.at(-1) ?? 0) ^ 1])])
  const before = await s3At().list(never)
  for (const path of [SMALL, LARGE]) {
    await refused(
      () => s3At().put(path, 'houtai-000009', never),
      /^传过去再读回来的内容与本机的不同，没有采用。$/,
    )
  }
  s3.spoil = null
  assert.deepEqual(await s3At().list(never), before)
})

test('a long list of an S3 store is read to its end, without what is in folders of the prefix', async () => {
  s3.pageSize = 3
  for (let n = 0; n < 10; n++) s3.objects.set(`houtai/file-${n}`, Buffer.from('x'))
  s3.objects.set('houtai/other/file', Buffer.from('x'))
  const names = (await s3At().list(never))
    .map(({ name }) => name)
    .filter((name) => /^(file|other)/.test(name))
  assert.deepEqual(
    names,
    [...Array(10).keys()].map((n) => `file-${n}`),
  )
  s3.pageSize = 1_000
})

test('every refusal of an SFTP server is explained', { skip: noSshd }, async () => {
  const list = (target: Target) => () => target.list(never)
  const otherHost = join(folder, 'other-known')
  writeFileSync(otherHost, `[127.0.0.1]:${ssh?.port} ${readFileSync(`${ssh?.otherKeyFile}.pub`, 'utf8')}`)
  await refused(list(sftpAt({ knownHosts: '/dev/null' })), /^主机密钥不在 SFTP_KNOWN_HOSTS 里，或已改变。$/)
  await refused(list(sftpAt({ knownHosts: otherHost })), /^主机密钥不在 SFTP_KNOWN_HOSTS 里，或已改变。$/)
  await refused(list(sftpAt({ keyFile: ssh?.otherKeyFile })), /^对方没有接受 SFTP_KEY_FILE 里的密钥。$/)
  await refused(list(sftpAt({ keyFile: join(folder, 'none') })), /^不能使用 SFTP_KEY_FILE/)
  await refused(list(sftpAt({}, join(folder, 'nowhere'))), /^备份文件夹不存在，可能没有挂载。$/)
  await refused(list(sftpAt({}, SMALL)), /^备份文件夹不存在，可能没有挂载。$/)
  const closed = sftpTarget(
    'sftp',
    { user: 'x', host: '127.0.0.1', port: 1, folder: '/' },
    { keyFile: ssh?.keyFile ?? '', knownHosts: ssh?.knownHosts ?? '' },
  )
  await refused(list(closed), /^连不上对方的主机。$/)
  assert.deepEqual(readdirSync(makeWork()), [])
})

test('what a target needs is asked for at the start, and its address has no secret', () => {
  const open = (environment: Record<string, string>) => targetsOf(readSettings(environment, false))
  const both = open({
    BACKUP_TO: 'folder:/mnt/a  s3://bucket-1/houtai/x folder:/mnt/b',
    S3_ENDPOINT: 'https://s3.example.cn',
    S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
  })
  assert.deepEqual(
    both.map(({ name, address }) => [name, address]),
    [
      ['folder', 'folder:/mnt/a'],
      ['s3', 's3://bucket-1/houtai/x'],
      ['folder-2', 'folder:/mnt/b'],
    ],
  )
  const sftp = { SFTP_KEY_FILE: '/etc/houtai/key', SFTP_KNOWN_HOSTS: '/etc/houtai/known' }
  assert.deepEqual(
    open({ BACKUP_TO: 'sftp://me@h.cn:2222/srv/b sftp://me@h.cn/~/b', ...sftp }).map(
      ({ address }) => address,
    ),
    ['sftp://me@h.cn:2222/srv/b', 'sftp://me@h.cn/~/b'],
  )
  const missing = (environment: Record<string, string>, sentence: RegExp) =>
    assert.throws(
      () => open(environment),
      (error: Error) => error instanceof StartError && sentence.test(error.message),
    )
  missing({ BACKUP_TO: 's3://bucket' }, /缺设置：S3_ENDPOINT、S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY/)
  missing({ BACKUP_TO: 'sftp://me@h.cn/b' }, /缺设置：SFTP_KEY_FILE、SFTP_KNOWN_HOSTS。/)
})
