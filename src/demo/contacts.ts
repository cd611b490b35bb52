import { ROLES } from '#access/permissions.ts'
import { addDays, dayOf } from '#kit/calendar.ts'
import { complaintsOf } from './complaints.ts'
import type { DemoPerson } from './people.ts'
import { random } from './random.ts'

interface Row {
  id: number
  companyCode: string
  ownerId: number
  createdAt: Date
}

interface Ownership {
  companyCode: string
  customerId: number
  ownerId: number
  fromAt: Date
  toAt: Date | null
  reason: string | null
  createdBy: number
}

const DAY_MS = 86_400_000

/** Texts of the notes, which every third customer has. */
const NOTES = [
  '电话沟通了下季度的排班，旺季要加两位夜班。',
  '客户反馈最近回复偏慢，已转给组长。',
  '续约意向明确，等对方走完流程。',
  '想了解直播间的售后怎么接。',
  '对账单已确认，发票寄到新地址。',
]

const TASKS = ['问续约的意向', '送合同', '回访服务质量', '确认大促加人', '核对开票信息']

/** The owners of each customer over time; a few were reassigned to another sales person. */
function ownerRows(customers: readonly Row[], people: readonly DemoPerson[], now: Date) {
  const rows = customers.flatMap(({ id, companyCode, ownerId, createdAt }): Ownership[] => {
    const first = { companyCode, customerId: id, reason: null }
    const others = salesOf(people, companyCode).filter((person) => person.id !== ownerId)
    const former = others[id % Math.max(1, others.length)]
    if (id % 7 !== 2 || !former) {
      return [{ ...first, ownerId, fromAt: createdAt, toAt: null, createdBy: ownerId }]
    }
    const at = new Date((createdAt.getTime() + now.getTime()) / 2)
    const reassignment = { reason: '商务分区调整', createdBy: former.id }
    return [
      { ...first, ownerId: former.id, fromAt: createdAt, toAt: at, createdBy: former.id },
      { ...first, ...reassignment, ownerId, fromAt: at, toAt: null },
    ]
  })
  return rows.map((row, index) => ({ id: index + 1, ...row }))
}

const salesOf = (people: readonly DemoPerson[], companyCode: string) =>
  people.filter((person) => person.role === ROLES.sales && person.companyCode === companyCode)

/** Notes of the last weeks. Some are by finance and mention the owner; half of these are unread. */
function noteRows(customers: readonly Row[], people: readonly DemoPerson[], now: Date) {
  const chosen = customers.filter(({ id }) => id % 3 === 1)
  const notes = chosen.map(({ id, companyCode, ownerId }, index) => {
    const chance = random(`note ${id}`)
    const finance = people.find(
      (person) => person.role === ROLES.finance && person.companyCode === companyCode,
    )
    const owner = people.find((person) => person.id === ownerId)
    const calls = index % 3 === 0 && finance && owner
    const at = new Date(now.getTime() - chance.between(1, 20) * DAY_MS)
    const by = calls ? finance.id : ownerId
    const text = calls ? `@${owner.name} 本月账单已核对，请提醒客户付款。` : chance.pick(NOTES)
    const stamp = { createdAt: at, createdBy: by, updatedAt: at, updatedBy: by }
    const note = { id: index + 1, companyCode, customerId: id, text, complaint: false, ...stamp }
    return { note, called: calls && ownerId }
  })
  const mentions = notes.flatMap(({ note, called }, index) =>
    called ? [{ noteId: note.id, staffId: called, readAt: index % 2 === 0 ? null : now }] : [],
  )
  const complaints = complaintsOf(customers, now).map((note, index) => ({
    id: notes.length + index + 1,
    ...note,
  }))
  return { notes: [...notes.map(({ note }) => note), ...complaints], mentions }
}

/** Follow-ups of the owners: done, overdue, due today and later. */
function followUpRows(customers: readonly Row[], now: Date) {
  const today = dayOf(now)
  return customers
    .filter(({ id }) => id % 4 !== 2)
    .map(({ id, companyCode, ownerId }, index) => {
      const chance = random(`follow-up ${id}`)
      const offset = [0, -2, 3, 12, -9][index % 5] ?? 0
      const isDone = offset < -5
      const at = new Date(now.getTime() - 15 * DAY_MS)
      return {
        id: index + 1,
        companyCode,
        customerId: id,
        assigneeId: ownerId,
        text: chance.pick(TASKS),
        dueOn: addDays(today, offset),
        doneAt: isDone ? new Date(now.getTime() - 8 * DAY_MS) : null,
        doneBy: isDone ? ownerId : null,
        createdAt: at,
        createdBy: ownerId,
        updatedAt: at,
        updatedBy: ownerId,
      }
    })
}

/** The rows of all four tables. */
export function contactTables(
  customers: readonly Row[],
  people: readonly DemoPerson[],
  now: Date,
): [name: 'customerOwner' | 'customerNote' | 'customerMention' | 'followUp', rows: object[]][] {
  const { notes, mentions } = noteRows(customers, people, now)
  return [
    ['customerOwner', ownerRows(customers, people, now)],
    ['customerNote', notes],
    ['customerMention', mentions],
    ['followUp', followUpRows(customers, now)],
  ]
}
