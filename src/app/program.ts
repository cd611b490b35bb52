/** The program from its start to its end. `start.ts` loads this module while the embedded engine opens its files. */
import { existsSync } from 'node:fs'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { acrossCompanies } from '#db/barrier.ts'
import { type DatabaseClock, databaseClock } from '#db/clock.ts'
import type { Database } from '#db/connect.ts'
import { PROGRAM_VERSION } from '#db/version.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_STATEMENT } from '#demo/accounts.ts'
import type { Clock } from '#kit/calendar.ts'
import { deleteExpiredResponses } from '#kit/idempotency.ts'
import { deriveKeys, type KeyFor } from '#kit/keys.ts'
import { virusScanner } from '#kit/virusScan.ts'
import { deleteOldAttempts } from '#people/sessions/attempts/queries.ts'
import type { SystemWatch } from '#platform/system-status/watch.ts'
import { transportFor, type WebhookTransport } from '#platform/webhooks/post.ts'
import { logAnchors } from './anchors.ts'
import { expectedRuns } from './backups/health.ts'
import { backupWork } from './backups/schedule.ts'
import type { Target } from './backups/target.ts'
import { targetsOf } from './backups/targets.ts'
import { addressText, firstAdminText, keyAdviceText } from './banner.ts'
import { asOwner, BARRIER_OFF, putBarrierUp } from './barrier.ts'
import { ensureBuilt } from './build.ts'
import { type Chore, DAY_MS, HOUR_MS, startChores } from './chores.ts'
import { clockWatch } from './clockWatch.ts'
import { codeSender } from './codeSender.ts'
import { commandWords } from './commandWords.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { exportWorker } from './exportWorker.ts'
import { jobsWith, jobWorker } from './jobs.ts'
import { loggerOptions, logStream } from './logger.ts'
import { prepare } from './prepare.ts'
import { reportSharedAddress } from './proxyWatch.ts'
import { type Beginning, listeners, running } from './running.ts'
import { type Sealer, sealer } from './sealer.ts'
import { sentenceOf } from './sentences.ts'
import { buildServer } from './server.ts'
import { type Settings, StartError } from './settings.ts'
import { watchSystem } from './systemWatch.ts'
import { type Upgraded, upgradeAsOwner } from './upgrade.ts'
import { showUpgradePage } from './upgradePage.ts'

const say = (text: string) => process.stdout.write(`${commandWords(text.trimEnd())}\n`)

async function start({ settings, masterKey, engine }: Beginning): Promise<void> {
  const targets = targetsOf(settings)
  const keyFor = deriveKeys(masterKey)
  const webhookTransport = transportFor(settings.webhookHosts)
  const opening = openDatabase(settings, listeners, engine)
  const [database, folder] = await Promise.all([opening, ensureBuilt(settings.apiUrl, say)])
  running.database = database
  database.failed.then((sentence) => die(new StartError(sentence)))
  const time = await databaseClock(database.db)
  const { schema, missing } = await makeReady(database.db, settings, time.clock, keyFor)
  const db = acrossCompanies(database.db, 'jobs')
  const auditSealer = sealer({ db, key: keyFor('audit'), onOverdue: logUnsealed })
  // Sealed before the anchors are logged, which contain the last hash of each chain.
  await auditSealer.seal()
  const watch = watchOf(settings, database, { db, keyFor, webhookTransport, time, auditSealer, schema })
  running.watch = watch
  running.app = await buildServer({
    db: database.db,
    clock: time.clock,
    keyFor,
    logger: { ...loggerOptions(settings.logLevel), stream: logStream() },
    ...serverSettings(settings),
    sendCode: codeSender(settings, say, logUnsent),
    webhookTransport,
    scanFile: virusScanner(settings.clamdAddress),
    web: { folder, apiUrl: settings.apiUrl },
    isDraining: () => running.draining,
    schema,
    isDatabaseReady: database.isReady,
    isDiskFull: database.isDiskFull,
    clockOffsetMs: time.offsetMs,
    unsealedMs: auditSealer.unsealedMs,
    watch,
  })
  running.app.log.info({ version: PROGRAM_VERSION, schema }, 'started')
  if (missing) running.app.log.warn(missing)
  startWork(running.app, settings, { db, keyFor, webhookTransport, time, auditSealer, targets, watch })
  await listen(running.app, settings)
}

