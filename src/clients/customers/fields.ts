import * as z from 'zod'
import type { Customer as Row } from '#db/tables.ts'
import { Day } from '#kit/contract.ts'
import { line, Mobile, maskedLine, optionalLine } from '#kit/fields.ts'
import { type EditedColumns, field, type RecordField } from '#kit/recordFields.ts'
import { sourceNames, typeNames } from './rules.ts'

export const CustomerType = z.enum(['company', 'sole_trader', 'person']).meta({ title: '客户类型' })
export const CustomerSource = z
  .enum(['referral', 'visit', 'online', 'event', 'other'])
  .meta({ title: '客户来源' })

/** 统一社会信用代码, converted to capitals without spaces. A wrong check digit only warns: some genuine codes fail it. */
const Uscc = optionalLine('统一社会信用代码', 24)
  .transform((text) => text?.replace(/[\s-]/g, '').toUpperCase() || null)
  .meta({ title: '统一社会信用代码' })

const Tags = z
  .array(line('标签', 16))
  .max(10)
  .transform((tags) => [...new Set(tags)])
  .meta({ title: '标签' })

const startOn = Day.nullable().optional().meta({ title: '合同开始日期' })
const endOn = Day.nullable().optional().meta({ title: '合同结束日期' })

/** For a field that identifies the customer: no bulk edit. A merge can take it over. */
const one = { bulk: false, merge: true } as const
/** For a field that a bulk edit can change. A merge can take it over. */
const many = { bulk: true, merge: true } as const

/** Columns that steps set or that follow other columns. */
type SystemColumn = 'code' | 'status' | 'ownerId' | 'mergedIntoId' | 'nameCore' | 'nameKey' | 'namePinyin'

/** The fields of a customer. A table column without an entry here or in `Kept` does not compile. */
export const customerFields = {
  name: field(line('客户名称', 100), 'text', {
    ...one,
    sheet: {
      example: '杭州示例家居有限公司',
      formerHeader: '客户',
      note: '没填编号时按名称认客户',
      required: true,
    },
  }),
  type: field(CustomerType.optional(), 'choice', { ...many, sheet: { example: '企业' }, words: typeNames }),
  uscc: field(Uscc.optional(), 'text', { ...one, sheet: { example: '91330100799655058B' } }),
  contact: field(optionalLine('联系人', 32).optional(), 'text', { ...one, sheet: { example: '王女士' } }),
  mobile: field(Mobile.nullable().optional(), 'masked', {
    ...one,
    sheet: { example: '13800138000', note: '11 位；导出文件里带 * 的号码表示不改' },
  }),
  wechat: field(maskedLine('微信号').optional(), 'masked', { ...one, sheet: { example: 'wang-2026' } }),
  source: field(CustomerSource.nullable().optional(), 'choice', {
    ...many,
    sheet: { example: '转介绍' },
    words: sourceNames,
  }),
  contractNo: field(optionalLine('合同编号').optional(), 'text', {
    ...one,
    sheet: { example: 'HT-2026-001' },
  }),
  contractStartOn: field(startOn, 'day', { ...many, sheet: { example: '2026-01-01' } }),
  contractEndOn: field(endOn, 'day', {
    ...many,
    sheet: { example: '2026-12-31', formerHeader: '合同到期' },
  }),
  tags: field(Tags.optional(), 'tags', {
    ...many,
    sheet: { example: '女装、老客户', note: '用顿号或逗号隔开' },
  }),
  remark: field(optionalLine('备注', 500).optional(), 'textarea', { ...many, sheet: { example: '' } }),
} as const satisfies Record<EditedColumns<Row, SystemColumn>, RecordField>
