import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUCKET, S3_KEY, S3_REGION, startTestS3 } from '../../src/app/backups/testS3.ts'
import { newestBackup } from '../../src/db/backup/retention.ts'
import { fillUp, makeLimitedDisk } from '../crash/disk.ts'
import type { Fault } from './fault.ts'
import { FIRST, type Rig } from './rig.ts'
import { refuseWrites } from './sql.ts'

/** What a run must come to. */
interface Expected {
  kind: 'backup' | 'copy' | 'test_restore'
  target: string
  state: 'done' | 'failed'
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Real time that a backup or a test restore may take, in ms. */
const RUN_MS = 120_000

/**
 * Lets the program do something, and waits until a run that began after that has ended as expected. Others may end
 * meanwhile: a program that starts with a new target copies the newest backup to it.
 */
async function untilRun(
  rig: Rig,
  { kind, target, state }: Expected,
  begin: () => Promise<void>,
): Promise<void> {
  const [last] = await rig.query<{ id: string }>('select coalesce(max(id), 0) as id from backup_run')
  await begin()
  const began = performance.now()
  const ended = () =>
    rig.query('select id from backup_run where kind = $1 and target = $2 and state = $3 and id > $4', [
      kind,
      target,
      state,
      last?.id,
    ])
  while ((await ended()).length === 0) {
    if (performance.now() - began > RUN_MS) throw new Error(`no run of ${kind} to ${target} is ${state}`)
    await pause(200)
  }
}

/** Makes a backup, as the button 立即备份 does. */
const backUp = (rig: Rig, target: string, state: Expected['state']) =>
  untilRun(rig, { kind: target === 'local' ? 'backup' : 'copy', target, state }, async () => {
    const { status, text, data } = await rig.call('POST /api/system/status/backup', {})
    if (status !== 200 || !data.isStarted) throw new Error(`no backup: ${text}`)
  })

/** Makes a test restore due. */
const testRestore = (rig: Rig, target: string, state: Expected['state']) =>
  untilRun(rig, { kind: 'test_restore', target, state }, async () => {
    await rig.query(`delete from job_run where job = 'test-restore'`)
    await rig.clock.advance(60)
  })

/** Restarts the program with a target; a first backup succeeds. */
async function withTarget(rig: Rig, target: string, settings: Record<string, string>): Promise<void> {
  await rig.stopNode(FIRST)
  await rig.startNode(FIRST, settings)
  await rig.signIn()
  await backUp(rig, target, 'done')
}

/** A fault of the S3 store; `end` removes it. */
async function withS3(
  rig: Rig,
  begin: (store: Awaited<ReturnType<typeof startTestS3>>) => void,
): Promise<() => Promise<void>> {
  const store = await startTestS3()
  await withTarget(rig, 's3', {
    BACKUP_TO: `s3://${BUCKET}/houtai`,
    S3_ENDPOINT: store.endpoint,
    S3_REGION,
    S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
  })
  begin(store)
  await backUp(rig, 's3', 'failed')
  return async () => {
    store.fault = null
    await backUp(rig, 's3', 'done')
    await withoutTarget(rig)
    await store.close()
  }
}

/** Restarts the program as it was. */
async function withoutTarget(rig: Rig): Promise<void> {
  await rig.stopNode(FIRST)
  await rig.startNode(FIRST, {})
  await rig.signIn()
}

/** What is common to the faults of a target: the run of the injection has failed. */
const OF_TARGET = { engine: 'embedded', key: 'backup.failed' } as const

/** A byte in the middle of the newest backup in a folder is changed. */
function damageNewest(folder: string): () => void {
  const name = newestBackup(readdirSync(folder))?.name
  if (!name) throw new Error('there is no backup to damage')
  const path = join(folder, name)
  const whole = readFileSync(path)
  const damaged = Buffer.from(whole)
  const middle = Math.floor(damaged.length / 2)
  damaged[middle] = (damaged[middle] ?? 0) ^ 0xff
  writeFileSync(path, damaged)
  return () => writeFileSync(path, whole)
}

export const backupFaults: readonly Fault[] = [
  {
    title: '备份文件夹不见了',
    how: '备份的目的地（文件夹）没有挂载，再备份一次',
    ...OF_TARGET,
    words: /到“folder”的备份连续 \d+ 次没有成功/,
    reason: /备份文件夹不存在，可能没有挂载/,
    inject: async (rig) => {
      const folder = join(rig.folder, 'share')
      mkdirSync(folder)
      await withTarget(rig, 'folder', { BACKUP_TO: `folder:${folder}` })
      renameSync(folder, `${folder}.away`)
      await backUp(rig, 'folder', 'failed')
      return async () => {
        renameSync(`${folder}.away`, folder)
        await backUp(rig, 'folder', 'done')
        await withoutTarget(rig)
      }
    },
  },
  {
    title: '放备份的盘满了',
    how: '备份的目的地（另一块盘）写满，再备份一次',
    ...OF_TARGET,
    words: /到“folder”的备份连续 \d+ 次没有成功/,
    reason: /那里的空间不足/,
    inject: async (rig) => {
      const disk = makeLimitedDisk(64)
      await withTarget(rig, 'folder', { BACKUP_TO: `folder:${disk.folder}` })
      const free = fillUp(disk, 0)
      await backUp(rig, 'folder', 'failed')
      return async () => {
        free()
        await backUp(rig, 'folder', 'done')
        await withoutTarget(rig)
        disk.remove()
      }
    },
  },
  {
    title: 'S3 存储不能用',
    how: 'S3 存储对每个请求回答 503，再备份一次',
    ...OF_TARGET,
    words: /到“s3”的备份连续 \d+ 次没有成功/,
    reason: /对方现在不能处理请求（503）/,
    inject: (rig) =>
      withS3(rig, (store) => {
        store.fault = () => ({ status: 503, code: 'ServiceUnavailable' })
      }),
  },
  {
    title: 'S3 存储的密钥失效',
    how: 'S3 存储不再认得访问密钥，再备份一次',
    ...OF_TARGET,
    words: /到“s3”的备份连续 \d+ 次没有成功/,
    reason: /对方不认识访问密钥/,
    inject: (rig) =>
      withS3(rig, (store) => {
        store.fault = () => ({ status: 403, code: 'InvalidAccessKeyId' })
      }),
  },
  {
    title: '备份坏了',
    how: '最近一份备份中间的一个字节被改掉，轮到每周的恢复演练',
    engine: 'embedded',
    key: 'test-restore.failed',
    words: /“本机”的备份没有通过恢复演练.*正在用的数据没有受影响/,
    inject: async (rig) => {
      await backUp(rig, 'local', 'done')
      const repair = damageNewest(join(rig.dataFolder(), 'backups'))
      await testRestore(rig, 'local', 'failed')
      return async () => {
        repair()
        await testRestore(rig, 'local', 'done')
      }
    },
  },
  {
    title: '很久没有新的备份',
    how: '数据库拒绝备份的开始记录，备份既不成功也不失败',
    engine: 'embedded',
    key: 'backup.stale',
    words: /到“本机”已有 .+没有新的备份.*数据没有丢/,
    within: { seconds: 7_200, reason: '备份每小时一次，要求 2 小时之内' },
    inject: async (rig) => {
      const end = await refuseWrites(rig, 'fault_backup', 'insert on backup_run', 'true')
      return async () => {
        await end()
        await backUp(rig, 'local', 'done')
      }
    },
  },
]
