import {
  chmodSync,
  closeSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ensureBuilt } from '#app/build.ts'
import { readSettings } from '#app/settings.ts'
import { archiverFault, archiverState } from '#db/archiver.ts'
import { connect } from '#db/connect.ts'
import { freePort } from '#testing/testPort.ts'
import { FULL, fillWorld, PASSWORD } from '../../bench/world.ts'
import { draw, must, pause, times } from '../crash/checks.ts'
import { ROOT, say } from '../steps.ts'
import { assertStateAt, lossOf, startWrites, type Write } from './acknowledged.ts'
import { type Guide, readGuide } from './guide.ts'
import { customers, query, signIn, sumsOf, untilReady } from './inspect.ts'
import { type Machine, startMachine } from './machine.ts'
import { BUCKET, CREDENTIALS, type S3, S3_HOST, startS3 } from './s3.ts'

const GUIDE = 'docs/operate/postgresql-pitr.md'
const ADMIN = { username: 'admin', password: '海边的风-2026-起' }
/** The admin of the bench's data. */
const WORLD_ADMIN = { username: 'admin1', password: PASSWORD }
/** At most this much acknowledged work may be lost, and a restore may take this long. */
const MAX_LOST_SECONDS = 300
const MAX_RESTORE_MINUTES = 30
/** `archive_timeout` of the sample, and time to send a segment on a busy machine. */
const EXPECTED_LOST_SECONDS = 60 + 30
/** Recoveries to a random moment; CRASH_SCALE multiplies them. */
const RECOVERIES = 20

/** Where a machine and its copies are. */
interface Setting {
  guide: Guide
  ports: { database: string; drill: string; program: string }
  /** The folder of another machine. */
  share: string
  /** The store, if the repository is in one. */
  s3: S3 | null
  /** 3 million store-days instead of an almost empty database. */
  isFull: boolean
}

/** What the operator keeps apart from the machine and its backups. */
interface KeptApart {
  secretKey: string
  passphrase: string
}

/** Loses a machine with PostgreSQL whose repository is in a folder of another machine. */
export const folderRepository = (isFull: boolean) => loseMachine('folder', isFull)

/** Loses a machine with PostgreSQL whose repository is in an S3 store. */
export const s3Repository = (isFull: boolean) => loseMachine('s3', isFull)

async function loseMachine(repository: 'folder' | 's3', isFull: boolean): Promise<string> {
  await ensureBuilt(readSettings({}, false).apiUrl, say)
  const share = mkdtempSync(join(tmpdir(), 'houtai-share-'))
  chmodSync(share, 0o755)
  const s3 = repository === 's3' ? await startS3(join(share, 's3')) : null
  const [database, drill, program] = [
    String(await freePort()),
    String(await freePort()),
    String(await freePort()),
  ]
  const guide = readGuide(GUIDE, { 5432: database, 5433: drill })
  const setting: Setting = { guide, ports: { database, drill, program }, share, s3, isFull }
  const machines: Machine[] = []
  const newMachine = async () => {
    const machine = await startMachine(share)
    machines.push(machine)
    await machine.run(`pg_createcluster 15 main --port=${database} && pg_ctlcluster 15 main start`)
    return machine
  }
  try {
    return await loseAndRestore(setting, newMachine)
  } finally {
    for (const machine of machines) await machine.destroy()
    await s3?.stop()
    rmSync(share, { recursive: true, force: true })
  }
}

