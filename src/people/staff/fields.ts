import * as z from 'zod'
import type { Staff as Row } from '#db/tables.ts'
import { Cents, Day, Id } from '#kit/contract.ts'
import { line, Mobile, optionalLine } from '#kit/fields.ts'
import { type EditedColumns, field, type RecordField } from '#kit/recordFields.ts'
import type { FormerPay, PayField } from './pay/fields.ts'
import { roleNames } from './rules.ts'

export const Role = z.int().min(1).max(4).meta({ title: '角色' })

const PayeeCard = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .refine((text) => text === '' || /^\d{12,19}$/.test(text), '请输入 12–19 位银行卡号')
  .transform((text) => text || null)
  .nullable()
  .meta({ title: '收款卡号' })

/** Not editable in bulk. Staff are never merged. */
const one = { bulk: false, merge: false } as const
/** Editable in bulk. */
const many = { bulk: true, merge: false } as const
/** For users who set roles and pay; hidden from the others. */
const adminOnly = true

/** Columns that steps change, that identify the person at sign-in or that follow other columns. */
type ExcludedColumns =
  | 'username'
  | 'status'
  | 'leftOn'
  | 'erasedAt'
  | 'namePinyin'
  | 'passwordHash'
  | 'mustChangePassword'

/** The fields of a staff member. A column of the two tables without an entry does not compile. */
export const staffFields = {
  name: field(line('姓名', 32), 'text', { ...one, sheet: { example: '李华', required: true } }),
  mobile: field(Mobile.nullable().optional(), 'masked', {
    ...one,
    sheet: { example: '13800138000', note: '11 位；导出文件里带 * 的号码表示不改' },
  }),
  employeeNo: field(optionalLine('工号', 20).optional(), 'text', { ...one, sheet: { example: 'A001' } }),
  role: field(Role, 'choice', {
    ...one,
    sheet: { example: '客服', adminOnly, required: true },
    words: roleNames,
  }),
  parentId: field(Id.nullable().optional().meta({ title: '所属组长' }), 'person', {
    ...many,
    sheet: { example: '', adminOnly, note: '姓名或用户名；新的客服不填就是组长。组长可以在同一张表里' },
  }),
  hiredOn: field(Day.nullable().optional().meta({ title: '入职日期' }), 'day', {
    ...many,
    sheet: { example: '2026-03-01' },
  }),
  baseSalaryCents: field(Cents.min(0).nullable().optional().meta({ title: '基本工资' }), 'money', {
    ...many,
    sheet: { example: '4500.00', adminOnly },
  }),
  seniorityPayCents: field(Cents.min(0).nullable().optional().meta({ title: '工龄工资' }), 'money', {
    ...many,
    sheet: { example: '200.00', adminOnly },
  }),
  commissionRateBp: field(
    z.int().min(0).max(10_000).nullable().optional().meta({ title: '提成比例' }),
    'percent',
    { ...many, sheet: { example: '5%', adminOnly } },
  ),
  payFromOn: field(Day.nullable().optional().meta({ title: '薪酬生效日期' }), 'day', {
    ...many,
    sheet: {
      example: '',
      adminOnly,
      accompanies: true,
      note: '基本工资、工龄工资、提成比例从这天起；不填：新员工从入职日期起，其他人从本月 1 日起。导出的文件里是空的',
    },
  }),
  payeeBank: field(optionalLine('收款银行').optional(), 'text', {
    ...many,
    sheet: { example: '招商银行杭州分行', adminOnly },
  }),
  payeeCard: field(PayeeCard.optional(), 'masked', {
    ...one,
    sheet: { example: '', note: '12–19 位；导出文件里带 * 的号码表示不改', adminOnly },
  }),
} as const satisfies Record<EditedColumns<Row, ExcludedColumns | FormerPay> | PayField, RecordField>