/** The settings that the server takes as they are. */
function serverSettings(settings: Settings) {
  const { trustProxy, title, allowedOrigins, demo, metricsToken, requestsPerSecond, budgetFactor } = settings
  return { trustProxy, title, allowedOrigins, demo, metricsToken, requestsPerSecond, budgetFactor }
}

/**
 * Upgrades the database, puts the second barrier up and fills an empty database. `missing`: what the log has to report
 * about the barrier.
 */
async function makeReady(
  db: Database,
  settings: Settings,
  clock: Clock,
  keyFor: KeyFor,
): Promise<{ schema: string | null; missing: string | null }> {
  const { schema } = await upgradeVisibly(db, settings, clock)
  const fill = (by: Database) => prepare(by, settings, clock, keyFor)
  // The demo has rows that the database would refuse today: only the owner of the tables can write them.
  const hasOwner = !settings.databaseUrl || settings.migrateDatabaseUrl
  const filled = hasOwner ? await asOwner(db, settings, fill) : undefined
  const missing = await putBarrierUp(db, settings)
  const firstAdmin = filled === undefined ? await fill(acrossCompanies(db, 'firstStart')) : filled
  // Printed before anything else can fail, because it cannot be printed again.
  if (firstAdmin) say(`${firstAdminText(firstAdmin)}${keyAdviceText(settings)}`)
  if (missing) say(BARRIER_OFF)
  return { schema, missing }
}

interface WorkParts {
  db: Database
  keyFor: KeyFor
  webhookTransport: WebhookTransport
  time: DatabaseClock
  auditSealer: Sealer
  /** Where backups are copied. */
  targets: readonly Target[]
  watch: SystemWatch
}

/** Watches this node and the installation for 系统状态. */
function watchOf(
  settings: Settings,
  { isDiskFull }: OpenDatabase,
  { time, auditSealer, ...parts }: Omit<WorkParts, 'watch' | 'targets'> & { schema: string | null },
): SystemWatch {
  return watchSystem({
    ...parts,
    clock: time.clock,
    log: { warn: (facts, message) => running.app?.log.warn(facts, message) },
    engine: settings.databaseUrl ? 'postgresql' : 'embedded',
    clockOffsetMs: time.offsetMs,
    unsealedMs: auditSealer.unsealedMs,
    isDiskFull,
    dataFolder: existsSync(settings.dataDir) ? settings.dataDir : null,
    expectedBackups: expectedRuns(settings),
  })
}

/** Starts the chores and the workers for exports and jobs once the server listens; closing it ends them. */
function startWork(
  app: FastifyInstance,
  settings: Settings,
  { db, keyFor, webhookTransport, time, auditSealer, targets, watch }: WorkParts,
): void {
  const { log } = app
  const parts = { db, clock: time.clock, keyFor, isStopping: () => running.draining, log }
  const exports = exportWorker(parts)
  const backups = backupWork(settings, parts, targets)
  watch.addJobs(backups.jobs)
  watch.backup.provide(backups.backUpNow)
  const everyJob = [...jobsWith({ title: settings.title, webhookTransport }), ...backups.jobs]
  const jobs = jobWorker(parts, everyJob, clockWatch(time, log))
  const all = [
    auditSealer.chore,
    ...chores(settings, parts),
    ...exports.chores,
    ...backups.chores,
    jobs.chore,
    ...watch.chores,
  ]
  let end: (() => Promise<void>) | undefined
  // Not before: a start that finds its port taken closes the database, which would interrupt them.
  app.addHook('onListen', async () => {
    end = startChores(all, parts)
  })
  app.addHook('onClose', async () => {
    await Promise.all([end?.(), exports.settled(), jobs.settled()])
    await auditSealer.seal()
    await watch.stop()
  })
}

