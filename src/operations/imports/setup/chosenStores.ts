import { platformNames } from '#clients/stores/rules.ts'
import { AppError, type FieldErrors } from '#kit/errors.ts'
import { nameKey } from '#kit/fields.ts'
import type { Context } from '#kit/serve.ts'
import { word } from '#kit/text.ts'
import type { SetupInput } from './contract.ts'
import type { FoundStore } from './foundStores.ts'
import { findCompanyCustomers, findTakenCustomerNames, findTakenStoreNames } from './queries.ts'

type NewStore = SetupInput['stores'][number]

/** A store to create, with its groups in the previews and its position in the request. */
export interface ChosenStore extends NewStore {
  found: FoundStore
  index: number
}

/** The company's records with which new ones may collide. */
interface Existing {
  storeNames: ReadonlySet<string>
  customerNames: ReadonlySet<string>
  customerIds: ReadonlySet<number>
}

/** Throws INVALID with all wrong fields (`stores.2.name`); the sentence of the first one is in the message. */
export function throwFieldErrors(fields: FieldErrors): void {
  const [first] = Object.values(fields)
  if (!first) return
  throw new AppError('INVALID', '有 {n} 处数据需要改正：{first}', {
    values: { n: Object.keys(fields).length, first },
    data: { fields },
  })
}

/**
 * Finds the stores of the request in the previews. Throws INVALID for a store that the previews do not contain or that
 * the request contains twice, for a platform that the files cannot contain, for a name that exists already, and for a
 * customer that does not exist.
 */
export async function chooseStores(
  { db, actor }: Context,
  stores: SetupInput['stores'],
  unknown: readonly FoundStore[],
): Promise<ChosenStore[]> {
  const { companyCode } = actor
  const names = stores.map(({ platform, name }) => ({ platform, nameKey: nameKey(name) }))
  const customers = stores.map(({ customer }) => customer)
  const customerKeys = customers.flatMap((one) => ('name' in one ? nameKey(one.name) : []))
  const customerIds = customers.flatMap((one) => ('id' in one ? one.id : []))
  const existing: Existing = {
    storeNames: await findTakenStoreNames(db, companyCode, names),
    customerNames: await findTakenCustomerNames(db, companyCode, customerKeys),
    customerIds: await findCompanyCustomers(db, companyCode, customerIds),
  }
  const byKey = new Map(unknown.map((found) => [found.key, found]))
  throwFieldErrors(storeProblems(stores, byKey, existing))
  return stores.flatMap((store, index) => {
    const found = byKey.get(store.key)
    return found ? { ...store, found, index } : []
  })
}

function storeProblems(
  stores: readonly NewStore[],
  byKey: ReadonlyMap<string, FoundStore>,
  existing: Existing,
): FieldErrors {
  const fields: FieldErrors = {}
  const [keys, names] = [new Set<string>(), new Set<string>()]
  for (const [index, store] of stores.entries()) {
    const found = byKey.get(store.key)
    const name = `${store.platform} ${nameKey(store.name)}`
    const add = (field: string, problem: FieldErrors[string]) => {
      fields[`stores.${index}.${field}`] = problem
    }
    if (!found || keys.has(store.key)) add('key', { sentence: '文件里没有这家店铺，请重新预检。' })
    else if (!found.platforms.includes(store.platform)) add('platform', platformProblem(found))
    if (existing.storeNames.has(name)) add('name', { sentence: '该平台上已有同名店铺，请核对后换一个名称。' })
    else if (names.has(name)) add('name', { sentence: '有两家店铺用了同一个平台和名称。' })
    const customer = customerProblem(store, existing)
    if (customer) add('customer', { sentence: customer })
    keys.add(store.key)
    names.add(name)
  }
  return fields
}

function platformProblem({ platforms }: FoundStore) {
  const names = platforms.map((platform) => word(platformNames[platform]))
  return { sentence: '这些文件里只有{names}的店铺。', values: { names } }
}

function customerProblem({ customer }: NewStore, { customerNames, customerIds }: Existing): string | null {
  if ('id' in customer) {
    return customerIds.has(customer.id) ? null : '客户不存在，或不在您可见的范围内。'
  }
  return customerNames.has(nameKey(customer.name)) ? '已有同名客户，请直接选择这位客户。' : null
}
