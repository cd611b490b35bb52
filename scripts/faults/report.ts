import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../steps.ts'
import type { QuietDays } from './days.ts'
import { NAMED_WITHIN, type Outcome, type Told } from './fault.ts'
import { ALL_FAULTS } from './list.ts'

const FILE = join(ROOT, 'docs/operate/faults.md')

const INTRODUCTION = `# 故障演练

这一页由 \`npm run test:faults -- --write\` 写出。脚本像正式环境一样启动程序（真实的进程，一家新公司和它的群机器人，PostgreSQL 上两个节点、打开第二道屏障，
或者内嵌数据库），一次注入一个故障，看管理员在“系统状态”里读到什么，再去掉故障。时间是程序的时钟：脚本用 libfaketime 让它走得快，
等待时每步 10 秒（等得久的每步最多 60 秒），所以秒数的精度也是这么多。

每个故障都检查：${NAMED_WITHIN / 60} 分钟内用中文说出来（写了“要求”的除外）；管理员和群各收到一次通知，不会有第二次；去掉之后自己恢复，也只通知一次
（表里的“1 + 1”）；
已经确认的写入一笔不少。`

/** One line of a table; a pipe in a text would end the cell. */
const row = (cells: readonly (string | number)[]) =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`

const ENGINES = { PostgreSQL: 'PostgreSQL', embedded: '内嵌' }

const told = ({ began, resolved }: Told) => `${began} + ${resolved}`

function faultRow({ fault, namedAfter, words, resolvedAfter, notices, groups, faults }: Outcome): string {
  return row([
    fault.title,
    fault.how,
    ENGINES[fault.engine],
    `\`${fault.key}\``,
    `${namedAfter ?? '–'}${fault.within ? `（要求 ${fault.within.seconds}：${fault.within.reason}）` : ''}`,
    words,
    resolvedAfter ?? '–',
    told(notices),
    fault.noGroup ?? told(groups),
    faults.length === 0 ? '通过' : `没有通过：${faults.join('；')}`,
  ])
}

const [FAULT_CELLS, DAYS_CELLS] = [10, 6]

const FAULT_HEAD = [
  row([
    '故障',
    '怎么注入',
    '数据库',
    '问题',
    '几秒后说出',
    '管理员读到的',
    '去掉后几秒恢复',
    '管理员的通知',
    '群消息',
    '结果',
  ]),
  row(Array(FAULT_CELLS).fill('---')),
]

const DAYS_HEAD = [
  row(['数据库', '天数', '请求', '任务', '备份', '误报']),
  row(Array(DAYS_CELLS).fill('---')),
]

function daysRow({ engine, days, counts, alarms }: QuietDays): string {
  const { requests, jobs, backups } = counts
  return row([
    ENGINES[engine],
    days,
    requests,
    jobs,
    backups,
    alarms.length === 0 ? '没有' : alarms.join('；'),
  ])
}

/** The rows of the present page, by their first cells: what this run did not do anew stays. */
function presentRows(): Map<string, string> {
  const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n') : []
  return new Map(lines.filter((line) => line.startsWith('| ')).map((line) => [keyOf(line), line]))
}

/** The cell that names the fault, or the engine of the quiet days. */
const keyOf = (line: string) => line.split(' | ')[0] ?? ''

/** Writes docs/operate/faults.md; the rows of what did not run stay as they are. */
export function writeReport(outcomes: readonly Outcome[], days: readonly QuietDays[]): void {
  const rows = presentRows()
  for (const line of [...outcomes.map(faultRow), ...days.map(daysRow)]) rows.set(keyOf(line), line)
  const rowOf = (name: string, cells: number) =>
    rows.get(`| ${name}`) ?? row([name, ...Array(cells - 2).fill('–'), '还没有运行'])
  const page = [
    INTRODUCTION,
    '## 注入的故障',
    [...FAULT_HEAD, ...ALL_FAULTS.map(({ title }) => rowOf(title, FAULT_CELLS))].join('\n'),
    '## 安静的日子',
    `平常的使用（每小时一次写入和几次查看），什么都没有坏：不应有问题、通知、5xx，也不应有让人去查的日志。
任务只保留每种最近的 200 次，备份最近的 500 次，所以数字不是全部。`,
    [...DAYS_HEAD, ...Object.values(ENGINES).map((name) => rowOf(name, DAYS_CELLS))].join('\n'),
  ]
  writeFileSync(FILE, `${page.join('\n\n')}\n`)
}