/** Upgrades the database; while migrations run, serves a page that says so. Frees the port afterwards. */
async function upgradeVisibly(db: Database, settings: Settings, clock: Clock): Promise<Upgraded> {
  let hidePage: (() => Promise<void>) | undefined
  const onPending = async () => {
    hidePage = await showUpgradePage(settings).catch((error) => refuseAddress(error, settings))
  }
  const upgraded = await upgradeAsOwner(db, settings, { say, now: clock(), onPending })
  await hidePage?.()
  return upgraded
}

/** The user is not told that no code was sent, so the log must report it. */
function logUnsent(facts: object): void {
  running.app?.log.error(facts, 'sign-in code not sent')
}

/** An audit line that is not sealed could be changed without a trace. */
function logUnsealed(facts: object): void {
  running.app?.log.error(facts, 'audit line unsealed')
}

/** The chores that run as long as the program. */
function chores(
  settings: Settings,
  { db, clock, log }: { db: Database; clock: Clock; log: FastifyBaseLogger },
): Chore[] {
  return [
    { name: 'anchors', everyMs: DAY_MS, work: () => logAnchors(db, log) },
    {
      name: 'sign-in records',
      everyMs: HOUR_MS,
      work: async () => void (await deleteOldAttempts(db, clock())),
    },
    {
      name: 'proxy',
      everyMs: DAY_MS,
      work: () => reportSharedAddress(db, { trustProxy: settings.trustProxy, now: clock(), log }),
    },
    { name: 'kept answers', everyMs: HOUR_MS, work: () => deleteExpiredResponses(db, clock()) },
  ]
}

async function listen(app: FastifyInstance, settings: Settings): Promise<void> {
  const { host, port } = settings
  await app.listen({ host, port }).catch((error) => refuseAddress(error, settings))
  const address = app.server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  const demo = { password: DEMO_PASSWORD, accounts: DEMO_ACCOUNTS, statement: DEMO_STATEMENT }
  say(addressText(settings, bound, demo))
}

/** Throws an error that explains why the configured address cannot be used. */
function refuseAddress(error: NodeJS.ErrnoException, { host, port }: Settings): never {
  if (error.code === 'EADDRINUSE') {
    throw new StartError(`端口 ${port} 已被占用。请停掉占用它的程序，或用设置 PORT 换一个端口。`)
  }
  if (error.code === 'EACCES') throw new StartError(`没有权限使用端口 ${port}。请用设置 PORT 换一个端口。`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    throw new StartError(`设置 HOST 不正确（现在是「${host}」）：这不是本机的地址。请改正后重新启动。`)
  }
  throw error
}

const DRAIN_MS = 10_000
const CLOSE_MS = 3_000

/**
 * Turns readiness off, refuses new requests, lets running ones finish (for 10 s at most), then closes pool and engine.
 * The last line of the log confirms that all of this was done.
 */
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (running.draining) return
  running.draining = true
  const { app, database } = running
  const impatient = setTimeout(() => app?.server.closeAllConnections(), DRAIN_MS)
  await app?.close()
  clearTimeout(impatient)
  await database?.close()
  // The stream writes its buffered lines when the process exits.
  if (app) app.log.info({ signal }, 'stopped')
  else say('启动还没有完成就收到了停止信号，已停止。')
  process.exit(0)
}

/** Ends the process and prints the reason: a sentence if the operator can correct it, the stack if it is a fault. */
async function die(error: unknown): Promise<void> {
  const sentence = sentenceOf(error)
  if (sentence) process.stderr.write(`${sentence}\n`)
  if (running.app) running.app.log.fatal({ err: error }, 'stopped')
  else if (!sentence) process.stderr.write(`${(error as Error).stack ?? error}\n`)
  // Closes the database in order if that is possible, for at most this long.
  setTimeout(() => process.exit(1), CLOSE_MS).unref()
  await running.database?.close().catch(() => {})
  process.exit(1)
}

/** Runs the program until it is stopped. `beginning`: what `start.ts` has begun, or why it could not. */
export async function run(beginning: Promise<Beginning>): Promise<void> {
  process.on('SIGTERM', (signal) => stop(signal).catch(die))
  process.on('SIGINT', (signal) => stop(signal).catch(die))
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
  try {
    await start(await beginning)
  } catch (error) {
    // A stop closes the database under a start that is still under way, and ends the process itself.
    if (!running.draining) await die(error)
  }
}
