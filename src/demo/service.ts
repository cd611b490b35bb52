import { ROLES } from '#access/permissions.ts'
import { addDays } from '#kit/calendar.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import type { DemoPerson } from './people.ts'
import type { DemoStore } from './stores.ts'

/** A staff member who serves a store from a day on, with the nick used there. */
export interface Service {
  store: DemoStore
  staff: DemoPerson
  headId: number
  duty: 'main' | 'second'
  nick: string
  fromOn: string
  toOn: string | null
}

const DAYS_SINCE_LEFT = 40

/** The agents of each store: a main agent, and often a second one of the same team. */
export function demoServices(
  stores: readonly DemoStore[],
  people: readonly DemoPerson[],
  today: string,
): Service[] {
  const teams = teamsOf(people)
  return stores.flatMap((store, position) => {
    const companyTeams = teams.filter(({ head }) => head.companyCode === store.companyCode)
    const index = position - stores.findIndex((other) => other.companyCode === store.companyCode)
    const { team, turn } = turnOf(companyTeams, index)
    const { head, members } = team
    const [main, second] = [members[turn % members.length], members[(turn + 1) % members.length]]
    if (!main || !store.servedFrom) return []
    const base = { store, headId: head.id, fromOn: store.servedFrom, toOn: store.stoppedOn }
    const nickOf = (staff: DemoPerson, n: number) => nick(store, staff, n)
    const services: Service[] = [{ ...base, staff: main, duty: 'main', nick: nickOf(main, 1) }]
    if (second && turn % 5 === 4)
      services.push({ ...base, staff: second, duty: 'second', nick: nickOf(second, 2) })
    const gone = people.find(({ parentId, status }) => parentId === head.id && status === 'left')
    return gone && turn % 6 === 1 ? withPredecessor(services, gone, today) : services
  })
}

/** Adds a predecessor of the main agent who has left since. */
function withPredecessor(services: Service[], gone: DemoPerson, today: string): Service[] {
  const change = addDays(today, -DAYS_SINCE_LEFT)
  const [main, ...others] = services
  if (!main || main.fromOn >= change || (main.toOn !== null && main.toOn <= change)) return services
  const before = { ...main, staff: gone, nick: nick(main.store, gone, 3), toOn: change }
  return [before, { ...main, fromOn: addDays(change, 1) }, ...others]
}

interface Team {
  head: DemoPerson
  members: DemoPerson[]
}

function teamsOf(people: readonly DemoPerson[]): Team[] {
  const heads = people.filter((person) => person.role === ROLES.agent && person.parentId === null)
  return heads.map((head) => ({
    head,
    members: people.filter((person) => person.parentId === head.id && person.status === 'active'),
  }))
}

/**
 * The first team, of the account `head`, has every seventh store; the other teams share the rest. `turn` counts within
 * the team.
 */
function turnOf(teams: readonly Team[], index: number): { team: Team; turn: number } {
  const [first, ...others] = teams
  if (!first) throw new Error('a company without a team')
  if (others.length === 0) return { team: first, turn: index }
  if (index % 7 === 0) return { team: first, turn: index / 7 }
  const rest = index - Math.floor(index / 7) - 1
  return { team: others[rest % others.length] ?? first, turn: Math.floor(rest / others.length) }
}

/** A nick in the platform's format. */
function nick(store: DemoStore, staff: DemoPerson, n: number): string {
  const called = `小${staff.name.at(-1)}`
  const initials = searchPinyin(store.customer.brand).split(' ')[1] ?? ''
  if (store.platform === 'tmall' || store.platform === 'taobao') return `${store.name}:${called}`
  if (store.platform === 'jd') return `jd_${initials}${String(n).padStart(2, '0')}`
  return store.platform === 'pdd' ? `${store.customer.brand}客服${n}` : `${store.customer.brand}-${called}`
}

/** The head of the team that serves a store; by default the first head of its company. */
export function leaders(services: readonly Service[], people: readonly DemoPerson[]) {
  const headByStore = new Map(services.map(({ store, headId }) => [store.id, headId]))
  return (store: DemoStore): number => {
    const head = people.find(
      ({ companyCode, role, parentId }) =>
        companyCode === store.companyCode && role === ROLES.agent && parentId === null,
    )
    return headByStore.get(store.id) ?? head?.id ?? 1
  }
}

/** The rows of the table `store_assignment`: the shares of a store add up to 100 %. */
export function assignmentRows(services: readonly Service[], shiftOf: (staffId: number) => string) {
  const helped = new Set(services.filter(({ duty }) => duty === 'second').map(({ store }) => store.id))
  return services.map(({ store, staff, headId, duty, fromOn, toOn }, index) => ({
    id: index + 1,
    companyCode: store.companyCode,
    storeId: store.id,
    staffId: staff.id,
    duty,
    shift: shiftOf(staff.id),
    fromOn,
    toOn,
    sharePercent: !helped.has(store.id) ? 100 : duty === 'main' ? 60 : 40,
    createdBy: headId,
    updatedBy: headId,
  }))
}

/** Platforms with figures per store only, or without files: agents have no nicks there. */
export const WITHOUT_NICKS = new Set(['kuaishou', 'xiaohongshu', '1688', 'vip', 'other'])

/** The rows of the table `agent_account`. */
export function accountRows(services: readonly Service[]) {
  return services
    .filter(({ store }) => !WITHOUT_NICKS.has(store.platform))
    .map(({ store, staff, headId, nick, fromOn, toOn }, index) => ({
      id: index + 1,
      companyCode: store.companyCode,
      storeId: store.id,
      staffId: staff.id,
      nick,
      fromOn,
      toOn,
      createdBy: headId,
      updatedBy: headId,
    }))
}