async function loseAndRestore(setting: Setting, newMachine: () => Promise<Machine>): Promise<string> {
  const { s3, isFull } = setting
  const first = await newMachine()
  await installProgram(setting, first)
  const kept = await startArchive(setting, first)
  const sums = await sumsOf(setting.ports.database)
  if (s3) await archiveFails(setting, s3)

  const base = `http://127.0.0.1:${setting.ports.program}`
  const writes = startWrites(base, await signIn(base, isFull ? WORLD_ADMIN : ADMIN))
  await runUnits(first)
  // At some moment of a cycle of `archive_timeout`.
  await pause(70_000 + draw(60_000))
  const stopping = { at: Date.now(), done: writes.stop() }
  await first.destroy()
  await stopping.done

  const begun = performance.now()
  const second = await newMachine()
  await restore(setting, second, kept)
  const minutes = (performance.now() - begun) / 60_000
  const found = await customers(setting.ports.database)
  const { acknowledged, lost, lostSeconds } = lossOf(stopping.at, found, writes.all)
  must(lostSeconds < EXPECTED_LOST_SECONDS, `${lost} acknowledged writes of ${lostSeconds} s are lost`)
  must(lostSeconds < MAX_LOST_SECONDS && minutes < MAX_RESTORE_MINUTES, `restored after ${minutes} minutes`)
  must((await sumsOf(setting.ports.database)) === sums, 'sums differ after the restore')
  await assertBarrier(setting, second)

  say(
    `  ${s3 ? 'S3' : '文件夹'}：丢失 ${lostSeconds.toFixed(0)} 秒内的 ${lost} 笔，${minutes.toFixed(1)} 分钟恢复；接着恢复到任意一刻`,
  )
  const kinds = s3 ? '' : `，仓库里 ${assertEncrypted(setting.share)} 个文件都已加密`
  await drill(setting, second)
  const recoveries = await recoverOften(setting, second, writes.all, stopping.at - lostSeconds * 1000)
  await recoverMain(setting, second, writes.all, recoveries.target)
  if (s3) await assertRefusals(second, s3)
  else await damage(setting, second)
  const size = isFull ? '，300 万店日' : ''
  return `${acknowledged} 笔已确认的写入，丢失 ${lostSeconds.toFixed(0)} 秒内的 ${lost} 笔；${minutes.toFixed(1)} 分钟恢复${size}，日志链完好${kinds}；${recoveries.count + 1} 次恢复到任意一刻，每次恰好是那一刻之前的写入`
}

/** Creates the database, its roles and the program's settings as docs/operate/postgresql.md says. */
async function installProgram({ ports, isFull }: Setting, machine: Machine): Promise<void> {
  const admin = `postgres://houtai_admin:first@127.0.0.1:${ports.database}/houtai`
  await machine.run(`
    runuser -u postgres -- psql -qc "create role houtai_admin superuser login password 'first'"
    runuser -u postgres -- createdb houtai --owner=houtai_admin --encoding=UTF8 --locale=C.UTF-8 --template=template0
    openssl rand -base64 32 > /etc/houtai/secret.key
    chown houtai:houtai /etc/houtai/secret.key && chmod 0400 /etc/houtai/secret.key
    DATABASE_URL=${admin} SECRET_KEY_FILE=/etc/houtai/secret.key /opt/houtai/bin/houtai migrate`)
  if (isFull) await fillWorld(admin, FULL)
  await machine.run(
    `ADMIN_DATABASE_URL=${admin} /opt/houtai/bin/houtai db:roles --file=/root/houtai-roles.env`,
  )
  await writeSettings(ports.program, machine)
  await machine.run(`
    cat /root/houtai-roles.env >> /etc/houtai/houtai.env && rm /root/houtai-roles.env
    echo SECRET_KEY_FILE=/etc/houtai/secret.key >> /etc/houtai/houtai.env
    systemctl start houtai`)
  await untilReady(ports.program, machine)
}

/** The settings that an operator writes anew on a new machine; secrets follow. */
async function writeSettings(port: string, machine: Machine): Promise<void> {
  await machine.run(`
    install -m 0640 -o root -g houtai /opt/houtai/deploy/houtai.env /etc/houtai/houtai.env
    cat >> /etc/houtai/houtai.env <<'END'
PORT=${port}
ADMIN_USERNAME=${ADMIN.username}
ADMIN_PASSWORD=${ADMIN.password}
RATE_LIMIT=65535
BUDGET_FACTOR=1000
END`)
}

/** Section 1 of the guide. */
async function installPgBackRest({ guide, ports, s3 }: Setting, machine: Machine): Promise<void> {
  await guide.run(machine, 1, 1)
  if (!s3) await guide.run(machine, 1, 2)
  else {
    await guide.run(machine, 1, 3, {
      访问密钥: CREDENTIALS.accessKey,
      "'密钥'": `'${CREDENTIALS.secretKey}'`,
    })
    await machine.run(`
      echo '127.0.0.1 ${S3_HOST}' >> /etc/hosts
      cp ${s3.caFile} /etc/pgbackrest/s3-ca.crt && chmod 0644 /etc/pgbackrest/s3-ca.crt
      sed -i 's/s3\\.example\\.com/${S3_HOST}/; s/^repo1-storage-port=.*/repo1-storage-port=${s3.port}/' /etc/pgbackrest/pgbackrest.conf
      grep -q '^repo1-s3-bucket=${BUCKET}$' /etc/pgbackrest/pgbackrest.conf`)
  }
  await machine.run(`sed -i 's/^pg1-port=.*/pg1-port=${ports.database}/' /etc/pgbackrest/pgbackrest.conf`)
}

