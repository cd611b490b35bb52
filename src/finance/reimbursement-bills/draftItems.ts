import type * as z from 'zod'
import type { Day } from '#kit/calendar.ts'
import type { StoredFile } from '#kit/files/storedFile.ts'
import type { Item, ItemCategory, ItemInput, ItemTarget } from './contractItems.ts'

/** An item while it is edited; fields may be incomplete. */
export interface DraftItem {
  /** React key, also for items without an id. */
  key: number
  id?: number
  category: ItemCategory
  onDay: Day
  /** A string while the input is not a valid amount. */
  amountCents: number | string | undefined
  target: ItemTarget
  customerId: number | null
  storeId: number | null
  targetName: string | null
  invoiceNo: string
  what: string
  files: readonly StoredFile[]
  duplicates: Item['duplicates']
}

/** Fields of a claim while it is edited, without items. */
export interface ClaimFields {
  title: string
  month: string
  remark: string
}

let lastKey = 0

/** A new item for the day, with the given photos. */
export function newItem(onDay: Day, files: readonly StoredFile[] = []): DraftItem {
  lastKey += 1
  return {
    key: lastKey,
    category: 'transport',
    onDay,
    amountCents: undefined,
    target: 'common',
    files,
    customerId: null,
    storeId: null,
    targetName: null,
    invoiceNo: '',
    what: '',
    duplicates: [],
  }
}

/** Converts a saved item for editing. */
export function toDraftItem(item: Item): DraftItem {
  lastKey += 1
  const { id, category, onDay, amountCents, target, customerId, storeId, targetName } = item
  return {
    key: lastKey,
    id,
    category,
    onDay,
    amountCents,
    target,
    customerId,
    storeId,
    targetName,
    invoiceNo: item.invoiceNo ?? '',
    what: item.what ?? '',
    files: item.attachments,
    duplicates: item.duplicates,
  }
}

/** Converts an item for the request. Invalid amounts are sent as they are, so that the server rejects them. */
export function toItemInput(item: DraftItem): z.input<typeof ItemInput> {
  const { id, category, onDay, amountCents, target, customerId, storeId, invoiceNo, what, files } = item
  return {
    ...(id === undefined ? {} : { id }),
    category,
    onDay,
    target,
    what,
    invoiceNo: invoiceNo.replaceAll(/\s/g, ''),
    amountCents: amountCents as number,
    customerId: target === 'customer' ? customerId : null,
    storeId: target === 'store' ? storeId : null,
    attachmentIds: files.map((file) => file.id),
  }
}

/** Validates items before sending; keys are paths of fields, values are Chinese text keys. */
export function problemsOf(items: readonly DraftItem[], today: Day): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [at, { amountCents, onDay, invoiceNo, target, customerId, storeId }] of items.entries()) {
    if (typeof amountCents !== 'number' || amountCents <= 0)
      problems[`items.${at}.amountCents`] = '请填写金额，最多两位小数'
    if (onDay > today) problems[`items.${at}.onDay`] = '发生日期不能晚于今天。'
    if (!/^(\d{8}|\d{20})?$/.test(invoiceNo.replaceAll(/\s/g, '')))
      problems[`items.${at}.invoiceNo`] = '发票号是 8 位或 20 位数字'
    if (target === 'customer' && customerId === null) problems[`items.${at}.customerId`] = '请选择客户'
    if (target === 'store' && storeId === null) problems[`items.${at}.storeId`] = '请选择店铺'
  }
  return problems
}

/** Items without files, with their indexes. */
export function withoutFiles(items: readonly DraftItem[]): { at: number; item: DraftItem }[] {
  return items.map((item, at) => ({ at, item })).filter(({ item }) => item.files.length === 0)
}

/**
 * Restores locally stored items, without files deleted since, and returns the claim's files that belong to none of
 * them.
 */
export function restoredItems(
  stored: readonly DraftItem[],
  files: readonly StoredFile[],
): { items: DraftItem[]; loose: StoredFile[] } {
  const fileIds = new Set(files.map(({ id }) => id))
  const items = stored.map((item) => {
    lastKey += 1
    return { ...item, key: lastKey, files: item.files.filter(({ id }) => fileIds.has(id)) }
  })
  const used = new Set(items.flatMap((item) => item.files.map(({ id }) => id)))
  return { items, loose: files.filter(({ id }) => !used.has(id)) }
}

/** Total of the valid amounts, in 分. */
export function sumOf(items: readonly DraftItem[]): number {
  return items.reduce((sum, { amountCents }) => sum + (typeof amountCents === 'number' ? amountCents : 0), 0)
}
