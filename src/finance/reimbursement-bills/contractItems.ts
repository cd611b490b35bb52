import * as z from 'zod'
import { Cents, Day, Id } from '#kit/contract.ts'
import { optionalLine } from '#kit/fields.ts'
import { FileId, StoredFile } from '#kit/files/storedFile.ts'

export const ItemCategory = z
  .enum([
    ...(['travel', 'transport', 'meals', 'hospitality', 'office', 'telecom'] as const),
    ...(['platform', 'promotion', 'training', 'compensation', 'other'] as const),
  ])
  .meta({ title: '类别' })
export const ItemTarget = z.enum(['common', 'customer', 'store']).meta({ title: '费用归属' })
export type ItemCategory = z.output<typeof ItemCategory>
export type ItemTarget = z.output<typeof ItemTarget>

export const MAX_ITEMS = 50

/** Input of an item; without `id` it is new. */
export const ItemInput = z.strictObject({
  id: Id.optional(),
  category: ItemCategory,
  onDay: Day.meta({ title: '发生日期' }),
  amountCents: Cents.min(1, '金额要大于 0').meta({ title: '金额' }),
  target: ItemTarget,
  customerId: Id.nullable().optional().meta({ title: '客户' }),
  storeId: Id.nullable().optional().meta({ title: '店铺' }),
  invoiceNo: z
    .string()
    .trim()
    .regex(/^(\d{8}|\d{20})?$/, '发票号是 8 位或 20 位数字')
    .transform((text) => text || null)
    .nullable()
    .optional()
    .meta({ title: '发票号' }),
  what: optionalLine('说明', 200).optional(),
  /** Photos of the item; files that no item names belong to the claim as a whole. */
  attachmentIds: z.array(FileId).max(20).optional(),
})

export type ItemInput = z.output<typeof ItemInput>

/**
 * A possible duplicate: same invoice, file, or day and amount. Id and code are null if the actor may not open the
 * claim.
 */
const Duplicate = z.object({
  kind: z.enum(['invoice', 'file', 'same']),
  claimId: z.int().nullable(),
  code: z.string().nullable(),
})

/** A hint for the reviewer. */
const Hint = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['limit', 'split']), cents: z.int() }),
  /** Days between the expense and the month in which it is claimed. */
  z.object({ kind: z.literal('late'), days: z.int() }),
])

export const Item = z.object({
  id: z.int(),
  category: ItemCategory,
  onDay: z.string(),
  amountCents: z.int(),
  approvedCents: z.int().nullable(),
  target: ItemTarget,
  customerId: z.int().nullable(),
  storeId: z.int().nullable(),
  /** Name of the customer or store. */
  targetName: z.string().nullable(),
  invoiceNo: z.string().nullable(),
  what: z.string().nullable(),
  attachments: z.array(StoredFile),
  duplicates: z.array(Duplicate),
  hints: z.array(Hint),
})

export type Item = z.output<typeof Item>
