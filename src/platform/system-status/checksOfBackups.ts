import { archiverFault } from '#db/archiver.ts'
import { fromStored, isSentence, type Sentence, word } from '#kit/text.ts'
import { MAX_BACKUP_AGE_MS, MAX_TEST_RESTORE_AGE_MS } from './limits.ts'
import type { Check, Problem } from './problem.ts'
import type { BackupState, SystemState } from './state.ts'
import { instantText, lengthOf, sizeText } from './words.ts'

/** The name of a target: the folder of the program's own backups, or the name in the settings. */
export const targetName = (target: string): Sentence | string => (target === 'local' ? word('本机') : target)

/** Since when at least one node has been running without a break: what was due before could not be done. */
export function upSince({ nodes, now }: SystemState): Date {
  const begins = nodes.map(({ startedAt }) => startedAt.getTime())
  return new Date(begins.length > 0 ? Math.min(...begins) : now.getTime())
}

/** When the last backup was made and that it exists, or that there is none. */
function lastBackup({ done }: Pick<BackupState, 'done'>): Sentence {
  if (!done) return { sentence: '还没有成功过' }
  const at = instantText(done.endedAt)
  return done.bytes === null
    ? { sentence: '最近一份是 {at}', values: { at } }
    : { sentence: '最近一份是 {at}（{size}）', values: { at, size: sizeText(done.bytes) } }
}

const isBackup = ({ kind }: { kind: string }) => kind !== 'test_restore'

const BACKUP_REMEDY: Sentence = {
  sentence: '先做：看放备份的地方是否连得上、有没有空间、账号是否过期；一小时内会自动再试。',
}

const RESTORE_REMEDY: Sentence = {
  sentence: '先做：看任务的结果里写了什么，再按运维手册的“恢复”在另一台机器上试一次最近的备份。',
}

const WITH_REASON = '{remedy}最近一次的原因：{reason}'

/** The remedy, and why the last run failed. */
const withReason = (remedy: Sentence, { last }: BackupState): Sentence =>
  last.outcome === null
    ? remedy
    : { sentence: WITH_REASON, values: { remedy, reason: fromStored(last.outcome) } }

/** A remedy without its reason, which may name folders and hosts of the installation. */
export function withoutReason(remedy: Sentence): Sentence {
  const inner = remedy.values?.remedy
  return remedy.sentence === WITH_REASON && isSentence(inner) ? inner : remedy
}

/** The runs that the settings ask for; a target that was taken out of them is no problem any more. */
const expectedOf = ({ backups, expectedBackups }: SystemState) =>
  backups.filter(({ kind, target }) =>
    expectedBackups.some((one) => one.kind === kind && one.target === target),
  )

function failedBackup(state: BackupState): Problem[] {
  const { target, last, failures } = state
  if (last.state !== 'failed') return []
  const values = {
    target: targetName(target),
    n: failures,
    at: instantText(last.endedAt ?? last.startedAt),
    last: lastBackup(state),
  }
  return [
    {
      key: `backup.failed:${target}`,
      severity: 'error',
      title: {
        sentence: '到“{target}”的备份连续 {n} 次没有成功，最后一次是 {at}。{last}。数据没有丢',
        values,
      },
      remedy: withReason(BACKUP_REMEDY, state),
      since: last.startedAt,
    },
  ]
}

function failedRestore(state: BackupState): Problem[] {
  const { target, last, done } = state
  if (last.state !== 'failed') return []
  const at = instantText(last.endedAt ?? last.startedAt)
  const before: Sentence = done
    ? { sentence: '上一次成功是 {at}', values: { at: instantText(done.endedAt) } }
    : { sentence: '还没有成功过' }
  return [
    {
      key: `test-restore.failed:${target}`,
      severity: 'error',
      title: {
        sentence: '“{target}”的备份没有通过恢复演练（{at}）。{before}。正在用的数据没有受影响',
        values: { target: targetName(target), at, before },
      },
      remedy: withReason(RESTORE_REMEDY, state),
      since: last.startedAt,
    },
  ]
}

/** How long a kind at a target has been without a success, counted from the start of the program at the earliest. */
function ageOf(state: SystemState, { kind, target }: { kind: string; target: string }): number {
  const found = state.backups.find((one) => one.kind === kind && one.target === target)
  const since = Math.max(found?.done?.endedAt.getTime() ?? 0, upSince(state).getTime())
  return state.now.getTime() - since
}

const doneOf = (state: SystemState, { kind, target }: { kind: string; target: string }) =>
  state.backups.find((one) => one.kind === kind && one.target === target) ?? { done: null }

const ARCHIVE_REMEDY: Sentence = {
  sentence:
    '先做：看 PostgreSQL 的日志里归档命令的报错，再看放归档的地方是否连得上、有没有空间；不要删 pg_wal 里的文件，排除以后会自动补上。',
}

function failingArchive({ archiver, now }: SystemState): Problem[] {
  const found = archiverFault(archiver, now)
  if (!found) return []
  const { fault, since } = found
  const what: Sentence = {
    sentence: fault === 'failing' ? 'PostgreSQL 的日志归档失败' : 'PostgreSQL 的日志归档停住了',
  }
  const title: Sentence = since
    ? {
        sentence: '{what}，最后一次成功是 {at}。数据没有丢，但这台机器若坏了，那以后保存的找不回来',
        values: { what, at: instantText(since) },
      }
    : {
        sentence: '{what}，还没有成功过。数据没有丢，但这台机器若坏了，只能恢复到别的备份',
        values: { what },
      }
  return [
    { key: 'archive.failing', severity: 'error', title, remedy: ARCHIVE_REMEDY, since: since ?? undefined },
  ]
}

export const backupChecks: readonly Check[] = [
  { key: 'backup.failed', check: (state) => expectedOf(state).filter(isBackup).flatMap(failedBackup) },
  {
    key: 'backup.stale',
    check: (state) =>
      state.expectedBackups
        .filter(isBackup)
        .filter((expected) => ageOf(state, expected) > MAX_BACKUP_AGE_MS)
        .map((expected) => ({
          key: `backup.stale:${expected.target}`,
          severity: 'error' as const,
          title: {
            sentence: '到“{target}”已有 {length}没有新的备份。{last}。数据没有丢',
            values: {
              target: targetName(expected.target),
              length: lengthOf(ageOf(state, expected)),
              last: lastBackup(doneOf(state, expected)),
            },
          },
          remedy: BACKUP_REMEDY,
          since: doneOf(state, expected).done?.endedAt,
        })),
  },
  // PostgreSQL tries again after a minute at the latest; one failure that is made good is no problem.
  { key: 'archive.failing', waitMs: 60_000, check: failingArchive },
  {
    key: 'test-restore.failed',
    check: (state) =>
      expectedOf(state)
        .filter((one) => !isBackup(one))
        .flatMap(failedRestore),
  },
  {
    key: 'test-restore.stale',
    check: (state) =>
      state.expectedBackups
        .filter((expected) => !isBackup(expected))
        .filter((expected) => ageOf(state, expected) > MAX_TEST_RESTORE_AGE_MS)
        .map((expected) => ({
          key: `test-restore.stale:${expected.target}`,
          severity: 'warning' as const,
          title: {
            sentence: '“{target}”的备份已有 {length}没有做过恢复演练',
            values: {
              target: targetName(expected.target),
              length: lengthOf(ageOf(state, expected)),
            },
          },
          remedy: RESTORE_REMEDY,
          since: doneOf(state, expected).done?.endedAt,
        })),
  },
]