/** Sections 1 to 4 of the guide; returns what the operator copies. */
async function startArchive(setting: Setting, machine: Machine): Promise<KeptApart> {
  const { guide, ports } = setting
  await installPgBackRest(setting, machine)
  const passphrase = await guide.run(machine, 2, 1)
  must(/^repo1-cipher-pass=.{64}$/m.test(passphrase), 'no passphrase')
  const done = await guide.run(machine, 3, 1)
  must(done.includes('status: ok') && done.includes('full backup'), `no backup:\n${done}`)
  await guide.run(machine, 4, 1)
  await untilReady(ports.program, machine)
  const { isOn, lastBaseBackupAt } = await archiver(machine)
  must(isOn && lastBaseBackupAt !== null, 'the program does not see the backup')
  return { passphrase, secretKey: await machine.run('cat /etc/houtai/secret.key') }
}

/** Runs what the timers run. */
async function runUnits(machine: Machine): Promise<void> {
  for (const [unit, instance] of [
    ['houtai-pgbackrest@.service', 'diff'],
    ['houtai-pgbackrest-check.service', ''],
  ] as const) {
    const text = readFileSync(join(ROOT, 'release/pgbackrest', unit), 'utf8')
    const command = /^ExecStart=(.*)$/m.exec(text)?.[1]?.replaceAll('%i', instance)
    must(command !== undefined, `${unit} runs nothing`)
    await machine.run(`runuser -u postgres -- ${command}`)
  }
}

/** The archive's state as the program's own login reads it. */
async function archiver(machine: Machine) {
  const url = await machine.run(`sed -n 's/^DATABASE_URL=//p' /etc/houtai/houtai.env | tail -1`)
  const db = connect({ url: url.trim() }, () => {}, { max: 1 })
  try {
    return await archiverState(db)
  } finally {
    await db.destroy()
  }
}

const ARCHIVE_PATIENCE_MS = 180_000

/** While the store refuses, the program sees that archiving fails; afterwards, that it works again. */
async function archiveFails({ ports }: Setting, s3: S3): Promise<void> {
  const db = connect({ url: `postgres://houtai_admin:first@127.0.0.1:${ports.database}/houtai` }, () => {}, {
    max: 1,
  })
  const until = async (expected: string | undefined) => {
    const limit = performance.now() + ARCHIVE_PATIENCE_MS
    while (archiverFault(await archiverState(db), new Date())?.fault !== expected) {
      must(performance.now() < limit, `archiving is not seen as ${expected ?? 'working'}`)
      await pause(500)
    }
  }
  try {
    s3.setDown(true)
    await query(ports.database, "select pg_logical_emit_message(true, 'test', ''), pg_switch_wal()")
    await until('failing')
    s3.setDown(false)
    await until(undefined)
  } finally {
    await db.destroy()
  }
}

/** Section 5 of the guide, on a new machine without settings: until the program is ready. */
async function restore(setting: Setting, machine: Machine, kept: KeptApart): Promise<void> {
  const { guide, ports } = setting
  await installPgBackRest(setting, machine)
  writeFileSync(join(machine.folder, 'root/passphrase.conf'), kept.passphrase)
  writeFileSync(join(machine.folder, 'root/secret.key'), kept.secretKey)
  await guide.run(machine, 5, 1)
  await guide.run(machine, 5, 2)
  await writeSettings(ports.program, machine)
  const words = { 新密码: 'second' }
  await guide.run(machine, 5, 3, words)
  const done = await guide.run(machine, 5, 4)
  must(/^001 {2}\d+ 行，完好/m.test(done), `the audit chain is not verified:\n${done}`)
  await untilReady(ports.program, machine)
}

