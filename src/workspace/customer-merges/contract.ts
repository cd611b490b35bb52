import * as z from 'zod'
import { CustomerPage, mergedFields } from '#clients/customers/contract.ts'
import { Consequences } from '#kit/consequences.ts'
import { endpoint, Id, Version } from '#kit/contract.ts'
import { SentenceText } from '#kit/sentenceText.ts'

/** The fields that a merge can take over from the merged customer. */
export const MergeField = z.enum(mergedFields)

export type MergeField = z.output<typeof MergeField>

/** The kinds of records that move with a merged customer. */
export const MovedKind = z.enum([
  'stores',
  'notes',
  'followUps',
  'churnRecords',
  'bills',
  'warnings',
  'thresholds',
  'questions',
  'claimItems',
] as const)

export type MovedKind = z.output<typeof MovedKind>

/** A merge into a customer. It can be undone until `undoableUntil`, unless moved records changed since. */
const Merge = z.object({
  id: z.int(),
  mergedName: z.string(),
  mergedCode: z.string(),
  mergedAt: z.iso.datetime(),
  mergedByName: z.string(),
  moved: z.record(z.string(), z.int()),
  undoableUntil: z.iso.datetime(),
  undoable: z.boolean(),
  undoneAt: z.iso.datetime().nullable(),
  undoneByName: z.string().nullable(),
})

export type Merge = z.output<typeof Merge>

export const customerMerges = {
  preview: endpoint('GET /api/customers/:id/merge', {
    needs: 'canUpdateCustomer',
    budget: 'preview',
    summary: '合并预览：两边的资料和将要移过来的内容',
    input: z.strictObject({ id: Id, otherId: Id }),
    output: z.object({
      kept: CustomerPage,
      other: CustomerPage,
      /** The fields in which the two customers differ. */
      fields: z.array(MergeField),
      moved: z.record(z.string(), z.int()),
      /** Why they cannot be merged; null if they can. */
      refusal: SentenceText.nullable(),
    }),
  }),
  merge: endpoint('POST /api/customers/:id/merge', {
    needs: 'canUpdateCustomer',
    summary: '把另一位客户并入这位客户，30 天内可以撤销',
    input: z.strictObject({
      id: Id,
      version: Version,
      otherId: Id,
      otherVersion: Version,
      /** The fields to take over from the other customer; the remaining fields do not change. */
      take: z.array(MergeField).max(MergeField.options.length).default([]),
    }),
    output: CustomerPage,
  }),
  list: endpoint('GET /api/customers/:id/merges', {
    needs: 'canReadCustomer',
    summary: '并入过这位客户的客户',
    input: z.strictObject({ id: Id }),
    output: z.object({ items: z.array(Merge) }),
  }),
  undoConsequences: endpoint('GET /api/customer-merges/:id/undo/consequences', {
    needs: 'canUpdateCustomer',
    budget: 'preview',
    summary: '撤销合并之前看后果：移回去的内容，两位客户的应收',
    input: z.strictObject({ id: Id }),
    output: Consequences,
  }),
  undo: endpoint('POST /api/customer-merges/:id/undo', {
    needs: 'canUpdateCustomer',
    summary: '撤销合并；合并后又改过的，列出改过的内容，不撤销',
    input: z.strictObject({ id: Id }),
    output: CustomerPage,
  }),
}
