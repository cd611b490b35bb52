import type { DB } from '#db/tables.ts'
import { addDays, daysFrom } from '#kit/calendar.ts'
import type { DemoPerson } from './people.ts'
import { random } from './random.ts'
import type { Service } from './service.ts'

type Table = [name: keyof DB, rows: object[]]

/** So many days of logs there are, up to yesterday. */
const DAYS = 28

const SUMMARIES = [
  '上午咨询集中，已全部回复；尺码问题最多，用快捷短语回答。',
  '活动预热，催付和优惠券咨询多，未付款的已逐个跟进。',
  '整体平稳，两位买家催发货，已请仓库核实。',
  '下午排队较长，已按先后补回，没有漏接。',
  '新品上架，材质和发货时间问得多，已整理成问答。',
]
const PROBLEMS = ['详情页运费险说明与活动不一致，买家反复问。', '部分颜色库存显示有货，实际缺货。']
const NOTES = [
  '尾号 4471、5206 待仓库回复，买家 18:00 后会再问。',
  '一位买家等退款，已提交审核，请明早看结果。',
]
const RETURNS = ['少写了交接，请补上待处理的买家。', '小结太简单，请写明排队的时段。']

interface Log {
  id: number
  person: DemoPerson
  on: string
  status: string
}

/** Four weeks of logs of everybody who serves stores: most passed, the last days wait, a few were returned or never written. */
export function worklogTables(
  services: readonly Service[],
  shifts: readonly { staffId: number; onDay: string; shift: string }[],
  today: string,
): Table[] {
  const planned = new Map(shifts.map((row) => [`${row.staffId} ${row.onDay}`, row.shift]))
  const people = [...new Map(services.map(({ staff }) => [staff.id, staff])).values()]
  const days = daysFrom(addDays(today, -DAYS), addDays(today, -1))
  const logs: (Log & { shift: string })[] = []
  for (const person of people.filter(({ status, parentId }) => status === 'active' && parentId !== null)) {
    for (const on of days) {
      const shift = planned.get(`${person.id} ${on}`) ?? 'morning'
      const status = statusOf(person, on, today)
      if (status === null || shift === 'rest' || shift === 'leave') continue
      logs.push({ id: logs.length + 1, person, on, status, shift })
    }
  }
  return [
    ['worklog', logs.map(logRow)],
    ['worklogLine', logs.flatMap((log) => linesOf(log, services))],
  ]
}

function statusOf(person: DemoPerson, on: string, today: string): string | null {
  const chance = random(`worklog ${person.id} ${on}`)
  if (on >= addDays(today, -2)) return chance.chance(0.25) ? null : 'submitted'
  if (on >= addDays(today, -6) && chance.chance(0.06)) return 'returned'
  return chance.chance(0.04) ? null : 'approved'
}

function logRow({ id, person, on, status, shift }: Log & { shift: string }) {
  const chance = random(`worklog words ${person.id} ${on}`)
  const isReviewed = status !== 'submitted'
  const submittedAt = new Date(`${on}T12:3${chance.between(0, 9)}:00Z`)
  const reviewedAt = isReviewed ? new Date(`${addDays(on, 1)}T02:1${chance.between(0, 9)}:00Z`) : null
  return {
    ...{ id, companyCode: person.companyCode, staffId: person.id, onDay: on, shift, status },
    ...{ halfHours: chance.between(15, 18), summary: chance.pick(SUMMARIES) },
    problems: chance.chance(0.3) ? chance.pick(PROBLEMS) : null,
    handover: chance.chance(0.4) ? chance.pick(NOTES) : null,
    ...{ submittedAt, reviewedAt, reviewedBy: isReviewed ? person.parentId : null },
    reviewNote: status === 'returned' ? chance.pick(RETURNS) : null,
    wasReturned: status === 'returned',
    ...{ createdAt: submittedAt, createdBy: person.id },
    ...{ updatedAt: reviewedAt ?? submittedAt, updatedBy: isReviewed ? person.parentId : person.id },
  }
}

/** The stores that the person served that day, by their nick; what a file says of it stands with the figures. */
function linesOf({ id, person, on }: Log, services: readonly Service[]) {
  return services
    .filter(({ staff, fromOn, toOn }) => staff.id === person.id && fromOn <= on && (!toOn || toOn >= on))
    .map(({ store, nick }) => ({ worklogId: id, storeId: store.id, nick, source: 'empty' }))
}