/** The program runs with the role that owns nothing, and the barrier is there: without a company it sees no rows. */
async function assertBarrier({ ports }: Setting, machine: Machine): Promise<void> {
  const url = (await machine.run(`sed -n 's/^DATABASE_URL=//p' /etc/houtai/houtai.env | tail -1`)).trim()
  must(new URL(url).username === 'houtai_app', `the program signs in as ${new URL(url).username}`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select count(*)::int as seen from customer')
  await client.end()
  must(rows[0].seen === 0, 'rows are visible without a company')
  const owner = await query(
    ports.database,
    `select count(*)::int as n from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relowner <> 'houtai_owner'::regrole`,
  )
  must(owner[0]?.n === 0, 'a table has another owner')
}

/** Section 7 of the guide. */
async function drill({ guide }: Setting, machine: Machine): Promise<void> {
  await guide.run(machine, 7, 1)
  const done = await guide.run(machine, 7, 2)
  must(/^001 {2}\d+ 行，完好/m.test(done), `the audit chain of the drill is not verified:\n${done}`)
  const verified = await guide.run(machine, 7, 3)
  must(isSound(verified), `the repository is not sound:\n${verified}`)
}

/** Recovers to random moments in a second cluster, beside the running program. */
async function recoverOften(
  { ports }: Setting,
  machine: Machine,
  writes: readonly Write[],
  until: number,
): Promise<{ count: number; target: number }> {
  const from = writes[0]?.acknowledgedAt ?? 0
  let target = from
  await machine.run(`pg_createcluster 15 drill --port=${ports.drill}`)
  for (let count = 0; count < times(RECOVERIES); count += 1) {
    target = from + draw(until - from)
    await machine.run(`
      runuser -u postgres -- pgbackrest --stanza=houtai --pg1-path=/var/lib/postgresql/15/drill --archive-mode=off \\
        --delta --type=time --target='${targetText(target)}' --target-action=promote restore
      pg_ctlcluster 15 drill start
      until [ "$(runuser -u postgres -- psql -p ${ports.drill} -Atc 'select pg_is_in_recovery()')" = f ]; do sleep 0.2; done`)
    assertStateAt(target, await customers(ports.drill), writes)
    await machine.run('pg_ctlcluster 15 drill stop --mode immediate')
  }
  await machine.run('pg_dropcluster 15 drill')
  return { count: times(RECOVERIES), target }
}

/** Section 6 of the guide: the running program's own database goes back to a moment. */
async function recoverMain(
  { guide, ports, s3 }: Setting,
  machine: Machine,
  writes: readonly Write[],
  target: number,
): Promise<void> {
  await guide.run(machine, 6, 1, { '2026-05-19 12:00:00+08': targetText(target) })
  // The passwords of that moment are valid again, not those of the new machine.
  await guide.run(machine, 5, 3, { 新密码: 'second' })
  await machine.run('systemctl start houtai')
  await untilReady(ports.program, machine)
  assertStateAt(target, await customers(ports.database), writes)
  // Each part uses its own kind of repository.
  guide.assertComplete(s3 ? '1.2' : '1.3')
}

/** `2026-05-19 12:00:00.123+00`. */
const targetText = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '+00')

const SALTED = 'Salted__'

/** Asserts that every file of the repository is encrypted; returns how many there are. */
function assertEncrypted(share: string): number {
  const files = globSync('pgbackrest/**/*', { cwd: share }).filter((path) =>
    statSync(join(share, path)).isFile(),
  )
  for (const path of files) {
    const file = openSync(join(share, path), 'r')
    const head = Buffer.alloc(SALTED.length)
    readSync(file, head, 0, head.length, 0)
    closeSync(file)
    must(head.toString('latin1') === SALTED, `${path} is not encrypted`)
  }
  must(files.length > 0, 'the repository is empty')
  return files.length
}

/** Whether `pgbackrest verify` found every file as it was written. */
const isSound = (verified: string) =>
  /status: ok/.test(verified) && !/status: error|invalid: [1-9]/.test(verified)

/** A damaged file of the repository is found by the last block of the drill. */
async function damage({ share }: Setting, machine: Machine): Promise<void> {
  const [path = ''] = globSync('pgbackrest/archive/houtai/*/*/*.zst', { cwd: share })
  const file = openSync(join(share, path), 'r+')
  writeSync(file, Buffer.alloc(64, 7), 0, 64, 1_000)
  closeSync(file)
  const verified = await machine.run(
    'runuser -u postgres -- pgbackrest --stanza=houtai --output=text --verbose verify || true',
  )
  must(!isSound(verified) && verified.includes('checksum invalid: 1'), `damage is not found:\n${verified}`)
}

/** A wrong key of the store and a wrong passphrase open nothing. */
async function assertRefusals(machine: Machine, s3: S3): Promise<void> {
  const fails = (setting: string) =>
    machine.run(
      `! runuser -u postgres -- env ${setting} pgbackrest --stanza=houtai --log-level-console=error repo-get backup/houtai/backup.info`,
    )
  const before = s3.counts().refused
  must(before === 0, `${before} requests with a wrong signature`)
  await fails('PGBACKREST_REPO1_S3_KEY_SECRET=wrong')
  must(s3.counts().refused > 0, 'the store takes a wrong signature')
  await fails('PGBACKREST_REPO1_CIPHER_PASS=wrong')
}
