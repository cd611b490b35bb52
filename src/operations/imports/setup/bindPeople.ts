import { findAgent } from '#clients/stores/assignments/queries.ts'
import { type Binding, bindNicks, type WrittenBinding } from '#clients/stores/nicks/queries.ts'
import { assertBindable, boundLine } from '#clients/stores/nicks/rules.ts'
import { today } from '#kit/calendar.ts'
import { AppError, type FieldErrors } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { findNickStores } from '#operations/imports/commitQueries.ts'
import { throwFieldErrors } from './chosenStores.ts'
import type { SetupInput } from './contract.ts'
import type { CreatedStore } from './createRecords.ts'

type NewBinding = SetupInput['nicks'][number]

/**
 * Binds the nicks of the request from their first day in the previews. Throws INVALID for a nick that the previews do
 * not contain for the store and for a person who cannot have it, and CONFLICT if another person has it on that day.
 */
export async function bindPeople(
  context: Context,
  nicks: readonly NewBinding[],
  { stores, groupIds }: { stores: readonly CreatedStore[]; groupIds: readonly number[] },
): Promise<WrittenBinding[]> {
  if (nicks.length === 0) return []
  const { db, actor, clock, record } = context
  const ids = new Map(stores.map(({ key, id }) => [key, id]))
  const found = await findNickStores(db, groupIds, {
    nicks: [...new Set(nicks.map(({ nick }) => nick))],
    today: today(clock),
  })
  const places = new Map(found.map((place) => [`${place.storeId} ${place.nick}`, place]))
  const agents = await findAgents(context, nicks)
  const fields: FieldErrors = {}
  const bindings: Binding[] = []
  for (const [index, { nick, storeKey, storeId: givenId, staffId }] of nicks.entries()) {
    const storeId = storeKey === undefined ? givenId : ids.get(storeKey)
    const place = places.get(`${storeId} ${nick}`)
    if (!place) {
      fields[`nicks.${index}.nick`] = { sentence: '要对应的昵称不在导入的数据里，请重新预检。' }
      continue
    }
    const refusal = refusalOf(() => assertBindable(actor, agents.get(staffId), place.companyCode))
    if (refusal) fields[`nicks.${index}.staffId`] = refusal.sentence
    bindings.push({ ...place, staffId })
  }
  throwFieldErrors(fields)
  const bound = await bindNicks(db, { staffId: actor.id, now: clock() }, bindings)
  for (const binding of bound) record(boundLine(binding))
  return bound
}

async function findAgents({ db }: Context, nicks: readonly NewBinding[]) {
  const agents = new Map<number, Awaited<ReturnType<typeof findAgent>>>()
  // In one order, since the rows are locked.
  const ids = [...new Set(nicks.map(({ staffId }) => staffId))].toSorted((a, b) => a - b)
  for (const id of ids) agents.set(id, await findAgent(db, id))
  return agents
}

function refusalOf(assertion: () => void): AppError | null {
  try {
    assertion()
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
