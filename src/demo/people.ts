import { ROLES } from '#access/permissions.ts'
import { addDays } from '#kit/calendar.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import { random } from './random.ts'

/** A staff member of the demo; ids are assigned here so that other rows can reference them. */
export interface DemoPerson {
  id: number
  companyCode: string
  username: string
  name: string
  role: number
  parentId: number | null
  status: 'active' | 'disabled' | 'left'
}

/** The companies with data; `NEW_COMPANY` has none. */
export const COMPANIES = [
  { code: '001', name: '后台客服科技' },
  { code: '002', name: '启明客服' },
  { code: '004', name: '云帆客服' },
]

type Team = [head: string, ...members: string[]]

/** The staff by company and team, as `姓名` or `姓名 用户名`; the default user name is the pinyin of the name. */
const ROSTER: Record<string, { admins: string[]; teams: Team[]; sales: string[]; finance: string[] }> = {
  '001': {
    admins: ['林知远 admin'],
    teams: [
      ['陈思雨 head', '周小禾 agent', '李若彤', '方可'],
      ['苏曼', '赵晓冬', '唐宁', '许安然', '江一帆', '罗雨桐'],
      ['何立', '秦子墨', '白露', '孟繁星', '叶知秋', '夏如烟'],
      ['程远', '宋佳音', '杜若', '温言', '陆星辰', '简宁'],
    ],
    sales: ['周明哲 sales', '沈佳', '梁思齐'],
    finance: ['郑敏 finance'],
  },
  '002': {
    admins: ['顾明 admin2'],
    teams: [['单雪', '蒋文', '姚可欣', '范一鸣']],
    sales: ['贺东'],
    finance: ['尹青'],
  },
  '004': {
    admins: ['乔木'],
    teams: [['康宁', '石磊', '曾晓岚', '任天行']],
    sales: ['柳青'],
    finance: ['俞晴'],
  },
}

/** Staff who have left or are disabled. */
const INACTIVE_STAFF: Record<string, DemoPerson['status']> = { 罗雨桐: 'left', 简宁: 'disabled' }

/** The demo's staff, heads before their members. */
export function demoPeople(): DemoPerson[] {
  const people: DemoPerson[] = []
  const add = (companyCode: string, entry: string, role: number, parentId: number | null = null) => {
    const [name = '', username = searchPinyin(name, true).split(' ')[0] ?? ''] = entry.split(' ')
    const id = people.length + 1
    people.push({ id, companyCode, username, name, role, parentId, status: INACTIVE_STAFF[name] ?? 'active' })
    return id
  }
  for (const [code, { admins, teams, sales, finance }] of Object.entries(ROSTER)) {
    for (const entry of admins) add(code, entry, ROLES.admin)
    for (const [head, ...members] of teams) {
      const headId = add(code, head, ROLES.agent)
      for (const member of members) add(code, member, ROLES.agent, headId)
    }
    for (const entry of sales) add(code, entry, ROLES.sales)
    for (const entry of finance) add(code, entry, ROLES.finance)
  }
  return people
}

const BANKS = ['中国工商银行', '招商银行', '中国建设银行', '中国农业银行']

/** Days since the staff in `GONE` left or were disabled. */
const INACTIVE_DAYS = 40

/** The states of inactive staff, from their first day of absence on. */
export function staffStateRows(people: readonly DemoPerson[], today: string, createdAt: Date) {
  return people
    .filter(({ status }) => status !== 'active')
    .map(({ id: staffId, companyCode, status }) => {
      const fromOn = addDays(today, status === 'left' ? 1 - INACTIVE_DAYS : -INACTIVE_DAYS)
      return { staffId, companyCode, status, fromOn, createdAt }
    })
}

/** The rows of the table `staff`, all with the same password. Mobiles and cards are fictitious: 199 0000 …. */
export function staffRows(people: readonly DemoPerson[], passwordHash: string, today: string) {
  const adminOf = new Map(
    people.filter(({ role }) => role === ROLES.admin).map(({ companyCode, id }) => [companyCode, id]),
  )
  return people.map(({ id, status, ...person }) => {
    const chance = random(`staff ${id}`)
    const hiredOn = hiredOnOf(person, chance.between(200, 1500), today)
    const at = new Date(`${hiredOn}T02:00:00Z`)
    return {
      ...person,
      id,
      status,
      passwordHash,
      mustChangePassword: false,
      namePinyin: searchPinyin(person.name, true),
      mobile: `1990000${String(id).padStart(4, '0')}`,
      employeeNo: `YG${String(id).padStart(4, '0')}`,
      hiredOn,
      leftOn: status === 'left' ? addDays(today, -INACTIVE_DAYS) : null,
      payeeBank: chance.pick(BANKS),
      payeeCard: `62220000000${String(chance.between(10_000_000, 99_999_999))}`,
      createdAt: at,
      updatedAt: at,
      createdBy: person.role === ROLES.admin ? null : (adminOf.get(person.companyCode) ?? null),
    }
  })
}

/** Admins are hired first, then heads and sales, so that staff existed before the records that they created. */
function hiredOnOf({ role, parentId }: Pick<DemoPerson, 'role' | 'parentId'>, drawn: number, today: string) {
  if (role === ROLES.admin) return addDays(today, -drawn - 1500)
  return addDays(
    today,
    role === ROLES.agent && parentId !== null ? -drawn : -Math.max(drawn, 760 + (drawn % 700)),
  )
}
