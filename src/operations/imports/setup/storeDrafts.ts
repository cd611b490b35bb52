import type * as z from 'zod'
import type { Platform } from '#clients/stores/contract.ts'
import { nameKey } from '#kit/fields.ts'
import { t } from '#kit/text.ts'
import type { importSetup, Proposed, ProposedNick } from './contract.ts'
import { customerNameIn } from './names.ts'

/** An existing customer, or the name of a new one. */
export interface CustomerDraft {
  id: number | null
  name: string
}

/** A proposed store with the user's changes. */
export interface StoreDraft {
  key: string
  /** The store is created; only a complete one can be. */
  included: boolean
  name: string
  platform: Platform | null
  customer: CustomerDraft | null
}

/** What the user changed, by the store's key. */
export type StoreEdit = Partial<Omit<StoreDraft, 'key'>>
export type StoreEdits = Readonly<Record<string, StoreEdit>>

/** The status of new stores. */
export type NewStatus = 'pending' | 'trial' | 'serving'

export const statusChoices = (): { value: NewStatus; label: string }[] => [
  { value: 'serving', label: t('服务中，自文件第一天') },
  { value: 'trial', label: t('试单，自文件第一天') },
  { value: 'pending', label: t('待上线') },
]

/** A proposal with the user's changes. It is included unless something is missing or the user left it out. */
export function draftOf(store: Proposed, edit: StoreEdit = {}): StoreDraft {
  const name = edit.name ?? store.name ?? ''
  const draft = {
    key: store.key,
    name,
    platform: edit.platform === undefined ? store.platform : edit.platform,
    customer: edit.customer === undefined ? proposedCustomer(store, name) : edit.customer,
  }
  const included = missingIn(draft).length === 0 && (edit.included ?? true)
  return { ...draft, included }
}

function proposedCustomer({ customer, customerName }: Proposed, name: string): CustomerDraft | null {
  if (customer) return customer
  // A store that the files do not name gets its customer from the name that the user types.
  const newName = customerName ?? customerNameIn(name.trim())
  return newName ? { id: null, name: newName } : null
}

/** What has to be filled in before the store can be created. */
export type MissingPart = 'name' | 'platform' | 'customer'

export function missingIn({ name, platform, customer }: Omit<StoreDraft, 'included'>): MissingPart[] {
  const parts: (MissingPart | false)[] = [
    name.trim() === '' && 'name',
    platform === null && 'platform',
    (customer === null || customer.name.trim() === '') && 'customer',
  ]
  return parts.filter((part) => part !== false)
}

/** The different names of the new customers of these drafts, in order. */
export function newCustomers(drafts: readonly StoreDraft[]): string[] {
  const names = drafts.flatMap(({ customer }) =>
    customer && customer.id === null ? [customer.name.trim()] : [],
  )
  return [...new Map(names.filter(Boolean).map((name) => [nameKey(name), name])).values()]
}

/** A nick with its owner: chosen by the user, or proposed. */
export interface OwnedNick extends Pick<ProposedNick, 'nick' | 'storeKey' | 'storeId'> {
  staffId: number
}

type RunInput = z.input<typeof importSetup.run.input>

interface Run {
  files: RunInput['files']
  drafts: readonly StoreDraft[]
  nicks: readonly OwnedNick[]
  status: NewStatus
  /** The head of all new stores, if the user chose one. */
  leaderId: number | undefined
  commit: boolean
}

/** The input of a run: the included stores, and the nicks of these and of existing stores. */
export function runInput({ files, drafts, nicks, status, leaderId, commit }: Run): RunInput {
  const included = drafts.filter((draft) => draft.included)
  const keys = new Set(included.map(({ key }) => key))
  return {
    files,
    stores: included.flatMap(({ key, name, platform, customer }) => {
      if (!platform || !customer) return []
      const leader = leaderId === undefined ? {} : { leaderId }
      return [{ key, name: name.trim(), platform, customer: customerInput(customer), status, ...leader }]
    }),
    nicks: nicks.flatMap(({ nick, storeKey, storeId, staffId }): RunInput['nicks'] => {
      if (storeKey !== null) return keys.has(storeKey) ? [{ nick, storeKey, staffId }] : []
      return storeId === null ? [] : [{ nick, storeId, staffId }]
    }),
    commit,
  }
}

function customerInput({ id, name }: CustomerDraft): { id: number } | { name: string } {
  return id === null ? { name: name.trim() } : { id }
}

/**
 * The sentences of a refused run by store: `key` → part → sentence. The fields of the request count the stores that were
 * sent: `stores.2.name`.
 */
export function problemsByStore(
  fields: Readonly<Record<string, string>>,
  sent: readonly { key: string }[],
): Record<string, Record<string, string>> {
  const problems: Record<string, Record<string, string>> = {}
  for (const [field, sentence] of Object.entries(fields)) {
    const [, index, part] = /^stores\.(\d+)\.(\w+)/.exec(field) ?? []
    const key = index === undefined ? undefined : sent[Number(index)]?.key
    if (key !== undefined && part !== undefined) problems[key] = { ...problems[key], [part]: sentence }
  }
  return problems
}
